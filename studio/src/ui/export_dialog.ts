import { is_abort } from '../api/client';
import { words_of, type Studio } from '../state/studio';
import type { ExportChoice } from '../views/view';
import { open_dialog } from './dialogs';
import { fresh_id, h } from './dom';
import { download } from './files';

/** What can be taken away from the view in front. */
export function open_export(studio: Studio, choices: readonly ExportChoice[]): void {
  const name = fresh_id('export');
  const abort = new AbortController();
  let chosen = choices.at(0);
  const chosen_sizes = new Map(choices.map((choice) => [choice, choice.usual_size ?? 0]));
  const rows = choices.map((choice) => {
    const input = h('input', { type: 'radio', name, value: choice.id });
    input.checked = choice === chosen;
    input.addEventListener('change', () => (chosen = choice));
    const cost = h('span', { class: 'export-cost' });
    const tell = () => (cost.textContent = choice.cost?.(chosen_sizes.get(choice) ?? 0) ?? '');
    tell();
    const label = h(
      'label',
      { class: 'export-label' },
      input,
      h('span', {}, h('span', { class: 'card-title' }, choice.title), h('span', { class: 'card-help' }, choice.help), cost),
    );
    if (!choice.sizes) return h('div', { class: 'export-row' }, label);
    const size = h(
      'select',
      { class: 'select', 'aria-label': `${choice.title}: pixels of the longer side` },
      ...choice.sizes.map((pixels) => h('option', { value: pixels, selected: pixels === choice.usual_size }, `${pixels} px`)),
    );
    size.addEventListener('change', () => {
      chosen_sizes.set(choice, Number(size.value));
      input.checked = true;
      chosen = choice;
      tell();
    });
    return h('div', { class: 'export-row' }, label, size);
  });
  const fill = h('div', {});
  const meter = h('div', { class: 'meter', role: 'progressbar', 'aria-label': 'Progress of the export' }, fill);
  const problem = h('p', { class: 'hint', role: 'alert' });
  const go = h('button', { type: 'button', class: 'button primary', 'data-role': 'export' }, 'Export');
  go.disabled = choices.length === 0;
  go.addEventListener('click', () => {
    if (!chosen) return;
    go.disabled = true;
    problem.textContent = '';
    fill.style.transform = 'scaleX(0.05)';
    chosen
      .make((share) => (fill.style.transform = `scaleX(${share})`), abort.signal, chosen_sizes.get(chosen) ?? 0)
      .then(
        ({ name: file, content }) => {
          download(file, content);
          dialog.close();
          studio.say(`${file} is on its way to your downloads.`);
        },
        (error: unknown) => {
          go.disabled = false;
          fill.style.transform = 'scaleX(0)';
          if (!is_abort(error)) problem.textContent = words_of(error).message;
        },
      );
  });
  const body =
    choices.length > 0
      ? [h('div', { class: 'export-list', role: 'radiogroup', 'aria-label': 'What to export' }, ...rows), meter, problem]
      : [h('p', { class: 'hint' }, 'There is nothing to export yet. Generate a world first.')];
  const dialog = open_dialog('Export', true, body, [go]);
  dialog.addEventListener('close', () => abort.abort());
}
