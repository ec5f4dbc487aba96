import { Client } from './api/client';
import { browser, Keeper } from './state/keeper';
import { settings } from './state/settings';
import { Studio, words_of } from './state/studio';
import { h, replace } from './ui/dom';
import { Autosave } from './ui/autosave';
import { Shell } from './ui/shell';

async function start(root: HTMLElement): Promise<void> {
  const client = new Client();
  const [about, presets, stages, noises] = await Promise.all([client.about(), client.presets(), client.stages(), client.noises()]);
  const studio = new Studio(client, about, presets, stages.stages, noises, stages.voxels, stages.domains);
  const keeper = new Keeper(studio, browser);
  const problem = keeper.begin();
  const shell = new Shell(studio, root);
  keeper.write(false);
  if (problem) studio.fail(problem);
  window.addEventListener('popstate', () => {
    const wrong = keeper.go();
    if (wrong) studio.fail(wrong);
  });
  // The camera moves without telling; what it shows must be in the address before anybody copies it.
  setInterval(() => document.hidden || keeper.write(false), 300);
  new Autosave(studio, shell).start();
  // Tests ask what is drawn, and drive the studio where a mouse would be slow.
  Object.assign(window, { craton: { studio, facts: () => shell.facts() } });
}

const root = document.getElementById('app')!;
document.documentElement.dataset.theme = settings.value.theme;
replace(root, h('div', { class: 'veil' }, h('div', { class: 'spinner' })));
start(root).catch((error: unknown) => {
  replace(root, h('div', { class: 'veil', role: 'alert' }, h('h2', {}, 'The studio cannot start'), h('p', {}, words_of(error).message)));
});
