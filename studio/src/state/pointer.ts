import type { Json, JsonObject } from '../api/types';

/** JSON pointers (RFC 6901): places in a recipe, as the server's errors name them. */
export function parts_of(path: string): string[] {
  if (path === '' || path === '/') return [];
  return path
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function pointer(...parts: (string | number)[]): string {
  return parts.map((part) => '/' + String(part).replaceAll('~', '~0').replaceAll('/', '~1')).join('');
}

export function get_at(root: Json, path: string): Json | undefined {
  let here: Json | undefined = root;
  for (const part of parts_of(path)) {
    if (Array.isArray(here)) here = here[Number(part)];
    else if (here !== null && typeof here === 'object') here = here[part];
    else return undefined;
  }
  return here;
}

/** The same document with one place changed; everything beside the way to it is shared. `undefined` removes the key. */
export function with_at(root: Json, path: string, value: Json | undefined): Json {
  const go = (here: Json | undefined, parts: string[]): Json | undefined => {
    if (parts.length === 0) return value;
    const [part, ...rest] = parts;
    if (Array.isArray(here)) {
      const copy = [...here];
      const next = go(copy[Number(part)], rest);
      if (next === undefined) copy.splice(Number(part), 1);
      else copy[Number(part)] = next;
      return copy;
    }
    const copy: JsonObject = here !== null && typeof here === 'object' ? { ...here } : {};
    const next = go(copy[part], rest);
    if (next === undefined) {
      delete copy[part];
    } else {
      copy[part] = next;
    }
    return copy;
  };
  return go(root, parts_of(path)) ?? null;
}
