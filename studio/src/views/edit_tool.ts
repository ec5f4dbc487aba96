import type { EditLog } from '../state/edits';
import { icon_button } from '../ui/controls';
import { h, is_typing } from '../ui/dom';

/** What tools that change a world share: a button and the key B, a strip that then unfolds, and steps back and forth. */
export abstract class EditTool<Place> {
  readonly button: HTMLButtonElement;
  readonly strip: HTMLElement;
  on = false;

  protected readonly undo_button: HTMLButtonElement;
  protected readonly redo_button: HTMLButtonElement;
  private readonly stops: (() => void)[] = [];

  constructor(
    readonly log: EditLog<Place>,
    names: { icon: Parameters<typeof icon_button>[0]; title: string; role: string; strip: string; step: string },
  ) {
    this.button = icon_button(names.icon, `${names.title} (B)`, () => this.set(!this.on), {
      'data-role': names.role,
      'aria-pressed': 'false',
    });
    this.undo_button = icon_button('undo', `Undo the last ${names.step} (Ctrl+Z)`, () => void log.undo(), { 'data-role': 'undo-edit' });
    this.redo_button = icon_button('redo', `Redo the ${names.step} (Ctrl+Shift+Z)`, () => void log.redo(), { 'data-role': 'redo-edit' });
    this.strip = h('div', { class: 'tool-strip second', role: 'group', 'aria-label': names.strip });
    this.strip.hidden = true;
    this.button.hidden = true;
    this.stops.push(
      log.state.watch(({ there, count, undone }) => {
        this.button.hidden = !there;
        if (!there && this.on) this.set(false);
        this.undo_button.disabled = count === 0;
        this.redo_button.disabled = undone === 0;
      }),
    );
    this.listen(window, 'keydown', (event: KeyboardEvent) => {
      const meant = event.code === 'KeyB' && !event.ctrlKey && !event.metaKey && !is_typing(event.target);
      if (meant && log.state.value.there && !document.querySelector('dialog[open]')) this.set(!this.on);
    });
  }

  /** With the key Enter the tool works on what is in the middle of the view. */
  protected on_enter(canvas: HTMLCanvasElement, work: () => void): void {
    this.listen(canvas, 'keydown', (event: KeyboardEvent) => {
      if (!this.on || event.key !== 'Enter' || event.ctrlKey) return;
      event.preventDefault();
      work();
    });
  }

  set(on: boolean): void {
    this.on = on;
    this.strip.hidden = !on;
    this.button.setAttribute('aria-pressed', String(on));
    this.moved();
  }

  /** Whether it is up: then steps are its own. */
  undo(): boolean {
    if (this.on) void this.log.undo();
    return this.on;
  }
  redo(): boolean {
    if (this.on) void this.log.redo();
    return this.on;
  }

  dispose(): void {
    for (const stop of this.stops) stop();
  }

  /** What is shown of it changes. */
  protected abstract moved(): void;

  protected listen(target: EventTarget, name: string, listener: (event: never) => void): void {
    target.addEventListener(name, listener as EventListener, { passive: false });
    this.stops.push(() => target.removeEventListener(name, listener as EventListener));
  }
}
