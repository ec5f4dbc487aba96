import { h } from '../ui/dom';

/** What lies over a world: nothing, the wait for a first picture, or the wait for another world than the one that is still seen. */
export type Cover = 'none' | 'first' | 'other';

const words: Record<Exclude<Cover, 'none'>, string> = {
  first: 'Drawing a first picture…',
  other: 'Making another world…',
};

/** How a world is covered: `shown` is whether something of it is seen, `step` whether a step of its making is looked at. */
export function cover_of({ other, shown, step }: { other: boolean; shown: boolean; step: boolean }): Cover {
  // Whoever looks back at how it was made sees that, whatever is still to come.
  if (step) return 'none';
  if (!shown) return 'first';
  return other ? 'other' : 'none';
}

export class Veil {
  private readonly text = h('p', {}, words.first);
  readonly element = h('div', { class: 'veil', role: 'status' }, h('div', { class: 'spinner' }), this.text);

  set(cover: Cover): void {
    this.element.classList.toggle('gone', cover === 'none');
    this.element.classList.toggle('over', cover === 'other');
    if (cover !== 'none') this.text.textContent = words[cover];
  }
}
