export interface Point {
  x: number;
  y: number;
}

export function length_of(path: readonly Point[]): number {
  let sum = 0;
  for (let i = 1; i < path.length; ++i) sum += Math.hypot(path[i].x - path[i - 1].x, path[i].y - path[i - 1].y);
  return sum;
}

/** The point so far along a path, and the direction there; beyond its ends it goes on straight. */
export function along(path: readonly Point[], distance: number): Point & { turn: number } {
  let left = distance;
  for (let i = 1; i < path.length; ++i) {
    const [a, b] = [path[i - 1], path[i]];
    const step = Math.hypot(b.x - a.x, b.y - a.y);
    if (step > 0 && (left <= step || i === path.length - 1)) {
      const t = left / step;
      return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, turn: Math.atan2(b.y - a.y, b.x - a.x) };
    }
    left -= step;
  }
  return { ...path[0], turn: 0 };
}

/** The same way without bends that are shorter than some letters: even steps, each moved to the middle of those around it. */
export function smoothed(path: readonly Point[], step: number): Point[] {
  const whole = length_of(path);
  const count = Math.min(400, Math.floor(whole / step));
  if (count < 4) return [...path];
  let points = Array.from({ length: count + 1 }, (_, i): Point => {
    const { x, y } = along(path, (whole * i) / count);
    return { x, y };
  });
  for (let pass = 0; pass < 3; ++pass)
    points = points.map((point, i) => {
      const [a, b] = [points[i - 1], points[i + 1]];
      return a && b ? { x: (a.x + 2 * point.x + b.x) / 4, y: (a.y + 2 * point.y + b.y) / 4 } : point;
    });
  return points;
}
