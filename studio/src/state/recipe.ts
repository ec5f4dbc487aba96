import type { Json, JsonObject, Knob, Preset, WorldKind } from '../api/types';
import { get_at, pointer, with_at } from './pointer';

/** A world as its user sees it: a recipe and a seed. Everything on the screen is a function of it. */
export interface Document {
  kind: WorldKind;
  /** The preset that it began with; "" where it came from a file or a link. */
  preset: string;
  title: string;
  recipe: JsonObject;
  seed: number;
}

export interface StageEntry {
  index: number;
  /** What the recipe calls it: its id, or else the stage's name. */
  id: string;
  stage: string;
  path: string;
  values: JsonObject;
}

export function is_object(value: Json | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** A value as text, for fields that show texts. */
export function plain(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** Recipes are JSON with comments to the end of the line and between slash-stars. */
export function parse_recipe(text: string): JsonObject {
  const value = JSON.parse(without_comments(text)) as Json;
  if (!is_object(value)) throw new SyntaxError('a recipe is an object in braces: { … }');
  return value;
}

export function without_comments(text: string): string {
  return text.replace(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (match) => (match.startsWith('"') ? match : ' '));
}

export function document_of(preset: Preset, seed?: number): Document {
  const own = preset.recipe.seed;
  return {
    kind: preset.kind,
    preset: preset.id,
    title: preset.title,
    recipe: preset.recipe,
    seed: seed ?? (typeof own === 'number' ? own : 7),
  };
}

export function kind_of(recipe: JsonObject): WorldKind {
  const world = recipe.world;
  if (world === 'planet' || world === 'map' || world === 'terrain' || world === 'voxels') return world;
  const kind = get_at(recipe, '/domain/kind');
  if (kind === 'sphere') return 'planet';
  if (kind === 'torus') return 'map';
  if (kind === 'plane') return 'terrain';
  if ('kind' in recipe) return 'noise';
  return 'map';
}

export function words(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Knobs of a recipe, as they are declared in it; titles and sentences of the preset come first. */
export function knobs_of(recipe: JsonObject, known: readonly Knob[] = []): Knob[] {
  const declared = recipe.knobs;
  if (!is_object(declared)) return [...known];
  return Object.entries(declared).flatMap(([name, knob]) => {
    if (!is_object(knob)) return [];
    const told = known.find((other) => other.name === name);
    const min = Number(knob.min ?? told?.min ?? 0);
    const max = Number(knob.max ?? told?.max ?? 1);
    const whole = Number.isInteger(min) && Number.isInteger(max) && max - min >= 4 && Number.isInteger(knob.value);
    return [
      {
        name,
        title: told?.title ?? words(name),
        help: told?.help ?? (typeof knob.doc === 'string' ? knob.doc : ''),
        min,
        max,
        step: told?.step ?? (whole ? 1 : (max - min) / 100),
        default: told?.default ?? Number(knob.value ?? min),
        path: pointer('knobs', name, 'value'),
      },
    ];
  });
}

export function stages_of(recipe: JsonObject): StageEntry[] {
  const stages = recipe.stages;
  if (!Array.isArray(stages)) return [];
  return stages.flatMap((values, index) => {
    if (!is_object(values) || typeof values.stage !== 'string') return [];
    const id = typeof values.id === 'string' ? values.id : values.stage;
    return [{ index, id, stage: values.stage, path: pointer('stages', index), values }];
  });
}

/** Which knob sets a stage's parameter ("plates.continents"), if one does: then the parameter itself has no say. */
export function knob_over(recipe: JsonObject, stage_id: string, param: string): string | undefined {
  if (!is_object(recipe.knobs)) return undefined;
  for (const [name, knob] of Object.entries(recipe.knobs))
    if (is_object(knob) && is_object(knob.sets) && `${stage_id}.${param}` in knob.sets) return name;
  return undefined;
}

export function equal(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, index) => equal(value, b[index]));
  if (is_object(a) && is_object(b))
    return Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([key, value]) => equal(value, b[key]));
  return a === b;
}

export function equal_documents(a: Document, b: Document): boolean {
  return a.kind === b.kind && a.seed === b.seed && a.title === b.title && equal(a.recipe, b.recipe);
}

/**
 * Whether a world of this recipe is the one that is asked for. Names and sentences change nothing, nor does the id of a stage that
 * is its own name.
 */
export function same_world(asked: JsonObject, made: JsonObject): boolean {
  const stages = (recipe: JsonObject) =>
    (Array.isArray(recipe.stages) ? recipe.stages : []).map((stage) =>
      is_object(stage) && stage.id === stage.stage ? with_at(stage, '/id', undefined) : stage,
    );
  const domain = (recipe: JsonObject) => (is_object(recipe.domain) ? recipe.domain : {});
  return (
    equal(stages(asked), stages(made)) &&
    ['world', 'knobs', 'keep', 'require'].every((key) => equal(asked[key], made[key])) &&
    ['kind', 'width', 'height', 'resolution'].every((key) => equal(domain(asked)[key], domain(made)[key]))
  );
}

export function changed(document: Document, path: string, value: Json | undefined): Document {
  const recipe = with_at(document.recipe, path, value);
  return { ...document, recipe: is_object(recipe) ? recipe : document.recipe };
}

// ---- lists of stages: each gives another recipe, or the same where there is nothing to do

function with_stages(recipe: JsonObject, change: (stages: Json[]) => Json[] | undefined): JsonObject {
  const before = Array.isArray(recipe.stages) ? recipe.stages : [];
  const stages = change([...before]);
  return stages ? { ...recipe, stages } : recipe;
}

const id_of = (stage: Json | undefined): string => {
  if (!is_object(stage)) return '';
  return typeof stage.id === 'string' ? stage.id : plain(stage.stage);
};

/** A name that no stage has yet: "noise", "noise_2", … A stage draws its chances from its name, so that others stay as they are. */
export function fresh_stage_id(recipe: JsonObject, wish: string): string {
  const taken = new Set(stages_of(recipe).map(({ id }) => id));
  const stem = wish.replace(/_\d+$/, '');
  for (let number = 1; ; ++number) {
    const name = number === 1 ? stem : `${stem}_${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Switched off it is read and checked, and does nothing. */
export function switched_stage(recipe: JsonObject, index: number, on: boolean): JsonObject {
  return with_stages(recipe, (stages) => {
    const stage = stages[index];
    if (!is_object(stage)) return undefined;
    const next: JsonObject = { ...stage, enabled: false };
    if (on) delete next.enabled;
    stages[index] = next;
    return stages;
  });
}

export function duplicated_stage(recipe: JsonObject, index: number): JsonObject {
  return with_stages(recipe, (stages) => {
    const stage = stages[index];
    if (!is_object(stage)) return undefined;
    stages.splice(index + 1, 0, { ...stage, id: fresh_stage_id(recipe, id_of(stage)) });
    return stages;
  });
}

export function moved_stage(recipe: JsonObject, index: number, by: -1 | 1): JsonObject {
  return with_stages(recipe, (stages) => {
    const to = index + by;
    if (index < 0 || index >= stages.length || to < 0 || to >= stages.length) return undefined;
    [stages[index], stages[to]] = [stages[to], stages[index]];
    return stages;
  });
}

export function added_stage(recipe: JsonObject, index: number, stage: string): JsonObject {
  return with_stages(recipe, (stages) => {
    const id = fresh_stage_id(recipe, stage);
    stages.splice(index, 0, id === stage ? { stage } : { stage, id });
    return stages;
  });
}

/** Knobs no longer set what is not there; a knob that sets nothing goes. */
export function removed_stage(recipe: JsonObject, index: number): JsonObject {
  const id = id_of(Array.isArray(recipe.stages) ? recipe.stages[index] : undefined);
  const next = with_stages(recipe, (stages) => (index in stages ? stages.filter((_, i) => i !== index) : undefined));
  if (next === recipe || !is_object(recipe.knobs)) return next;
  const knobs = Object.entries(recipe.knobs).flatMap(([name, knob]): [string, Json][] => {
    if (!is_object(knob) || !is_object(knob.sets)) return [[name, knob]];
    const sets = Object.fromEntries(Object.entries(knob.sets).filter(([target]) => target.slice(0, target.lastIndexOf('.')) !== id));
    return Object.keys(sets).length > 0 ? [[name, { ...knob, sets }]] : [];
  });
  return { ...next, knobs: Object.fromEntries(knobs) };
}
