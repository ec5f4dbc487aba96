import { settings } from '../state/settings';
import type { Step, Studio } from '../state/studio';
import { icon_button } from './controls';
import { h, replace } from './dom';
import { icon } from './icons';
import { open_menu } from './menu';

/** The bar at the bottom: seed, generate or stop, progress, timeline. Its parts keep their places, whatever happens. */
export function make_bar(studio: Studio): HTMLElement {
  const steer = steer_part(studio);
  const timeline = timeline_part(studio);
  // Endless worlds and noises are there at once: nothing to pause, and no steps to look back at.
  studio.view.watch((view) => {
    for (const part of [steer, timeline]) part.classList.toggle('away', view !== 'map' && view !== 'planet');
  });
  return h(
    'footer',
    { class: 'bar', 'aria-label': 'Seed, progress and timeline' },
    seed_part(studio),
    go_part(studio),
    steer,
    status_part(studio),
    timeline,
  );
}

function seed_part(studio: Studio): HTMLElement {
  const field = h('input', {
    class: 'seed',
    type: 'text',
    inputmode: 'numeric',
    'aria-label': 'Seed',
    title: 'Seed: the same seed and recipe give the same world',
    spellcheck: 'false',
    'data-role': 'seed',
  });
  field.addEventListener('change', () => {
    const typed = Number(field.value.trim());
    if (Number.isSafeInteger(typed) && typed >= 0 && field.value.trim() !== '') studio.set_seed(typed);
    else studio.fail(new Error('A seed is a whole number from 0 to 9007199254740991.'));
    field.value = String(studio.document.seed);
  });
  // Keys are the world's again.
  field.addEventListener('keydown', (event) => event.key === 'Enter' && field.blur());
  studio.edit.watch(({ document }) => {
    if (window.document.activeElement !== field) field.value = String(document.seed);
  });
  const dice = icon_button('dice', 'Another seed (R)', () => studio.roll(), { 'data-role': 'dice' });
  const history = icon_button(
    'history',
    'Seeds used before',
    () => {
      const seeds = settings.value.seeds;
      open_menu(
        history,
        seeds.length === 0 ? [] : seeds.map((seed) => ({ text: String(seed), act: () => studio.set_seed(seed) })),
        'No other seed yet.',
      );
    },
    { 'aria-haspopup': 'menu' },
  );
  return h('div', { class: 'group' }, field, dice, history);
}

function go_part(studio: Studio): HTMLElement {
  const button = h('button', { type: 'button', class: 'button primary', 'data-role': 'generate' });
  button.addEventListener('click', () => {
    if (studio.work.value.busy) studio.stop.set(studio.stop.value + 1);
    else studio.start.set(studio.start.value + 1);
  });
  let shown: boolean | undefined;
  studio.work.watch(({ busy }) => {
    if (busy === shown) return;
    shown = busy;
    replace(button, icon(busy ? 'stop' : 'play'), busy ? 'Stop' : 'Generate');
    button.title = busy ? 'Stop (G)' : 'Make the world in full (G)';
  });
  return button;
}

/** Pause and finish, for work that can be steered; they keep their place while there is none. */
function steer_part(studio: Studio): HTMLElement {
  const pause = icon_button('pause', 'Pause', () => studio.steer.set({ what: studio.work.value.paused ? 'resume' : 'pause' }), {
    'data-role': 'pause',
  });
  const finish = icon_button('finish', 'Finish: end the iterations of this stage', () => studio.steer.set({ what: 'finish' }), {
    'data-role': 'finish',
  });
  let shown = '';
  studio.work.watch(({ busy, steerable, paused }) => {
    const key = `${busy && steerable} ${paused}`;
    if (key === shown) return;
    shown = key;
    pause.disabled = finish.disabled = !(busy && steerable);
    replace(pause, icon(paused ? 'play' : 'pause'));
    pause.title = paused ? 'Go on' : 'Pause';
    pause.setAttribute('aria-label', pause.title);
  });
  return h('div', { class: 'group steer' }, pause, finish);
}

function status_part(studio: Studio): HTMLElement {
  const what = h('span', { class: 'what', role: 'status', 'data-role': 'status' });
  const share = h('span', { class: 'share' });
  const fill = h('div', {});
  const meter = h('div', { class: 'meter', role: 'progressbar', 'aria-label': 'Progress', 'aria-valuemin': 0, 'aria-valuemax': 100 }, fill);
  studio.work.watch((work) => {
    what.textContent = work.what || (work.busy ? 'Working…' : 'Ready');
    what.title = what.textContent;
    const part = work.busy ? (work.share ?? 0) : 0;
    share.textContent = work.busy && work.share !== undefined ? `${Math.round(part * 100)}%` : '';
    fill.style.transform = `scaleX(${part})`;
    meter.setAttribute('aria-valuenow', String(Math.round(part * 100)));
  });
  return h('div', { class: 'status' }, h('div', { class: 'status-line' }, what, share), meter);
}

/** The step after the one that is looked at; from the finished world the first. As many as there are: the finished world. */
export function next_step(steps: readonly Step[], at: number | undefined): number {
  return at === undefined ? 0 : Math.min(steps.length, at + 1);
}

/** The end of the stage that is looked at; from such an end, that of the next one. */
export function stage_end(steps: readonly Step[], at: number | undefined): number {
  const from = at === undefined ? 0 : steps[at]?.iteration === Infinity ? at + 1 : at;
  const end = steps.findIndex((step, index) => index >= from && step.iteration === Infinity);
  return end < 0 ? steps.length : end;
}

function timeline_part(studio: Studio): HTMLElement {
  const range = h('input', {
    type: 'range',
    class: 'range',
    min: 0,
    max: 0,
    step: 1,
    'aria-label': 'Step of the generation',
    'data-role': 'timeline',
  });
  const ticks = h('div', { class: 'ticks' });
  const name = h('span', { class: 'step-name' });
  let timer = 0;
  const last = () => studio.steps.value.length;
  const look = (index: number) => studio.step.set(index >= last() ? undefined : index);
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    replace(play, icon('play'));
    play.setAttribute('aria-label', 'Play the steps of the generation');
  };
  const play = icon_button('play', 'Play the steps of the generation', () => {
    if (timer) {
      pause();
      return;
    }
    replace(play, icon('pause'));
    play.setAttribute('aria-label', 'Pause');
    if (studio.step.value === undefined) look(0);
    timer = window.setInterval(
      () => {
        look((studio.step.value ?? last()) + 1);
        if (studio.step.value === undefined) pause();
      },
      Math.max(120, Math.min(700, 14000 / last())),
    );
  });
  const step = icon_button(
    'step',
    'One step of the making',
    () => {
      pause();
      look(next_step(studio.steps.value, studio.step.value));
    },
    { 'data-role': 'step' },
  );
  const skip = icon_button(
    'skip',
    'To the end of this stage',
    () => {
      pause();
      look(stage_end(studio.steps.value, studio.step.value));
    },
    { 'data-role': 'stage-end' },
  );
  range.addEventListener('input', () => {
    pause();
    look(Number(range.value));
  });
  const show = () => {
    const steps = studio.steps.value;
    const at = studio.step.value ?? steps.length;
    range.max = String(Math.max(1, steps.length));
    range.value = String(steps.length === 0 ? 1 : at);
    range.style.setProperty('--fill', `${steps.length === 0 ? 0 : (at / steps.length) * 100}%`);
    range.disabled = play.disabled = step.disabled = skip.disabled = steps.length === 0;
    name.textContent = steps.length === 0 ? 'Timeline' : (steps.at(at)?.title ?? (studio.work.value.busy ? 'Being made…' : 'Finished'));
    range.setAttribute('aria-valuetext', name.textContent);
    // Many steps would make a comb.
    const every = Math.ceil(steps.length / 24);
    replace(
      ticks,
      ...steps.flatMap((step, index) => {
        if (index % every !== 0) return [];
        const tick = h('span', { class: index < at ? 'tick seen' : 'tick', title: step.title });
        tick.style.left = `${(index / steps.length) * 100}%`;
        return [tick];
      }),
    );
  };
  studio.steps.watch(show);
  let was_busy = false;
  studio.work.changed(({ busy }) => {
    if (busy !== was_busy) show();
    was_busy = busy;
  });
  studio.step.changed(show);
  return h('div', { class: 'timeline' }, h('div', { class: 'group' }, play, step, skip), h('div', { class: 'track' }, ticks, range), name);
}
