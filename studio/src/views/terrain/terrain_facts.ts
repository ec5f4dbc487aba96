import { words } from '../../state/recipe';
import type { Fact } from '../../ui/panel';
import { number_text, with_unit } from '../../ui/scale';

type Value = (layer: string, x: number, y: number) => number | undefined;

/** What is known of a place of terrain, in words. */
export function terrain_facts(value: Value, x: number, y: number, away: number, biomes: readonly string[]): Fact[] {
  const height = value('height', x, y) ?? 0;
  const slope = Math.hypot(height - (value('height', x + 4, y) ?? height), height - (value('height', x, y + 4) ?? height)) / 4;
  const facts: Fact[] = [
    ['x, y', `${number_text(Math.round(x))}, ${number_text(Math.round(y))} m`],
    ['Distance', with_unit(Math.round(away), 'm')],
    [height < 0 ? 'Depth' : 'Height', with_unit(Math.round(Math.abs(height) * 10) / 10, 'm')],
    ['Slope', `${Math.round((Math.atan(slope) * 180) / Math.PI)}°`],
  ];
  const biome = value('biome', x, y);
  const name = biome === undefined ? undefined : biomes[Math.round(biome)];
  if (name) facts.push(['Biome', words(name)]);
  const more: [string, string, string][] = [
    ['temperature', 'Temperature', '°C'],
    ['rain', 'Rain', 'cm a year'],
  ];
  for (const [layer, title, unit] of more) {
    const found = value(layer, x, y);
    if (found !== undefined) facts.push([title, with_unit(Math.round(found * 10) / 10, unit)]);
  }
  for (const layer of ['rock', 'sand', 'gravel', 'mud', 'snow']) {
    const part = value(layer, x, y);
    if (part !== undefined) facts.push([words(layer), `${Math.round(part * 100)} %`]);
  }
  return facts;
}
