import type { Json, JsonObject } from '../api/types';
import { is_object, words } from '../state/recipe';
import { pointer } from '../state/pointer';
import type { Studio } from '../state/studio';
import { fresh_id, h } from './dom';

/** Something that can be asked of a world, as the schema of recipes declares it. */
export interface RequirementKind {
  id: string;
  title: string;
  help: string;
  whole: boolean;
  min: number;
  max: number;
}

/** Kinds whose range is asked plainly; those by name (biomes) are written in the text of the recipe. */
export function requirement_kinds(schema: Json): RequirementKind[] {
  if (!is_object(schema)) return [];
  const definitions = schema.$defs ?? schema.definitions;
  const require = is_object(definitions) ? definitions.require : undefined;
  const properties = is_object(require) && is_object(require.properties) ? require.properties : {};
  return Object.entries(properties).flatMap(([id, kind]) => {
    if (!is_object(kind) || !Array.isArray(kind.anyOf)) return [];
    const range = first_range(kind.anyOf);
    if (!range) return [];
    return [
      {
        id,
        title: typeof kind.title === 'string' ? kind.title : words(id),
        help: typeof kind.description === 'string' ? kind.description : '',
        whole: range.type === 'integer',
        min: Number(range.minimum ?? 0),
        max: Number(range.maximum ?? 1),
      },
    ];
  });
}

/** The number in "a number, or both ends", at most one list deeper. */
function first_range(list: readonly Json[]): JsonObject | undefined {
  const own = list.find((entry): entry is JsonObject => is_object(entry) && (entry.type === 'number' || entry.type === 'integer'));
  if (own) return own;
  const inner = list[0];
  return is_object(inner) && Array.isArray(inner.anyOf) ? first_range(inner.anyOf) : undefined;
}

/** Both ends of what a recipe asks for: a number alone is "at least". */
export function ends_of(value: Json | undefined): [number | null, number | null] {
  if (typeof value === 'number') return [value, null];
  if (Array.isArray(value)) return [typeof value[0] === 'number' ? value[0] : null, typeof value[1] === 'number' ? value[1] : null];
  return [null, null];
}

export function requirement_editor(studio: Studio): HTMLElement {
  const list = h('div', {}, h('p', { class: 'sentence' }, 'A world that is not so is given up, and the next seed is tried.'));
  studio.client.schema().then(
    (schema) => {
      for (const kind of requirement_kinds(schema)) list.append(row(studio, kind));
    },
    (error: unknown) => studio.fail(error),
  );
  return list;
}

function row(studio: Studio, kind: RequirementKind): HTMLElement {
  const path = pointer('require', kind.id);
  const asked = is_object(studio.document.recipe.require) ? studio.document.recipe.require[kind.id] : undefined;
  const id = fresh_id('require');
  const field = (end: 0 | 1) => {
    const input = h('input', {
      id: end === 0 ? id : null,
      class: 'number',
      type: 'text',
      inputmode: 'decimal',
      placeholder: end === 0 ? 'at least' : 'at most',
      'aria-label': `${kind.title}: ${end === 0 ? 'at least' : 'at most'}`,
    });
    const now = ends_of(asked)[end];
    input.value = now === null ? '' : String(now);
    input.addEventListener('change', () => {
      const read = ({ value }: HTMLInputElement) => (value.trim() === '' || !Number.isFinite(Number(value)) ? null : Number(value));
      const ends = [read(low), read(high)];
      studio.set(path, ends[0] === null && ends[1] === null ? undefined : ends, true);
    });
    return input;
  };
  const low = field(0);
  const high = field(1);
  return h(
    'div',
    { class: 'control', 'data-path': path },
    h('div', { class: 'control-row' }, h('label', { class: 'control-name', for: id, title: kind.help }, kind.title), low, high),
  );
}
