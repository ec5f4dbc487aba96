import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { JsonObject, Preset, WorldKind } from '../api/types';
import { get_at, with_at } from './pointer';
import { document_of, equal, is_object, type Document } from './recipe';

/** How a view looks at its world: camera, layer, switches. Only what differs from the first look stands in it. */
export type Look = Readonly<Record<string, string>>;

/** All that the address holds: behind the #, so that nothing of it reaches a server's log. */
export interface Address {
  view: WorldKind;
  document: Document;
  look: Look;
}

const kinds: readonly WorldKind[] = ['planet', 'map', 'terrain', 'voxels', 'noise'];
const name_key = 'name';

export function to_base64url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function from_base64url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/**
 * #map/country/31415 is a preset with a seed, #map/country/31415/land=0.4,rain=0.6 one with knobs turned. Whatever else is changed
 * makes it #map/… with the whole recipe, deflated, as base64url. Behind a ? follows how it is looked at.
 */
export function to_hash({ view, document, look }: Address, presets: readonly Preset[] = []): string {
  const preset = presets.find((entry) => entry.id === document.preset && entry.kind === document.kind);
  const plain = preset && view === document.kind ? plain_words(document, preset) : undefined;
  const name: Look = plain !== undefined && document.title !== preset?.title ? { [name_key]: document.title } : {};
  return `#${view}/${plain ?? packed(document)}${look_text({ ...name, ...look })}`;
}

/** Undefined where there is no world in the address; throws where there is one that cannot be read. */
export function from_hash(hash: string, presets: readonly Preset[] = []): Address | undefined {
  const [path, query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [first, ...rest] = path.split('/');
  const view = kinds.find((kind) => kind === first);
  if (!view || rest.length === 0) return undefined;
  const { [name_key]: name, ...look } = look_of(query);
  if (rest.length === 1) return { view, document: unpacked(rest[0]), look };
  const document = from_plain(view, rest, presets);
  return { view, document: name === undefined ? document : { ...document, title: name }, look };
}

/** The view that an address names, whatever else it says. */
export function view_of(hash: string): WorldKind | undefined {
  return kinds.find((kind) => kind === hash.replace(/^#/, '').split(/[/?]/)[0]);
}

function plain_words(document: Document, preset: Preset): string | undefined {
  const turned: string[] = [];
  let recipe: JsonObject = preset.recipe;
  for (const { name, path } of preset.knobs) {
    const value = get_at(document.recipe, path);
    if (typeof value !== 'number' || value === get_at(preset.recipe, path)) continue;
    turned.push(`${encodeURIComponent(name)}=${value}`);
    recipe = with_at(recipe, path, value) as JsonObject;
  }
  if (!equal(recipe, document.recipe)) return undefined;
  return `${encodeURIComponent(preset.id)}/${document.seed}${turned.length > 0 ? `/${turned.join(',')}` : ''}`;
}

function from_plain(view: WorldKind, [id, seed_text, knobs = '']: string[], presets: readonly Preset[]): Document {
  const preset = presets.find((entry) => entry.id === decodeURIComponent(id) && entry.kind === view);
  if (!preset) throw new Error(`this studio has no preset “${decodeURIComponent(id)}”`);
  const seed = Number(seed_text);
  if (seed_text === '' || !Number.isSafeInteger(seed) || seed < 0) throw new Error(`“${seed_text}” is no seed`);
  let document = document_of(preset, seed);
  for (const pair of knobs === '' ? [] : knobs.split(',')) {
    const [name, value] = pair.split('=', 2).map(decodeURIComponent);
    const knob = preset.knobs.find((entry) => entry.name === name);
    if (!knob) throw new Error(`the preset “${preset.title}” has no knob “${name}”`);
    if (value === undefined || value === '' || !Number.isFinite(Number(value))) throw new Error(`“${pair}” sets no number`);
    const recipe = with_at(document.recipe, knob.path, Number(value));
    if (is_object(recipe)) document = { ...document, recipe };
  }
  return document;
}

function packed(document: Document): string {
  const body = JSON.stringify({ v: 1, k: document.kind, t: document.title, p: document.preset, s: document.seed, r: document.recipe });
  return to_base64url(deflateSync(strToU8(body), { level: 9 }));
}

function unpacked(text: string): Document {
  const body = JSON.parse(strFromU8(inflateSync(from_base64url(text)))) as Record<string, unknown>;
  const kind = kinds.find((name) => name === body.k);
  if (body.v !== 1 || !kind || typeof body.r !== 'object' || body.r === null || typeof body.s !== 'number')
    throw new Error('the link is not one of a Craton world');
  return {
    kind,
    preset: typeof body.p === 'string' ? body.p : '',
    title: typeof body.t === 'string' ? body.t : 'Shared world',
    recipe: body.r as JsonObject,
    seed: body.s,
  };
}

function look_text(look: Look): string {
  const parts = Object.entries(look).map(([key, value]) => {
    const text = encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%20', '+');
    return `${encodeURIComponent(key)}=${text}`;
  });
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

function look_of(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** Numbers of a look, short; `undefined` where there are not as many as wanted. */
export function numbers_of(text: string | undefined, count: number): number[] | undefined {
  const numbers = (text ?? '').split(',').map(Number);
  return text && numbers.length === count && numbers.every(Number.isFinite) ? numbers : undefined;
}

/** Numbers with so many digits behind the point, as a look keeps them. */
export function numbers_text(...parts: readonly (readonly [value: number, digits: number])[]): string {
  return parts.map(([value, digits]) => String(Number(value.toFixed(digits)))).join(',');
}
