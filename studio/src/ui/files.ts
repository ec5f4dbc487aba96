import { kind_of, parse_recipe } from '../state/recipe';
import { to_hash } from '../state/address';
import { words_of, type Studio } from '../state/studio';
import { h } from './dom';

export function download(name: string, content: Blob | string): void {
  const url = typeof content === 'string' ? content : URL.createObjectURL(content);
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  if (typeof content !== 'string') setTimeout(() => URL.revokeObjectURL(url), 10000);
}

export function file_name(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'world'
  );
}

/** The recipe with the seed that is shown, as a file that `craton make` reads. */
export function save_recipe(studio: Studio): void {
  const { recipe, seed, title, kind } = studio.document;
  const whole = kind === 'noise' ? recipe : { ...recipe, seed };
  download(`${file_name(title)}.json`, new Blob([JSON.stringify(whole, null, 2), '\n'], { type: 'application/json' }));
}

export function open_recipe(studio: Studio): void {
  choose_file((file) => void read_recipe(studio, file));
}

/** A table of biomes for voxel worlds (docs/voxels.md), read from a file. */
export function open_table(studio: Studio): void {
  choose_file((file) => {
    file
      .text()
      .then((text) => studio.set('/table', parse_recipe(text), true, false))
      .catch((error: unknown) => {
        studio.fail(new Error(`${file.name} is not a table: ${words_of(error).message}`));
      });
  });
}

function choose_file(then: (file: File) => void): void {
  const input = h('input', { type: 'file', accept: '.json,application/json' });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) then(file);
  });
  input.click();
}

export async function read_recipe(studio: Studio, file: File): Promise<void> {
  try {
    const recipe = parse_recipe(await file.text());
    const name = typeof recipe.name === 'string' ? recipe.name : file.name.replace(/\.json$/, '');
    const seed = typeof recipe.seed === 'number' ? recipe.seed : 7;
    studio.open({ kind: kind_of(recipe), preset: '', title: name, recipe, seed });
  } catch (error) {
    studio.fail(new Error(`${file.name} is not a recipe: ${words_of(error).message}`));
  }
}

/** The address holds the world and how it is looked at, so that it opens on any studio. */
export async function share_link(studio: Studio): Promise<void> {
  const hash = to_hash({ view: studio.view.value, document: studio.document, look: studio.look_now() }, studio.presets);
  const link = new URL(hash, location.href).href;
  const without = studio.beyond_link.value && ` ${studio.beyond_link.value}`;
  try {
    await navigator.clipboard.writeText(link);
    studio.say(`The link is copied. It holds the world and how you look at it.${without}`);
  } catch {
    studio.say(`The link is the address of this page: it holds the world and how you look at it.${without}`);
  }
}
