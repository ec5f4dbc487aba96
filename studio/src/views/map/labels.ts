import type { Client } from '../../api/client';
import type { Json, WorldInfo } from '../../api/types';
import { plain } from '../../state/recipe';
import { along, length_of, smoothed, type Point } from './path';
import type { Sight } from './pyramid';

/**
 * A name on the map. Waters are set in italics and in the blue of rivers, lands and ranges in wide capitals along their axis, single
 * things beside their point.
 */
export interface Label {
  text: string;
  /** Shares of the map's width and height; the axis of long things, or one point. */
  path: readonly Point[];
  kind: 'land' | 'water' | 'river' | 'range' | 'place';
  /** 1: the most important. */
  rank: number;
}

export function kind_of(kind: string, group: string): Label['kind'] {
  if (/river|stream/.test(kind)) return 'river';
  if (group === 'water' || /sea|ocean|lake|bay|gulf|strait|pond/.test(kind)) return 'water';
  if (/range|highlands|hills|mountains/.test(kind)) return 'range';
  if (group === 'land' || /continent|island|plain|desert|forest|savanna|jungle|steppe|tundra|swamp|region/.test(kind)) return 'land';
  return 'place';
}

/** The longest line of a geometry, or its point. */
function path_of(coordinates: Json): [number, number][] {
  if (!Array.isArray(coordinates)) return [];
  if (typeof coordinates[0] === 'number') return [[coordinates[0], Number(coordinates[1])]];
  const first = coordinates[0];
  if (Array.isArray(first) && typeof first[0] === 'number') return coordinates.flatMap((point) => path_of(point));
  return coordinates.map((part) => path_of(part)).reduce((best, part) => (part.length > best.length ? part : best), []);
}

/** Everything that has a name, the most important first. */
export async function labels_of(client: Client, world: WorldInfo): Promise<Label[]> {
  if (!world.objects.some(({ name }) => name === 'places')) return [];
  const width = (world.domain.width ?? 1) * (world.domain.step ?? 1);
  const height = (world.domain.height ?? 1) * (world.domain.step ?? 1);
  const { features } = await client.objects(world.id, 'places');
  return features.flatMap(({ geometry, properties }, index): Label[] => {
    // GeoJSON counts to the north, maps to the south.
    const path = path_of(geometry?.coordinates ?? properties.place ?? null).map(([x, y]): Point => ({ x: x / width, y: -y / height }));
    const text = plain(properties.name);
    if (text === '' || path.length === 0) return [];
    return [
      { text, path, kind: kind_of(plain(properties.kind), plain(properties.group)), rank: Number(properties.rank ?? 1 + index / 20) },
    ];
  });
}

interface Style {
  font: (size: number) => string;
  colour: string;
  /** Of the least and of the most important. */
  size: readonly [number, number];
  /** Between letters, at least and at most, in sizes of the type. */
  spacing: readonly [number, number];
  upper: boolean;
}

const serif = '"EB Garamond", serif';
const styles: Record<Label['kind'], Style> = {
  land: { font: (size) => `500 ${size}px ${serif}`, colour: '#2b2620', size: [11, 24], spacing: [0.12, 0.9], upper: true },
  water: { font: (size) => `italic 500 ${size}px ${serif}`, colour: '#1d3d5c', size: [11, 23], spacing: [0.03, 0.7], upper: false },
  river: { font: (size) => `italic 500 ${size}px ${serif}`, colour: '#1d3d5c', size: [10.5, 13], spacing: [0.03, 0.12], upper: false },
  range: { font: (size) => `500 ${size}px ${serif}`, colour: '#4a3527', size: [10.5, 15], spacing: [0.14, 0.6], upper: true },
  place: { font: (size) => `500 ${size}px "Inter", sans-serif`, colour: '#22201c', size: [10, 11.5], spacing: [0, 0], upper: false },
};

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

interface Glyph {
  letter: string;
  x: number;
  y: number;
  turn: number;
}

/** The most important first; a name that would lie over another, or under a drawer, is left out. More names come with zoom. */
export function draw_labels(
  context: CanvasRenderingContext2D,
  labels: readonly Label[],
  sight: Sight,
  dark: boolean,
  free: Box,
  wraps = true,
  covered: readonly Box[] = [],
): number {
  const dpr = context.canvas.width / Math.max(1, context.canvas.clientWidth);
  const zoom = Math.max(0, Math.log2(sight.width / context.canvas.width));
  const taken: Box[] = [...covered];
  let drawn = 0;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const label of labels) {
    if (drawn > 90) break;
    const style = styles[label.kind];
    // Rivers and single things are for those who look closely.
    const late = label.kind === 'river' ? 1.5 : label.kind === 'place' ? 3 : 0;
    if (label.rank > 4.5 + zoom * 2.2 - late) continue;
    const weight = Math.max(0, 1 - (label.rank - 1) / 6);
    const size = (style.size[0] + (style.size[1] - style.size[0]) * weight ** 1.5) * dpr;
    context.font = style.font(size);
    const glyphs = set_type(
      context,
      style.upper ? label.text.toUpperCase() : label.text,
      on_screen(label.path, sight, wraps),
      style,
      size,
      label.kind,
    );
    const boxes = glyphs.map(({ x, y }): Box => ({ x0: x - size * 0.6, y0: y - size * 0.75, x1: x + size * 0.6, y1: y + size * 0.75 }));
    if (boxes.length === 0 || boxes.some((box) => box.x0 < free.x0 || box.x1 > free.x1 || box.y0 < free.y0 || box.y1 > free.y1)) continue;
    if (boxes.some((box) => taken.some((other) => box.x0 < other.x1 && box.x1 > other.x0 && box.y0 < other.y1 && box.y1 > other.y0)))
      continue;
    taken.push(...boxes);
    ++drawn;
    // On dark pictures, as from above, pale type with a soft dark edge; on paper dark type with a pale one.
    const water = label.kind === 'water' || label.kind === 'river';
    context.strokeStyle = dark ? 'rgb(6 12 20 / 62%)' : water ? 'rgb(215 230 238 / 60%)' : 'rgb(250 247 238 / 62%)';
    context.lineWidth = (dark ? 2.6 : 3) * dpr;
    context.fillStyle = dark ? (water ? '#a9c8e2' : label.kind === 'range' ? '#e6d8c4' : '#f6f0e2') : style.colour;
    for (const pen of ['stroke', 'fill'] as const) for (const glyph of glyphs) write(context, glyph, pen);
  }
  return drawn;
}

function write(context: CanvasRenderingContext2D, { letter, x, y, turn }: Glyph, pen: 'stroke' | 'fill'): void {
  context.save();
  context.translate(x, y);
  context.rotate(turn);
  if (pen === 'stroke') context.strokeText(letter, 0, 0);
  else context.fillText(letter, 0, 0);
  context.restore();
}

/** The copy of a path that lies nearest to the middle of what is seen. */
function on_screen(path: readonly Point[], sight: Sight, wraps: boolean): Point[] {
  const middle = path[Math.floor(path.length / 2)];
  const shift = wraps ? { x: Math.round(middle.x - sight.u), y: Math.round(middle.y - sight.v) } : { x: 0, y: 0 };
  return path.map(({ x, y }) => ({
    x: sight.cx + (x - shift.x - sight.u) * sight.width,
    y: sight.cy + (y - shift.y - sight.v) * sight.height,
  }));
}

/** Letters along the axis, spread over most of it; straight where there is none, or where it is too short. */
function set_type(
  context: CanvasRenderingContext2D,
  text: string,
  path: readonly Point[],
  style: Style,
  size: number,
  kind: Label['kind'],
): Glyph[] {
  if (kind === 'river' || kind === 'range') path = smoothed(path, size);
  const letters = [...text];
  const widths = letters.map((letter) => context.measureText(letter).width);
  const plain_width = widths.reduce((sum, width) => sum + width, 0);
  const least = plain_width + style.spacing[0] * size * (letters.length - 1);
  const whole = path.length > 1 ? length_of(path) : 0;
  // Large names that would climb the page are easier to read straight.
  const across = path.length > 1 ? { x: path[path.length - 1].x - path[0].x, y: path[path.length - 1].y - path[0].y } : { x: 1, y: 0 };
  const climbs = (kind === 'land' || kind === 'water') && Math.abs(across.y) > Math.abs(across.x) * 1.3;
  if (whole < least * 1.05 || climbs) {
    // Rivers shorter than their name have none at this scale.
    if (kind === 'river') return [];
    const at = path.length > 1 ? along(path, whole / 2) : { ...path[0], turn: 0 };
    return lay(letters, widths, style.spacing[0] * size, (place) => ({ x: at.x + place, y: at.y, turn: 0 }));
  }
  const room = Math.max(0, whole * 0.72 - plain_width) / Math.max(1, letters.length - 1);
  const spacing = Math.min(style.spacing[1] * size, Math.max(style.spacing[0] * size, room));
  const ends = [along(path, whole * 0.2), along(path, whole * 0.8)];
  const upright = ends[1].x >= ends[0].x ? path : [...path].reverse();
  const glyphs = lay(letters, widths, spacing, (place) => along(upright, whole / 2 + place));
  // Letters that would fan out or tumble over each other are worse than no name.
  const bend = glyphs
    .slice(1)
    .reduce(
      (most, { turn }, i) => Math.max(most, Math.abs(Math.atan2(Math.sin(turn - glyphs[i].turn), Math.cos(turn - glyphs[i].turn)))),
      0,
    );
  return (kind === 'river' || kind === 'range') && bend > 0.6 ? [] : glyphs;
}

function lay(
  letters: readonly string[],
  widths: readonly number[],
  spacing: number,
  at: (place: number) => { x: number; y: number; turn: number },
): Glyph[] {
  const whole = widths.reduce((sum, width) => sum + width, 0) + spacing * (letters.length - 1);
  let place = -whole / 2;
  return letters.map((letter, i) => {
    const glyph = { letter, ...at(place + widths[i] / 2) };
    place += widths[i] + spacing;
    return glyph;
  });
}
