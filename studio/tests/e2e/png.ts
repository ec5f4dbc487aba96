import { inflateSync } from 'node:zlib';

/** Just enough of PNG to look at screenshots: 8 bits, RGB or RGBA, not interlaced. */
export interface Picture {
  width: number;
  height: number;
  /** RGB. */
  data: Uint8Array;
}

export function read_png(bytes: Buffer): Picture {
  let at = 8;
  let width = 0;
  let height = 0;
  let channels = 3;
  const parts: Buffer[] = [];
  while (at < bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      if (body[8] !== 8 || body[12] !== 0) throw new Error('only plain PNGs of 8 bits are read');
      channels = { 0: 1, 2: 3, 6: 4 }[body[9]] ?? 0;
      if (channels === 0) throw new Error(`colour type ${body[9]} is not read`);
    } else if (type === 'IDAT') parts.push(body);
    at += 12 + length;
  }
  return { width, height, data: rgb(unfiltered(inflateSync(Buffer.concat(parts)), width, height, channels), channels) };
}

function unfiltered(raw: Buffer, width: number, height: number, channels: number): Uint8Array {
  const stride = width * channels;
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; ++i) {
      const value = raw[y * (stride + 1) + 1 + i];
      const left = i >= channels ? out[y * stride + i - channels] : 0;
      const up = y > 0 ? out[(y - 1) * stride + i] : 0;
      const corner = y > 0 && i >= channels ? out[(y - 1) * stride + i - channels] : 0;
      const guess = left + up - corner;
      const near = [left, up, corner].reduce((best, next) => (Math.abs(guess - next) < Math.abs(guess - best) ? next : best));
      out[y * stride + i] = value + ([0, left, up, (left + up) >> 1, near][filter] ?? 0);
    }
  }
  return out;
}

function rgb(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return data;
  const out = new Uint8Array((data.length / channels) * 3);
  for (let i = 0; i < out.length / 3; ++i) for (let c = 0; c < 3; ++c) out[3 * i + c] = data[channels * i + (channels === 1 ? 0 : c)];
  return out;
}

/** How many colours there are (by 5 bits a part), and how much they spread around their mean. */
export function look({ data }: Picture): { colours: number; spread: number; mean: [number, number, number] } {
  const seen = new Set<number>();
  const sum = [0, 0, 0];
  const squares = [0, 0, 0];
  const count = data.length / 3;
  for (let i = 0; i < count; ++i) {
    seen.add(((data[3 * i] >> 3) << 10) | ((data[3 * i + 1] >> 3) << 5) | (data[3 * i + 2] >> 3));
    for (let c = 0; c < 3; ++c) {
      sum[c] += data[3 * i + c];
      squares[c] += data[3 * i + c] ** 2;
    }
  }
  const spread = Math.sqrt([0, 1, 2].reduce((total, c) => total + Math.max(0, squares[c] / count - (sum[c] / count) ** 2), 0) / 3);
  return { colours: seen.size, spread, mean: [sum[0] / count, sum[1] / count, sum[2] / count] };
}

/** Mean difference of two pictures of one size, 0 … 255. */
export function difference(a: Picture, b: Picture): number {
  if (a.width !== b.width || a.height !== b.height) return 255;
  let sum = 0;
  for (let i = 0; i < a.data.length; ++i) sum += Math.abs(a.data[i] - b.data[i]);
  return sum / a.data.length;
}
