import type { WorldKind } from '../api/types';
import { change_settings, settings, small_window } from '../state/settings';
import { view_names, type Studio } from '../state/studio';
import type { MakeView, View } from '../views/view';
import { make_bar } from './bar';
import { icon_button } from './controls';
import { h, is_typing, replace } from './dom';
import { open_gallery, open_help, view_titles } from './dialogs';
import { open_export } from './export_dialog';
import { open_recipe, read_recipe, save_recipe, share_link } from './files';
import { icon } from './icons';
import { LeftDrawer } from './left_drawer';
import { open_menu } from './menu';
import { make_line } from './line';
import { make_notices } from './notices';

/** Views are loaded when they are first opened, so that the page appears before three.js does. */
const loaders: Record<WorldKind, () => Promise<MakeView>> = {
  planet: () => import('../views/planet/planet_view').then((module) => module.make_planet_view),
  map: () => import('../views/map/map_view').then((module) => module.make_map_view),
  terrain: () => import('../views/terrain/terrain_view').then((module) => module.make_terrain_view),
  voxels: () => import('../views/voxels/voxel_view').then((module) => module.make_voxel_view),
  noise: () => import('../views/noise/noise_view').then((module) => module.make_noise_view),
};

/** How much of a phone's window an open drawer takes, as phone.css has it. */
const sheet_share = 0.46;

export class Shell {
  private readonly stage = h('main', { class: 'stage', 'aria-label': 'World' });
  private readonly right_body = h('div', { class: 'drawer-body' });
  private readonly right = h('aside', { class: 'drawer drawer-right', 'aria-label': 'Layers and facts' });
  private readonly left: LeftDrawer;
  private view: View | undefined;
  private shown: WorldKind = 'planet';
  private turn = 0;
  private bare = false;

  constructor(
    private readonly studio: Studio,
    root: HTMLElement,
  ) {
    this.left = new LeftDrawer(studio, { gallery: () => open_gallery(studio), menu: (anchor) => this.open_recipe_menu(anchor) });
    this.left.element.querySelector('header')?.append(icon_button('close', 'Fold the drawer ([)', () => change_settings({ left: false })));
    this.right.append(
      h(
        'header',
        { class: 'drawer-head' },
        h('h2', {}, 'Layers and facts'),
        icon_button('close', 'Fold the drawer (])', () => change_settings({ right: false })),
      ),
      this.right_body,
    );
    const left_tab = h(
      'button',
      { type: 'button', class: 'drawer-tab left', 'aria-label': 'Unfold the drawer of knobs', title: 'Knobs and stages ([)' },
      icon('sliders'),
    );
    left_tab.addEventListener('click', () => change_settings({ left: true }));
    const right_tab = h(
      'button',
      { type: 'button', class: 'drawer-tab right', 'aria-label': 'Unfold the drawer of layers', title: 'Layers and facts (])' },
      icon('layers'),
    );
    right_tab.addEventListener('click', () => change_settings({ right: true }));
    const rail = this.make_rail();
    const bar = make_bar(studio);
    replace(root, rail, this.stage, left_tab, right_tab, this.left.element, this.right, bar, make_notices(studio), make_line());

    settings.watch(({ theme, left, right }) => {
      document.documentElement.dataset.theme = theme;
      this.left.element.classList.toggle('closed', !left);
      this.right.classList.toggle('closed', !right);
      left_tab.hidden = left || (small_window() && right);
      right_tab.hidden = right || (small_window() && left);
      this.measure();
    });
    window.addEventListener('resize', () => this.measure());
    window.addEventListener('keydown', (event) => this.key(event));
    window.addEventListener('dragover', (event) => event.preventDefault());
    window.addEventListener('drop', (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void read_recipe(studio, file);
    });
    studio.look.changed((look) => this.view?.set_look(look));
    studio.view.watch((name) => void this.show(name));
  }

  /** For tests: what the view in front has drawn. */
  facts(): Record<string, number | string> {
    return { view: this.studio.view.value, ready: this.view ? 1 : 0, ...this.view?.facts() };
  }

  /** What is seen, drawn now. */
  snapshot(): HTMLCanvasElement | undefined {
    return this.view?.snapshot();
  }

  private make_rail(): HTMLElement {
    const buttons = new Map(
      view_names.map((name) => {
        const button = h(
          'button',
          { type: 'button', class: 'rail-button', 'data-view': name },
          icon(name),
          view_titles[name].replace(' lab', ''),
        );
        button.addEventListener('click', () => this.studio.view.set(name));
        return [name, button] as const;
      }),
    );
    this.studio.view.watch((front) => {
      for (const [name, button] of buttons) {
        if (name === front) button.setAttribute('aria-current', 'page');
        else button.removeAttribute('aria-current');
      }
    });
    const theme = icon_button('sun', 'Dark or light (T)', () => this.change_theme());
    settings.watch((value) => replace(theme, icon(value.theme === 'dark' ? 'sun' : 'moon')));
    return h(
      'nav',
      { class: 'rail', 'aria-label': 'Views' },
      h('div', { class: 'mark' }, h('img', { src: './icon.svg', alt: 'Craton Studio', title: `Craton ${this.studio.about.version}` })),
      ...buttons.values(),
      h('div', { class: 'spacer' }),
      icon_button('export', 'Export (X)', () => this.open_export()),
      icon_button('help', 'Keyboard help (?)', () => open_help()),
      theme,
    );
  }

  private async show(name: WorldKind): Promise<void> {
    const turn = ++this.turn;
    if (this.view) {
      // An address that opens the view anew has said how; otherwise it comes back as it was left.
      if (this.shown !== name) this.studio.looks.set(this.shown, this.view.look());
      this.view.dispose();
    }
    this.view = this.studio.ask_look = undefined;
    this.shown = name;
    replace(this.right_body);
    this.studio.work.set({ busy: false, what: '' });
    replace(this.stage, h('div', { class: 'veil' }, h('div', { class: 'spinner' })));
    document.title = `${view_titles[name]} · Craton Studio`;
    try {
      const make = await loaders[name]();
      if (turn !== this.turn) return;
      const view = make(this.studio);
      this.view = view;
      this.studio.ask_look = () => view.look();
      replace(this.stage, this.view.element);
      replace(this.right_body, ...this.view.panel);
    } catch (error) {
      if (turn !== this.turn) return;
      replace(
        this.stage,
        h(
          'div',
          { class: 'veil' },
          h('p', {}, 'This view cannot be shown here.'),
          h('p', { class: 'hint' }, error instanceof Error ? error.message : ''),
        ),
      );
      this.studio.fail(error);
    }
  }

  private measure(): void {
    const style = getComputedStyle(document.documentElement);
    const size = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0;
    const { left, right } = settings.value;
    const small = small_window();
    // On a phone the drawers are sheets over the lower half: what is seen stays in the middle of the upper one.
    const sheet = small && (left || right) ? Math.round(window.innerHeight * sheet_share) : 0;
    const insets = this.bare
      ? { left: 0, right: 0, bottom: 0 }
      : small
        ? { left: 0, right: 0, bottom: size('--bar') + sheet }
        : { left: size('--rail') + (left ? size('--left') : 0), right: right ? size('--right') : 0, bottom: size('--bar') };
    this.stage.style.setProperty('--inset-left', `${insets.left}px`);
    this.stage.style.setProperty('--inset-right', `${insets.right}px`);
    this.stage.style.setProperty('--inset-bottom', `${insets.bottom}px`);
    this.studio.insets.set(insets);
  }

  private change_theme(): void {
    change_settings({ theme: settings.value.theme === 'dark' ? 'light' : 'dark' });
  }

  private open_export(): void {
    if (this.view) open_export(this.studio, this.view.exports);
  }

  private open_recipe_menu(anchor: HTMLElement): void {
    open_menu(anchor, [
      { text: 'Open recipe…', icon: 'open', aside: 'Ctrl O', act: () => open_recipe(this.studio) },
      { text: 'Save recipe', icon: 'save', aside: 'Ctrl S', act: () => save_recipe(this.studio) },
      { text: 'Copy link', icon: 'share', act: () => void share_link(this.studio) },
      { text: 'Export…', icon: 'export', aside: 'X', act: () => this.open_export() },
      { text: 'Presets…', icon: 'gallery', aside: 'P', act: () => open_gallery(this.studio) },
    ]);
  }

  private key(event: KeyboardEvent): void {
    if (document.querySelector('dialog[open]')) return;
    const { studio } = this;
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      if (key === 'z' && !is_typing(event.target)) {
        if (event.shiftKey) this.redo();
        else this.undo();
      } else if (key === 'y' && !is_typing(event.target)) this.redo();
      else if (key === 's') save_recipe(studio);
      else if (key === 'o') open_recipe(studio);
      else return;
      event.preventDefault();
      return;
    }
    if (is_typing(event.target) || event.altKey) return;
    const view = view_names[Number(event.key) - 1];
    const actions: Record<string, () => void> = {
      g: () => (studio.work.value.busy ? studio.stop : studio.start).set(Date.now()),
      r: () => studio.roll(),
      p: () => open_gallery(studio),
      x: () => this.open_export(),
      t: () => this.change_theme(),
      h: () => this.hide_all(),
      '[': () => change_settings({ left: !settings.value.left }),
      ']': () => change_settings({ right: !settings.value.right }),
      '?': () => open_help(),
    };
    const action = view ? () => studio.view.set(view) : actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  }

  private undo(): void {
    if (!this.view?.undo?.()) this.studio.undo();
  }
  private redo(): void {
    if (!this.view?.redo?.()) this.studio.redo();
  }

  private hide_all(): void {
    this.bare = !this.bare;
    document.body.classList.toggle('bare', this.bare);
    this.measure();
  }
}
