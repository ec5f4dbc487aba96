import type { WorldKind } from '../api/types';
import { from_hash, view_of } from '../state/address';
import { remember_world } from '../state/maker';
import { document_of, words } from '../state/recipe';
import { forget_work, works } from '../state/shelf';
import type { Studio } from '../state/studio';
import { icon_button } from './controls';
import { h, type Child } from './dom';
import { bytes_text } from './scale';
import { begin_tour } from './tour';

/** One dialog at a time, in the browser's own element: focus stays inside, Escape closes it. */
export function open_dialog(title: string, small: boolean, body: Child[], foot: Child[] = []): HTMLDialogElement {
  const dialog = h('dialog', { class: small ? 'small' : '', 'aria-label': title });
  dialog.append(
    h(
      'header',
      { class: 'dialog-head' },
      h('h2', {}, title),
      icon_button('close', 'Close', () => dialog.close()),
    ),
    h('div', { class: 'dialog-body' }, ...body),
  );
  if (foot.length > 0) dialog.append(h('footer', { class: 'dialog-foot' }, ...foot));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export const view_titles: Record<WorldKind, string> = {
  planet: 'Planet',
  map: 'Map',
  terrain: 'Terrain',
  voxels: 'Voxels',
  noise: 'Noise lab',
};
const group_titles: Record<WorldKind, string> = {
  planet: 'Planets',
  map: 'Maps that close onto themselves',
  terrain: 'Endless terrain',
  voxels: 'Endless voxels',
  noise: 'Noises',
};

/** Worlds that the server keeps: to open, or to delete. */
async function kept_worlds(studio: Studio, place: HTMLElement, close: () => void): Promise<void> {
  const worlds = await studio.client.worlds().catch(() => []);
  if (worlds.length === 0) return;
  const rows = worlds
    .slice()
    .reverse()
    .slice(0, 40)
    .map((world) => {
      const open = h(
        'button',
        { type: 'button', class: 'kept-open' },
        h('span', { class: 'card-title' }, words(world.name)),
        h(
          'span',
          { class: 'card-help' },
          `${view_titles[world.kind]} · seed ${world.seed} · ${bytes_text(world.bytes)} · ${world.made.slice(0, 16).replace('T', ' ')}`,
        ),
      );
      open.addEventListener('click', () => {
        close();
        studio.client.world(world.id).then(
          (info) => {
            if (!info.recipe) return;
            // A finished piece of land is looked at like a map; only endless worlds can be walked on.
            const kind = world.kind === 'terrain' && !world.endless ? 'map' : world.kind;
            const document = { kind, preset: '', title: words(world.name), recipe: info.recipe, seed: world.seed };
            remember_world(document, world.id);
            studio.open(document);
          },
          (error: unknown) => studio.fail(error),
        );
      });
      const row = h(
        'li',
        { class: 'kept' },
        open,
        icon_button('trash', `Delete ${world.name}, seed ${world.seed}`, () => {
          studio.client.remove(world.id).then(
            () => row.remove(),
            (error: unknown) => studio.fail(error),
          );
        }),
      );
      return row;
    });
  place.append(h('h3', {}, 'Worlds that are kept'), h('ul', { class: 'kept-list' }, ...rows));
}

/** What this browser keeps: every world that somebody changed, as it was left. */
async function own_worlds(studio: Studio, place: HTMLElement, close: () => void): Promise<void> {
  const list = await works().catch(() => []);
  const cards = list.flatMap((work) => {
    const view = view_of(work.hash);
    if (!view) return [];
    const picture = h('img', { alt: '', width: 320, height: 180 });
    if (work.picture) {
      picture.src = URL.createObjectURL(work.picture);
      picture.addEventListener('load', () => URL.revokeObjectURL(picture.src), { once: true });
    } else picture.style.visibility = 'hidden';
    const when = new Date(work.changed).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
    const open = h(
      'button',
      { type: 'button', class: 'card', 'data-work': work.name },
      picture,
      h(
        'div',
        { class: 'card-text' },
        h('div', { class: 'card-title' }, work.name),
        h('div', { class: 'card-help' }, `${view_titles[view]} · seed ${work.seed} · ${when}`),
      ),
    );
    open.addEventListener('click', () => {
      close();
      try {
        const address = from_hash(work.hash, studio.presets);
        if (address) studio.open_address(address);
      } catch (error) {
        studio.fail(error);
      }
    });
    const card = h(
      'div',
      { class: 'own-card' },
      open,
      icon_button('trash', `Forget ${work.name}`, () => void forget_work(work.id).then(() => card.remove())),
    );
    return [card];
  });
  if (cards.length > 0) place.append(h('h3', {}, 'Your worlds'), h('div', { class: 'cards' }, ...cards));
}

export function open_gallery(studio: Studio): void {
  const front = studio.view.value;
  const kinds = [front, ...(Object.keys(group_titles) as WorldKind[]).filter((kind) => kind !== front)];
  const body: Child[] = [];
  for (const kind of kinds) {
    const presets = studio.presets.filter((preset) => preset.kind === kind);
    if (presets.length === 0) continue;
    body.push(
      h('h3', {}, group_titles[kind]),
      h(
        'div',
        { class: 'cards' },
        ...presets.map((preset) => {
          const current = studio.document.preset === preset.id && kind === front;
          const picture = h('img', { src: studio.client.thumbnail(preset.id), alt: '', loading: 'lazy', width: 320, height: 180 });
          picture.addEventListener('error', () => (picture.style.visibility = 'hidden'));
          const card = h(
            'button',
            { type: 'button', class: 'card', 'aria-current': current ? 'true' : null, 'data-preset': preset.id },
            picture,
            h(
              'div',
              { class: 'card-text' },
              h('div', { class: 'card-title' }, preset.title),
              preset.help ? h('div', { class: 'card-help' }, preset.help) : null,
            ),
          );
          card.addEventListener('click', () => {
            dialog.close();
            studio.open(document_of(preset));
          });
          return card;
        }),
      ),
    );
  }
  const kept = h('div', {});
  const own = h('div', {});
  const dialog = open_dialog('Worlds', false, [own, ...body, kept]);
  void own_worlds(studio, own, () => dialog.close());
  void kept_worlds(studio, kept, () => dialog.close());
}

type Keys = readonly (readonly [string, string])[];

const everywhere: Keys = [
  ['1 … 5', 'Planet, Map, Terrain, Voxels, Noise lab'],
  ['G', 'Generate, or stop'],
  ['R', 'Another seed'],
  ['P', 'Presets'],
  ['X', 'Export'],
  ['[ ]', 'Left drawer, right drawer'],
  ['H', 'Hide everything but the world'],
  ['T', 'Dark or light'],
  ['Ctrl Z', 'Undo; with Shift: redo'],
  ['Ctrl S', 'Save the recipe'],
  ['Ctrl O', 'Open a recipe'],
  ['?', 'This help'],
];
const moving: Keys = [
  ['W A S D', 'Go; arrow keys, too'],
  ['Q E', 'Down, up'],
  ['Shift', 'Faster'],
  ['F', 'Walk or fly'],
  ['L', 'First person: the mouse looks around; Escape ends it'],
  ['B', 'Brush for terrain; dig and build voxels'],
  ['Right drag', 'Look around while the brush is up'],
  ['Alt Wheel', 'Size of the brush'],
  ['Drag', 'Look around; on maps and planets: move'],
  ['Wheel', 'Speed; on maps and planets: zoom'],
  ['+ −', 'Zoom of maps and planets'],
  ['Double click', 'Zoom in here'],
  ['Enter', 'What the middle of the view is: facts of a planet; a touch of the brush; dig or build'],
];

export function open_help(): void {
  const list = (keys: Keys) =>
    h(
      'dl',
      { class: 'keys' },
      ...keys.flatMap(([key, text]) => [
        h('dt', {}, ...key.split(' ').map((part) => (part === '…' ? ' … ' : h('kbd', {}, part)))),
        h('dd', {}, text),
      ]),
    );
  const again = h('button', { type: 'button', class: 'button' }, 'A first look around');
  const body = [
    h(
      'div',
      { class: 'key-columns' },
      h('div', {}, h('h3', {}, 'Everywhere'), list(everywhere)),
      h('div', {}, h('h3', {}, 'In the world'), list(moving)),
    ),
  ];
  const dialog = open_dialog('Keyboard and mouse', false, body, [again]);
  again.addEventListener('click', () => {
    dialog.close();
    begin_tour(document.getElementById('app')!, true);
  });
}
