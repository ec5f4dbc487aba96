import type { Client } from '../../api/client';
import type { Json, WorldInfo } from '../../api/types';
import { plain } from '../../state/recipe';
import type { Sight } from './pyramid';

/** A name on the map. Waters are set in italics and in the blue of rivers, lands in wide capitals, places beside their point. */
export interface Label {
  text: string;
  u: number;
  v: number;
  kind: 'land' | 'water' | 'range' | 'place';
  /** 0 … 1. */
  weight: number;
}

function kind_of(set: string, properties: Record<string, Json>): Label['kind'] {
  const what = `${set} ${plain(properties.kind ?? properties.type)}`;
  if (/sea|ocean|lake|river|bay|gulf|strait/.test(what)) return 'water';
  if (/range|mountain/.test(what)) return 'range';
  if (/continent|island|land|country|region|desert|forest/.test(what)) return 'land';
  return 'place';
}

/** The middle of a shape's points; good enough for a name. */
function middle(coordinates: Json): [number, number] | undefined {
  let x = 0;
  let y = 0;
  let count = 0;
  const visit = (value: Json) => {
    if (!Array.isArray(value)) return;
    if (typeof value[0] === 'number' && typeof value[1] === 'number') {
      x += value[0];
      y += value[1];
      ++count;
    } else value.forEach(visit);
  };
  visit(coordinates);
  return count > 0 ? [x / count, y / count] : undefined;
}

/** Tables whose rows are worth a name on a map of the whole world. */
const named_tables = ['regions', 'landmarks', 'lakes'];

export async function labels_of(client: Client, world: WorldInfo): Promise<Label[]> {
  const labels: Label[] = [];
  const width = (world.domain.width ?? 1) * (world.domain.step ?? 1);
  const height = (world.domain.height ?? 1) * (world.domain.step ?? 1);
  for (const { name: set } of world.objects.filter(({ name }) => named_tables.includes(name))) {
    try {
      const { features } = await client.objects(world.id, set);
      for (const { geometry, properties } of features) {
        const text = properties.name;
        const at = geometry ? middle(geometry.coordinates) : undefined;
        if (typeof text !== 'string' || text === '' || !at) continue;
        const size = Number(properties.area ?? properties.discharge ?? properties.size ?? properties.length ?? 0);
        // GeoJSON counts to the north, maps to the south.
        labels.push({ text, u: at[0] / width, v: -at[1] / height, kind: kind_of(set, properties), weight: size });
      }
    } catch {
      // A world without such objects has fewer names.
    }
  }
  for (const kind of ['land', 'water', 'range', 'place'] as const) {
    const own = labels.filter((label) => label.kind === kind).sort((a, b) => b.weight - a.weight);
    own.forEach((label, index) => (label.weight = 1 - index / Math.max(1, own.length)));
  }
  return labels.sort((a, b) => b.weight - a.weight);
}

const styles: Record<Label['kind'], { font: (size: number) => string; colour: string; size: [number, number]; spacing: number; upper: boolean }> = {
  land: { font: (size) => `500 ${size}px "EB Garamond", serif`, colour: '#2b2620', size: [13, 24], spacing: 0.28, upper: true },
  water: { font: (size) => `italic 500 ${size}px "EB Garamond", serif`, colour: '#1d3d5c', size: [12, 21], spacing: 0.06, upper: false },
  range: { font: (size) => `500 ${size}px "EB Garamond", serif`, colour: '#4a3527', size: [11, 15], spacing: 0.22, upper: true },
  place: { font: (size) => `500 ${size}px "Inter", sans-serif`, colour: '#22201c', size: [10.5, 12.5], spacing: 0, upper: false },
};

/** The weightiest first; a name that would lie over another is left out. More names come with zoom. */
export function draw_labels(context: CanvasRenderingContext2D, labels: readonly Label[], sight: Sight, dark: boolean, wraps = true): void {
  const dpr = context.canvas.width / Math.max(1, context.canvas.clientWidth);
  const taken: { x0: number; y0: number; x1: number; y1: number }[] = [];
  const most = Math.round(26 * Math.max(1, (sight.width / context.canvas.width) ** 1.2));
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  let drawn = 0;
  for (const label of labels) {
    if (drawn >= most) break;
    const style = styles[label.kind];
    const size = (style.size[0] + (style.size[1] - style.size[0]) * label.weight ** 2) * dpr;
    const text = style.upper ? label.text.toUpperCase() : label.text;
    context.font = style.font(size);
    context.letterSpacing = `${style.spacing * size}px`;
    const width = context.measureText(text).width + 8 * dpr;
    const wrap = (value: number) => (wraps ? value - Math.round(value) : value);
    const x = sight.cx + wrap(label.u - sight.u) * sight.width;
    const y = sight.cy + wrap(label.v - sight.v) * sight.height;
    const box = { x0: x - width / 2, y0: y - size * 0.7, x1: x + width / 2, y1: y + size * 0.7 };
    if (box.x1 < 0 || box.x0 > context.canvas.width || box.y1 < 0 || box.y0 > context.canvas.height) continue;
    if (taken.some((other) => box.x0 < other.x1 && box.x1 > other.x0 && box.y0 < other.y1 && box.y1 > other.y0)) continue;
    taken.push(box);
    ++drawn;
    // On dark pictures, as from above, pale type with a soft dark edge; on paper dark type with a pale one.
    context.strokeStyle = dark ? 'rgb(8 14 22 / 42%)' : label.kind === 'water' ? 'rgb(215 230 238 / 60%)' : 'rgb(250 247 238 / 62%)';
    context.lineWidth = (dark ? 2.4 : 3) * dpr;
    context.strokeText(text, x, y);
    context.fillStyle = dark ? (label.kind === 'water' ? '#a9c8e2' : '#f3ecdd') : style.colour;
    context.fillText(text, x, y);
  }
  context.letterSpacing = '0px';
}
