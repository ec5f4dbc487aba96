import type { WorldKind } from '../api/types';
import { change_settings, fit_window, settings, small_window } from '../state/settings';
import { view_names, type Studio } from '../state/studio';
import type { MakeView } from '../views/view';
import { make_bar } from './bar';
import { icon_button } from './controls';
import { h, is_typing, replace } from './dom';
import { open_gallery, open_help, view_titles } from './dialogs';
import { open_export } from './export_dialog';
import { open_recipe, read_recipe, save_recipe, share_link } from './files';
import { icon } from './icons';
import { insets_of } from './insets';
import { action_of, type KeyAction } from './keys';
import { LeftDrawer } from './left_drawer';
import { open_menu } from './menu';
import { make_line } from './line';
import { make_notices } from './notices';
import { StageGraph } from './stage_graph';
import { begin_tour } from './tour';
import { ViewHost } from './view_host';

/** Views are loaded when they are first opened, so that the page appears before three.js does. */
const loaders: Record<WorldKind, () => Promise<MakeView>> = {
  planet: () => import('../views/planet/planet_view').then((module) => module.make_planet_view),
  map: () => import('../views/map/map_view').then((module) => module.make_map_view),
  terrain: () => import('../views/terrain/terrain_view').then((module) => module.make_terrain_view),
  voxels: () => import('../views/voxels/voxel_view').then((module) => module.make_voxel_view),
  noise: () => import('../views/noise/noise_view').then((module) => module.make_noise_view),
};

export class Shell {
  private readonly stage = h('main', { class: 'stage', 'aria-label': 'World' });
  private readonly right_body = h('div', { class: 'drawer-body' });
  private readonly right = h('aside', { class: 'drawer drawer-right', 'aria-label': 'Layers and facts' });
  private readonly left: LeftDrawer;
  private readonly graph: StageGraph;
  private readonly host: ViewHost;
  private bare = false;

  constructor(
    private readonly studio: Studio,
    root: HTMLElement,
  ) {
    this.left = new LeftDrawer(studio, {
      gallery: () => open_gallery(studio),
      graph: () => this.graph.show(!this.graph.open),
      menu: (anchor) => this.open_recipe_menu(anchor),
    });
    this.host = new ViewHost(studio, loaders, {
      wait: () => {
        replace(this.right_body);
        replace(this.stage, h('div', { class: 'veil' }, h('div', { class: 'spinner' })));
        document.title = `${view_titles[studio.view.value]} · Craton Studio`;
      },
      put: (view) => {
        replace(this.stage, view.element);
        replace(this.right_body, ...view.panel);
      },
      cannot: (error) => {
        const why = error instanceof Error ? error.message : '';
        const told = [h('p', {}, 'This view cannot be shown here.'), h('p', { class: 'hint' }, why)];
        replace(this.stage, h('div', { class: 'veil' }, ...told));
      },
    });
    this.graph = new StageGraph(
      studio,
      (path) => this.left.reveal(path),
      () => this.measure(),
    );
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
    replace(
      root,
      rail,
      this.stage,
      left_tab,
      right_tab,
      this.left.element,
      this.graph.element,
      this.right,
      bar,
      make_notices(studio),
      make_line(),
    );

    settings.watch(({ theme, left, right }) => {
      document.documentElement.dataset.theme = theme;
      this.left.element.classList.toggle('closed', !left);
      if (!left) this.graph.show(false);
      this.right.classList.toggle('closed', !right);
      left_tab.hidden = left || (small_window() && right);
      right_tab.hidden = right || (small_window() && left);
      this.measure();
    });
    window.addEventListener('resize', () => {
      fit_window();
      this.measure();
    });
    window.addEventListener('keydown', (event) => this.key(event));
    window.addEventListener('dragover', (event) => event.preventDefault());
    window.addEventListener('drop', (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void read_recipe(studio, file);
    });
    studio.look.changed((look) => this.host.look(look));
    studio.view.watch((name) => {
      this.graph.show(false);
      void this.host.show(name);
    });
    begin_tour(root);
  }

  /** For tests: what the view in front has drawn. */
  facts(): Record<string, number | string> {
    return { view: this.studio.view.value, ready: this.host.view ? 1 : 0, ...this.host.view?.facts() };
  }

  /** What is seen, drawn now. */
  snapshot(): HTMLCanvasElement | undefined {
    return this.host.view?.snapshot();
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

  private measure(): void {
    const style = getComputedStyle(document.documentElement);
    const size = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0;
    const insets = insets_of({
      bare: this.bare,
      small: small_window(),
      left: settings.value.left,
      right: settings.value.right,
      graph: this.graph.open,
      height: window.innerHeight,
      sizes: { rail: size('--rail'), left: size('--left'), right: size('--right'), bar: size('--bar'), graph: this.graph.width },
    });
    this.stage.style.setProperty('--inset-left', `${insets.left}px`);
    this.stage.style.setProperty('--inset-right', `${insets.right}px`);
    this.stage.style.setProperty('--inset-bottom', `${insets.bottom}px`);
    this.studio.insets.set(insets);
  }

  private change_theme(): void {
    change_settings({ theme: settings.value.theme === 'dark' ? 'light' : 'dark' });
  }

  private open_export(): void {
    if (this.host.view) open_export(this.studio, this.host.view.exports);
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
    const action = action_of(event, is_typing(event.target));
    if (!action) return;
    event.preventDefault();
    const { studio } = this;
    const doings: Record<Exclude<KeyAction['do'], 'view'>, () => void> = {
      go: () => (studio.work.value.busy ? studio.stop : studio.start).set(Date.now()),
      roll: () => studio.roll(),
      gallery: () => open_gallery(studio),
      export: () => this.open_export(),
      theme: () => this.change_theme(),
      hide: () => this.hide_all(),
      left: () => change_settings({ left: !settings.value.left }),
      right: () => change_settings({ right: !settings.value.right }),
      help: () => open_help(),
      undo: () => this.undo(),
      redo: () => this.redo(),
      save: () => save_recipe(studio),
      open: () => open_recipe(studio),
    };
    if (action.do === 'view') studio.view.set(view_names[action.number]);
    else doings[action.do]();
  }

  private undo(): void {
    if (!this.host.view?.undo?.()) this.studio.undo();
  }
  private redo(): void {
    if (!this.host.view?.redo?.()) this.studio.redo();
  }

  private hide_all(): void {
    this.bare = !this.bare;
    document.body.classList.toggle('bare', this.bare);
    this.measure();
  }
}
