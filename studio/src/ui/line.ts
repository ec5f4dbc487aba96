import { connection } from '../api/connection';
import { h } from './dom';

/** While the server is away the page says so, and when it will ask again; what has come can still be looked at. */
export function make_line(): HTMLElement {
  const text = h('span', {});
  const now = h('button', { type: 'button', class: 'button' }, 'Try now');
  now.addEventListener('click', () => connection.hurry());
  const element = h('div', { class: 'line', role: 'status', 'data-role': 'away' }, text, now);
  let timer = 0;
  connection.line.watch(({ away, next }) => {
    clearInterval(timer);
    element.classList.toggle('away', away);
    if (!away) {
      text.textContent = '';
      return;
    }
    let left = Math.ceil(next / 1000);
    const show = () =>
      (text.textContent = `The server does not answer. What has come stays; ${left > 0 ? `asking again in ${left} s.` : 'asking…'}`);
    show();
    timer = window.setInterval(() => {
      left = Math.max(0, left - 1);
      show();
    }, 1000);
  });
  return element;
}
