import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { Document } from './recipe';
import type { WorldKind } from '../api/types';

/** The whole world in a link: view, seed and recipe, deflated, as base64url behind the #. Nothing of it reaches a server's log. */
export interface Shared {
  view: WorldKind;
  document: Document;
}

const kinds: readonly WorldKind[] = ['planet', 'map', 'terrain', 'voxels', 'noise'];

export function to_base64url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function from_base64url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

export function to_hash(shared: Shared): string {
  const { document } = shared;
  const body = JSON.stringify({ v: 1, k: document.kind, t: document.title, p: document.preset, s: document.seed, r: document.recipe });
  return `#${shared.view}/${to_base64url(deflateSync(strToU8(body), { level: 9 }))}`;
}

/** Undefined where there is no world in the link; throws where there is one that cannot be read. */
export function from_hash(hash: string): Shared | undefined {
  const match = /^#([a-z]+)\/([A-Za-z0-9_-]+)$/.exec(hash);
  if (!match) return undefined;
  const view = kinds.find((kind) => kind === match[1]);
  if (!view) return undefined;
  const body = JSON.parse(strFromU8(inflateSync(from_base64url(match[2])))) as Record<string, unknown>;
  const kind = kinds.find((name) => name === body.k);
  if (body.v !== 1 || !kind || typeof body.r !== 'object' || body.r === null || typeof body.s !== 'number')
    throw new Error('the link is not one of a Craton world');
  const document: Document = {
    kind,
    preset: typeof body.p === 'string' ? body.p : '',
    title: typeof body.t === 'string' ? body.t : 'Shared world',
    recipe: body.r as Document['recipe'],
    seed: body.s,
  };
  return { view, document };
}
