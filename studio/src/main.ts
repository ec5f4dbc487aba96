import { Client } from './api/client';
import { from_hash } from './state/share';
import { settings } from './state/settings';
import { Studio, words_of } from './state/studio';
import { h, replace } from './ui/dom';
import { Shell } from './ui/shell';

async function start(root: HTMLElement): Promise<void> {
  const client = new Client();
  const [about, presets, stages, noises] = await Promise.all([client.about(), client.presets(), client.stages(), client.noises()]);
  const studio = new Studio(client, about, presets, stages.stages, noises, stages.voxels);
  let problem: unknown;
  try {
    const shared = from_hash(location.hash);
    if (shared) {
      studio.view.set(shared.view);
      studio.open(shared.document);
    } else {
      const name = location.hash.slice(1);
      if (name === 'planet' || name === 'map' || name === 'terrain' || name === 'voxels' || name === 'noise') studio.view.set(name);
    }
  } catch (error) {
    problem = error;
  }
  const shell = new Shell(studio, root);
  if (problem) studio.fail(new Error(`The link cannot be read: ${words_of(problem).message}`));
  // Tests ask what is drawn, and drive the studio where a mouse would be slow.
  Object.assign(window, { craton: { studio, facts: () => shell.facts() } });
}

const root = document.getElementById('app')!;
document.documentElement.dataset.theme = settings.value.theme;
replace(root, h('div', { class: 'veil' }, h('div', { class: 'spinner' })));
start(root).catch((error: unknown) => {
  replace(root, h('div', { class: 'veil', role: 'alert' }, h('h2', {}, 'The studio cannot start'), h('p', {}, words_of(error).message)));
});
