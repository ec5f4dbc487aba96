import type { Studio } from '../state/studio';
import { icon_button } from './controls';
import { h } from './dom';

/** Errors and news in words, above the bar. Errors stay until they are closed or the recipe changes. */
export function make_notices(studio: Studio): HTMLElement {
  const element = h('div', { class: 'notices', role: 'alert' });
  studio.notice.changed((notice) => {
    if (!notice) return;
    for (const old of element.querySelectorAll('.notice')) old.remove();
    const box = h(
      'div',
      { class: notice.bad ? 'notice bad' : 'notice', 'data-role': notice.bad ? 'error' : 'news' },
      h('div', { class: 'notice-text' }, notice.text, notice.where ? h('span', { class: 'where' }, `At ${notice.where}`) : null),
      icon_button('close', 'Close', () => box.remove()),
    );
    element.append(box);
    if (!notice.bad) setTimeout(() => box.remove(), 4000);
  });
  studio.problem.changed((problem) => {
    if (!problem) for (const old of element.querySelectorAll('.notice.bad')) old.remove();
  });
  return element;
}
