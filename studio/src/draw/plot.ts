import type { Spectrum } from './fft';
import { colour_at, ramps } from './colours';

/** Small plots in the colours of the page. */
export function prepare(canvas: HTMLCanvasElement): { context: CanvasRenderingContext2D; width: number; height: number } | undefined {
  const dpr = Math.min(2, devicePixelRatio);
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (width === 0 || height === 0) return undefined;
  canvas.width = Math.round(width * dpr);
  canvas.height = Math.round(height * dpr);
  const context = canvas.getContext('2d')!;
  context.setTransform(dpr, 0, 0, dpr, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}

export function plot_histogram(canvas: HTMLCanvasElement, counts: readonly number[], from: string, to: string): void {
  const made = prepare(canvas);
  if (!made) return;
  const { context, width, height } = made;
  const box = { x: 12, y: 32, w: width - 24, h: height - 54 };
  const top = Math.max(1, ...counts);
  const step = box.w / counts.length;
  context.fillStyle = token('--accent');
  counts.forEach((count, index) => {
    const h = (count / top) * box.h;
    context.fillRect(box.x + index * step + 0.5, box.y + box.h - h, Math.max(1, step - 1), h);
  });
  axis(context, box, from, to);
}

/** Both axes by powers of ten: a straight line is a power law. */
export function plot_radial(canvas: HTMLCanvasElement, radial: readonly number[], from: string, to: string): void {
  const made = prepare(canvas);
  if (!made) return;
  const { context, width, height } = made;
  const box = { x: 12, y: 32, w: width - 24, h: height - 54 };
  const logs = radial.map((power) => Math.log10(Math.max(power, 1e-12)));
  const high = Math.max(...logs);
  const low = Math.max(Math.min(...logs), high - 8);
  context.strokeStyle = token('--line');
  context.lineWidth = 1;
  for (let decade = Math.ceil(low); decade <= high; ++decade) {
    const y = Math.round(box.y + box.h * (1 - (decade - low) / (high - low || 1))) + 0.5;
    context.beginPath();
    context.moveTo(box.x, y);
    context.lineTo(box.x + box.w, y);
    context.stroke();
  }
  context.strokeStyle = token('--accent');
  context.lineWidth = 1.6;
  context.lineJoin = 'round';
  context.beginPath();
  logs.forEach((value, index) => {
    const x = box.x + (Math.log(index + 1) / Math.log(radial.length)) * box.w;
    const y = box.y + box.h * (1 - Math.max(0, value - low) / (high - low || 1));
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.stroke();
  axis(context, box, from, to);
}

function axis(context: CanvasRenderingContext2D, box: { x: number; y: number; w: number; h: number }, from: string, to: string): void {
  context.strokeStyle = token('--line-strong');
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(box.x, box.y + box.h + 0.5);
  context.lineTo(box.x + box.w, box.y + box.h + 0.5);
  context.stroke();
  context.fillStyle = token('--text-faint');
  context.font = '11px Inter, sans-serif';
  context.textBaseline = 'top';
  // In a narrow plot the second label would run into the first: it goes above the line.
  const crowded = context.measureText(from).width + context.measureText(to).width + 10 > box.w;
  context.textAlign = 'left';
  context.fillText(from, box.x, box.y + box.h + 5, box.w);
  context.textAlign = 'right';
  context.fillText(to, box.x + box.w, box.y + box.h + (crowded ? -14 : 5), box.w);
}

/** The spectrum as a picture, zero frequency in the middle, by powers of ten. */
export function plot_power(canvas: HTMLCanvasElement, { power, side }: Spectrum): void {
  const made = prepare(canvas);
  if (!made) return;
  const { context, width, height } = made;
  const image = new ImageData(side, side);
  let high = 1e-12;
  for (const value of power) high = Math.max(high, value);
  for (let i = 0; i < side * side; ++i) {
    const share = Math.max(0, 1 + Math.log10(Math.max(power[i] / high, 1e-9)) / 7);
    const [r, g, b] = colour_at(ramps.plain, share);
    image.data.set([r, g, b, 255], 4 * i);
  }
  const small = new OffscreenCanvas(side, side);
  small.getContext('2d')!.putImageData(image, 0, 0);
  const size = Math.min(width, height - 34) - 8;
  context.imageSmoothingEnabled = true;
  context.drawImage(small, (width - size) / 2, 30 + (height - 34 - size) / 2, size, size);
}
