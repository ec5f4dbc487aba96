import type { JsonObject, LayerInfo, PlaceFacts } from '../api/types';
import { is_object, words } from '../state/recipe';
import { fact_text, type Fact } from '../ui/panel';

/** What people ask of a place first. */
const main = ['height', 'biome', 'temperature', 'rain', 'koppen', 'discharge', 'plate'];

/** What the server tells of a place, as rows: its names first, then layers with their units. */
export function facts_of(place: PlaceFacts, layers: readonly LayerInfo[], first: readonly Fact[]): Fact[] {
  const rows: Fact[] = [...first];
  const values: JsonObject = is_object(place.layers) ? place.layers : place;
  const around: Fact[] = [];
  for (const [name, value] of Object.entries(place)) {
    if (name === 'layers' || layers.some((layer) => layer.name === name) || ['x', 'y', 'lat', 'lon', 'cell'].includes(name)) continue;
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    // Things that have a name come first, things that are merely the nearest of their kind last.
    (typeof value === 'string' && value.endsWith(' away') ? around : rows).push([words(name), fact_text(value)]);
  }
  const rank = (name: string) => (main.includes(name) ? main.indexOf(name) : main.length);
  for (const layer of [...layers].sort((a, b) => rank(a.name) - rank(b.name))) {
    const value = values[layer.name];
    if (value === undefined) continue;
    const category = typeof value === 'number' ? layer.categories?.find((entry) => entry.value === value) : undefined;
    rows.push([layer.title ?? words(layer.name), category ? words(category.name) : fact_text(value, layer.unit)]);
  }
  return [...rows, ...around];
}
