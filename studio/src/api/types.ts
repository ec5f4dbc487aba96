/** What the server speaks (apps/server, GET /api/v1/openapi.json), as far as the page uses it. */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** What went wrong, in words; `path` is the place in the recipe ("/stages/3/strength"). */
export interface ErrorBody {
  code: string;
  path: string;
  message: string;
}

export type WorldKind = 'planet' | 'map' | 'terrain' | 'voxels' | 'noise';

export interface Limits {
  preview_size?: number;
  [name: string]: number | undefined;
}

export interface About {
  version: string;
  abi?: number | string;
  threads: number;
  limits: Limits;
}

export type ParamType = 'boolean' | 'integer' | 'number' | 'choice' | 'numbers' | 'text' | 'layer' | 'noise';

/** One declaration of a parameter, as it stands beside the algorithm. */
export interface ParamInfo {
  name: string;
  type: ParamType;
  default: Json;
  min?: number;
  max?: number;
  unit: string;
  help: string;
  choices?: string[];
  max_length?: number;
  may_be_layer?: boolean;
  may_be_noise?: boolean;
}

export interface StageInfo {
  id: string;
  title: string;
  help: string;
  cite?: string;
  params: ParamInfo[];
}

/** Where a world may lie: a torus, a sphere, a tile of the plane. */
export interface DomainInfo {
  id: string;
  title: string;
  help: string;
  params: ParamInfo[];
}

export interface NoiseKind {
  id: string;
  title: string;
  help: string;
  params: ParamInfo[];
  /** Names of the noises inside it: "source", "a", "b", "by" … */
  inputs: string[];
}

export interface Knob {
  name: string;
  title: string;
  help: string;
  min: number;
  max: number;
  step: number;
  default: number;
  /** Place in the recipe that it sets: "/knobs/land/value". */
  path: string;
}

export interface Preset {
  id: string;
  title: string;
  help?: string;
  kind: WorldKind;
  recipe: JsonObject;
  knobs: Knob[];
}

export interface WorldSummary {
  id: string;
  name: string;
  kind: WorldKind;
  seed: number;
  made: string;
  bytes: number;
  /** A recipe with edits, to be walked on; other worlds are finished ones. */
  endless?: boolean;
}

export interface Category {
  value: number;
  name: string;
  colour: string;
}

export interface LayerInfo {
  name: string;
  title?: string;
  unit: string;
  min: number;
  max: number;
  type: 'number' | 'integer' | 'category';
  categories?: Category[];
}

export interface Domain {
  kind: 'plane' | 'torus' | 'sphere';
  width?: number;
  height?: number;
  step?: number;
  resolution?: number;
  radius?: number;
  /** Of the warp of a planet's cube. */
  theta?: number;
}

export interface WorldInfo extends WorldSummary {
  domain: Domain;
  layers: LayerInfo[];
  objects: { name: string; count: number }[];
  /** Pictures that the server draws of it: natural, atlas, … */
  styles?: string[];
  recipe?: JsonObject;
  /** The seed that was asked for, where requirements led to another one. */
  asked_seed?: number;
  /** Of its largest tiles: levels 0 … deepest. */
  deepest?: number;
}

export type JobState = 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';

export interface Job {
  id: string;
  state: JobState;
  progress: number;
  stage?: string;
  world?: string;
  file?: string;
  error?: ErrorBody;
}

export interface StageEvent {
  index: number;
  count?: number;
  id: string;
  title?: string;
  picture?: string;
}

/** What the world looked like within a stage. */
export interface IterationEvent extends StageEvent {
  iteration: number;
  iterations: number;
}

/** Facts about a place: layers by name, with words for categories. */
export type PlaceFacts = Record<string, Json>;

export interface NoiseMeasure {
  mean: number;
  deviation: number;
  min: number;
  max: number;
  histogram: { from: number; to: number; counts: number[] };
  /** Power by radial frequency, cycles per metre. */
  spectrum: { frequency: number[]; power: number[] };
  slope?: number;
  [name: string]: Json | undefined;
}

/** What was changed by hand in an endless world. */
export interface EditList {
  revision: number;
  count: number;
  undone: number;
  edits: { number: number; text: string; undone: boolean }[];
  /** What is in force as orders that do it again: strokes by step, or all voxels; null where that cannot be told. */
  steps?: JsonObject[][] | null;
  voxels?: JsonObject[] | null;
}

export interface EditAnswer<Place> {
  revision: number;
  count: number;
  undone: number;
  /** How many steps. */
  done: number;
  /** What has to be asked for again: squares of terrain, chunks of voxels. */
  changed: Place[];
}

/** Metres. */
export interface EditSquare {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** What tiles of an endless terrain are like. */
export interface TerrainInfo {
  cells: number;
  step: number;
  layers: (string | { name: string; categories?: Category[] | string[] })[];
  /** Kinds of things that stand on it. */
  scatter?: string[];
  brush?: ParamInfo[];
  tools?: string[];
  /** Where it is worth seeing, in metres, if the land tells. */
  sight?: { x: number; y: number };
}

export interface Plates {
  plates: {
    number: number;
    lat?: number;
    lon?: number;
    x?: number;
    y?: number;
    motion: [number, number];
    rotation?: [number, number, number];
  }[];
  unit: string;
}
