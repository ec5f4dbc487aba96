import type { JsonObject, LayerInfo, WorldInfo } from '../api/types';
import { css, height_ramp, ramps, type Ramp } from '../draw/colours';
import { words } from '../state/recipe';
import type { LayerChoice, Legend } from '../ui/panel';
import { pages } from './page_sheet';

/** What a finite world can be painted with: pictures that the server draws, and its layers. */
export interface WorldPaint extends LayerChoice {
  kind: 'style' | 'layer';
  layer?: LayerInfo;
}

const style_swatches: Record<string, string> = {
  natural: 'linear-gradient(135deg, #0b1f3a 30%, #53602f 60%, #c9ad7f)',
  atlas: 'linear-gradient(135deg, #b7d3de 30%, #dcd8b4 60%, #b3926a)',
  relief: `linear-gradient(to right, ${css(height_ramp).join(', ')})`,
  tints: 'linear-gradient(to right, #9fc3dd, #b9d3a0 40%, #e6d7a4 70%, #c9a27c)',
  contours: 'repeating-linear-gradient(115deg, #f3efe2 0 4px, #a98b62 4px 5px)',
  slope: 'linear-gradient(to right, #f4efe6, #b99b7a 50%, #4a3626)',
  curvature: 'linear-gradient(to right, #3f6c9c, #f2efe8 50%, #a8522c)',
  plates: 'linear-gradient(115deg, #4f6f8c 46%, #f0713a 46% 56%, #8a8f5a 56%)',
  parchment: 'linear-gradient(135deg, #efe2c4, #d8bd8b)',
};

const style_words: Record<string, string> = {
  natural: 'As seen from above: biomes, rock, ice and seas.',
  relief: 'Heights by colour, forms by light from the north-west.',
  tints: 'Heights by colour alone.',
  contours: 'Lines of equal height.',
  slope: 'Pale where it is level, dark where it is steep.',
  curvature: 'Ridges in rust, valleys in blue.',
  plates: 'Plates with their borders; arrows show how they move.',
  atlas: 'A page of an atlas, with names.',
  parchment: 'A page drawn by hand, with names.',
};

export function ramp_of(layer: LayerInfo): Ramp {
  if (/temperature|warmth/.test(layer.name)) return ramps.temperature;
  if (/rain|moisture|precipitation|discharge|catchment|flow/.test(layer.name)) return ramps.rain;
  return ramps.plain;
}

export function paints_of(world: WorldInfo): WorldPaint[] {
  const styles = (world.styles ?? ['natural']).map((id): WorldPaint => ({
    kind: 'style',
    group: 'Pictures',
    id,
    title: words(id),
    swatch: style_swatches[id] ?? ramp_css(ramps.plain),
  }));
  const layers = world.layers.map((layer): WorldPaint => ({
    kind: 'layer',
    group: 'Layers',
    id: `layer:${layer.name}`,
    title: layer.title ?? words(layer.name),
    layer,
    swatch:
      layer.type === 'category' && layer.categories
        ? stripes(layer.categories.map((entry) => entry.colour))
        : ramp_css(layer.unit === 'm' ? height_ramp : ramp_of(layer)),
  }));
  return [...styles, ...layers];
}

/** What a world is painted with at first. */
export function usual_paint(paints: readonly WorldPaint[]): string {
  return paints.length === 0 || paints.some(({ id }) => id === 'natural') ? 'natural' : paints[0].id;
}

/** A preview is painted like the world on the screen; the first one as the server thinks best. */
export function preview_order(paint: string, world: WorldInfo | undefined): JsonObject {
  if (!world || pages.includes(paint)) return {};
  return paint.startsWith('layer:') ? { layer: paint.slice(6) } : { style: paint };
}

export function explain(paint: WorldPaint | undefined, legend: Legend): void {
  const layer = paint?.layer;
  if (!layer) {
    legend.text(style_words[paint?.id ?? ''] ?? 'A picture of the whole world.');
    return;
  }
  if (layer.type === 'category' && layer.categories) legend.categories(layer.categories);
  else if (layer.type === 'integer') legend.text('A colour for each number.');
  else legend.ramp(css(layer.unit === 'm' ? height_ramp : ramp_of(layer)), layer.min, layer.max, layer.unit);
}

function ramp_css(ramp: Ramp): string {
  return `linear-gradient(to right, ${css(ramp).join(', ')})`;
}

function stripes(colours: readonly string[]): string {
  const few = colours.slice(1, 5);
  const bands = few.map((colour, index) => `${colour} ${(index * 100) / few.length}% ${((index + 1) * 100) / few.length}%`);
  return `linear-gradient(to right, ${bands.join(', ')})`;
}
