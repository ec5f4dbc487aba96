/** Spectra of pictures, for the noise lab. Looks only: measurements that count are the server's. */

/** In place, radix 2; lengths are powers of two. */
export function fft(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; ++i) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j], re[i]];
      [im[i], im[j]] = [im[j], im[i]];
    }
  }
  for (let length = 2; length <= n; length <<= 1) {
    const angle = (-2 * Math.PI) / length;
    for (let start = 0; start < n; start += length) {
      for (let k = 0; k < length / 2; ++k) {
        const wr = Math.cos(angle * k);
        const wi = Math.sin(angle * k);
        const a = start + k;
        const b = a + length / 2;
        const tr = re[b] * wr - im[b] * wi;
        const ti = re[b] * wi + im[b] * wr;
        re[b] = re[a] - tr;
        im[b] = im[a] - ti;
        re[a] += tr;
        im[a] += ti;
      }
    }
  }
}

export interface Spectrum {
  /** Power, zero frequency in the middle, side². */
  power: Float64Array;
  side: number;
  /** Mean power by whole cycles per side, 1 … side / 2. */
  radial: number[];
}

/** Power spectrum of a square picture, after taking its mean away and fading its edges (Hann), so that they are no step. */
export function spectrum_of(values: ArrayLike<number>, side: number): Spectrum {
  let mean = 0;
  for (let i = 0; i < side * side; ++i) mean += values[i];
  mean /= side * side;
  const re = new Float64Array(side * side);
  const im = new Float64Array(side * side);
  const fade = Float64Array.from({ length: side }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / side));
  for (let y = 0; y < side; ++y) for (let x = 0; x < side; ++x) re[y * side + x] = (values[y * side + x] - mean) * fade[x] * fade[y];
  for (let y = 0; y < side; ++y) fft(re.subarray(y * side, (y + 1) * side), im.subarray(y * side, (y + 1) * side));
  const column_re = new Float64Array(side);
  const column_im = new Float64Array(side);
  for (let x = 0; x < side; ++x) {
    for (let y = 0; y < side; ++y) {
      column_re[y] = re[y * side + x];
      column_im[y] = im[y * side + x];
    }
    fft(column_re, column_im);
    for (let y = 0; y < side; ++y) {
      re[y * side + x] = column_re[y];
      im[y * side + x] = column_im[y];
    }
  }
  return sorted(re, im, side);
}

function sorted(re: Float64Array, im: Float64Array, side: number): Spectrum {
  const half = side / 2;
  const power = new Float64Array(side * side);
  const sums = new Float64Array(half + 1);
  const counts = new Float64Array(half + 1);
  for (let y = 0; y < side; ++y) {
    for (let x = 0; x < side; ++x) {
      const i = y * side + x;
      const p = re[i] * re[i] + im[i] * im[i];
      const fx = x < half ? x : x - side;
      const fy = y < half ? y : y - side;
      power[(fy + half) * side + fx + half] = p;
      const ring = Math.round(Math.hypot(fx, fy));
      if (ring < 1 || ring > half) continue;
      sums[ring] += p;
      counts[ring] += 1;
    }
  }
  const radial: number[] = [];
  for (let ring = 1; ring <= half; ++ring) radial.push(sums[ring] / Math.max(1, counts[ring]));
  return { power, side, radial };
}

export function histogram_of(values: ArrayLike<number>, bins: number, from: number, to: number): number[] {
  const counts = new Array<number>(bins).fill(0);
  for (const value of Array.from(values)) {
    const bin = Math.floor(((value - from) / (to - from)) * bins);
    ++counts[Math.max(0, Math.min(bins - 1, bin))];
  }
  return counts;
}
