import { h } from './dom';
import { icon, type IconName } from './icons';

export interface MenuEntry {
  text: string;
  icon?: IconName;
  aside?: string;
  act: () => void;
}

/** A list beside what opened it; arrow keys go through it, Escape and clicks elsewhere close it. */
export function open_menu(anchor: HTMLElement, entries: readonly MenuEntry[], empty = ''): void {
  const menu = h('div', { class: 'menu', role: 'menu', tabindex: -1 });
  const close = () => {
    menu.remove();
    window.removeEventListener('pointerdown', outside, true);
    anchor.setAttribute('aria-expanded', 'false');
  };
  const outside = (event: Event) => {
    if (!menu.contains(event.target as Node)) close();
  };
  for (const entry of entries) {
    const button = h(
      'button',
      { type: 'button', role: 'menuitem' },
      entry.icon ? (icon(entry.icon) as unknown as HTMLElement) : null,
      entry.text,
      entry.aside ? h('span', { class: 'aside' }, entry.aside) : null,
    );
    button.addEventListener('click', () => {
      close();
      entry.act();
    });
    menu.append(button);
  }
  if (entries.length === 0) menu.append(h('div', { class: 'empty' }, empty));
  menu.addEventListener('keydown', (event) => {
    const buttons = [...menu.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === 'Escape') {
      close();
      anchor.focus();
    } else if (event.key === 'ArrowDown') buttons[(at + 1) % buttons.length]?.focus();
    else if (event.key === 'ArrowUp') buttons.at(at - 1)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(menu);
  const box = anchor.getBoundingClientRect();
  const size = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - size.width - 8))}px`;
  menu.style.top =
    box.bottom + size.height + 8 < window.innerHeight ? `${box.bottom + 4}px` : `${Math.max(8, box.top - size.height - 4)}px`;
  anchor.setAttribute('aria-expanded', 'true');
  (menu.querySelector('button') ?? menu).focus();
  window.addEventListener('pointerdown', outside, true);
}
