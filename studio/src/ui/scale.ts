/** How a slider's way is spread over a range, and how numbers are written. */
export interface Scale {
  to_share(value: number): number;
  from_share(share: number): number;
}

/**
 * Even where the range is modest; by orders of magnitude where it spans many, so that a frequency of 0.00007 and one of 10 can
 * both be set by hand. Ranges that hold zero bend around it.
 */
export function scale_of(min: number, max: number, typical: number, whole = false): Scale {
  const span = max - min;
  const size = Math.max(Math.abs(typical), span * 1e-9, 1e-12);
  if (min > 0 && max / min > 1000) {
    const ratio = Math.log(max / min);
    return { to_share: (v) => Math.log(Math.max(v, min) / min) / ratio, from_share: (s) => tidy(min * Math.exp(s * ratio), whole) };
  }
  if (span / size > 400 && typical !== 0) {
    const bend = (v: number) => Math.asinh(v / size);
    const low = bend(min);
    const high = bend(max);
    return {
      to_share: (v) => (bend(v) - low) / (high - low),
      from_share: (s) => tidy(size * Math.sinh(low + s * (high - low)), whole),
    };
  }
  return { to_share: (v) => (span === 0 ? 0 : (v - min) / span), from_share: (s) => min + s * span };
}

/** Three digits that matter, so that bent scales give numbers that people would write. */
function tidy(value: number, whole: boolean): number {
  return whole ? Math.round(value) : Number(value.toPrecision(3));
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

export function rounded(value: number, step: number): number {
  if (step <= 0) return value;
  return Number((Math.round(value / step) * step).toPrecision(12));
}

const thin = '\u202f';

/** 0.00007 · 12.5 · 8,192 · 1.2e9 */
export function number_text(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e9 || size < 1e-4)
    return value
      .toExponential(2)
      .replace(/\.?0+e/, 'e')
      .replace('e+', 'e');
  if (size >= 1e4) return Math.round(value).toLocaleString('en').replaceAll(',', thin);
  const digits = size >= 100 ? 1 : size >= 1 ? 2 : 4;
  return String(Number(value.toFixed(digits)));
}

export function with_unit(value: number, unit: string): string {
  if (unit === 'm' && Math.abs(value) >= 10000) return `${number_text(value / 1000)} km`;
  if (unit === 'years' && Math.abs(value) >= 1e5) return `${number_text(value / 1e6)} million years`;
  if (unit === '°') return `${number_text(value)}°`;
  return unit ? `${number_text(value)} ${unit}` : number_text(value);
}

export function bytes_text(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    ++unit;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
