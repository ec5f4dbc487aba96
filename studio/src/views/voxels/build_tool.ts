import { EditLog } from '../../state/edits';
import { words } from '../../state/recipe';
import type { Studio } from '../../state/studio';
import { icon_button, segments } from '../../ui/controls';
import { fresh_id, h, is_typing, replace } from '../../ui/dom';
import type { VoxelInfo } from './chunk_data';

/** A voxel of the world: columns, and voxels from the world's floor. */
export interface VoxelPlace {
  x: number;
  y: number;
  z: number;
}

/** What the line of sight meets: a voxel, and the empty one before it. */
export interface Picked {
  voxel: VoxelPlace;
  before: VoxelPlace;
}

export interface BuildHost {
  canvas: HTMLCanvasElement;
  /** Whether the press that just ended was a click and not a drag. */
  was_click(): boolean;
  pick(event: PointerEvent): Picked | undefined;
  /** Somebody stands there. */
  taken(place: VoxelPlace): boolean;
  changed(chunks: readonly { x: number; y: number }[]): void;
  moved(): void;
}

type Tool = 'dig' | 'place';

/** Digging and building: a strip of tools, the grounds to build with, and what clicks do. */
export class BuildTools {
  readonly log: EditLog<{ x: number; y: number }>;
  readonly button = icon_button('pick', 'Dig and build (B)', () => this.set(!this.on), { 'data-role': 'build', 'aria-pressed': 'false' });
  readonly strip: HTMLElement;
  on = false;
  tool: Tool = 'dig';
  private ground = '';
  private info: VoxelInfo | undefined;
  private readonly grounds = h('div', { class: 'ground-list', role: 'radiogroup', 'aria-label': 'Ground to build with' });
  private readonly stops: (() => void)[] = [];

  constructor(
    studio: Studio,
    private readonly host: BuildHost,
  ) {
    this.log = new EditLog(
      studio.client,
      'voxels',
      (chunks) => host.changed(chunks),
      (error) => studio.fail(error),
    );
    const undo = icon_button('undo', 'Undo the last change (Ctrl+Z)', () => void this.log.undo(), { 'data-role': 'undo-edit' });
    const redo = icon_button('redo', 'Redo the change (Ctrl+Shift+Z)', () => void this.log.redo(), { 'data-role': 'redo-edit' });
    const tools = segments<Tool>(
      'What a click does',
      [
        ['dig', 'Dig'],
        ['place', 'Build'],
      ],
      this.tool,
      (tool) => {
        this.tool = tool;
        host.moved();
      },
    );
    this.strip = h(
      'div',
      { class: 'tool-strip second', role: 'group', 'aria-label': 'Dig and build' },
      tools.element,
      this.grounds,
      undo,
      redo,
    );
    this.strip.hidden = true;
    this.button.hidden = true;
    this.stops.push(
      this.log.state.watch(({ there, count, undone }) => {
        this.button.hidden = !there;
        if (!there && this.on) this.set(false);
        undo.disabled = count === 0;
        redo.disabled = undone === 0;
      }),
    );
    this.choose_tool = (tool) => {
      this.tool = tool;
      tools.set(tool);
      host.moved();
    };
    this.listen();
  }
  private readonly choose_tool: (tool: Tool) => void;

  /** The grounds of a world's table that one can build with. */
  offer(info: VoxelInfo): void {
    this.info = info;
    const solid = info.grounds.filter(({ liquid, name }) => !liquid && name !== 'air');
    if (!solid.some(({ name }) => name === this.ground))
      this.ground = (solid.find(({ name }) => name === 'stone') ?? solid.at(0))?.name ?? '';
    const name = fresh_id('ground');
    replace(
      this.grounds,
      ...solid.map((ground) => {
        const input = h('input', { type: 'radio', name, value: ground.name, class: 'visually-hidden', 'aria-label': words(ground.name) });
        input.checked = ground.name === this.ground;
        input.addEventListener('change', () => {
          this.ground = ground.name;
          this.choose_tool('place');
        });
        const swatch = h('span', { class: 'swatch' });
        swatch.style.background = ground.colour;
        return h('label', { class: 'ground', title: words(ground.name) }, input, swatch);
      }),
    );
  }

  set(on: boolean): void {
    this.on = on;
    this.strip.hidden = !on;
    this.button.setAttribute('aria-pressed', String(on));
    this.host.moved();
  }

  dispose(): void {
    for (const stop of this.stops) stop();
  }

  private listen(): void {
    const on = (target: EventTarget, name: string, listener: (event: never) => void) => {
      target.addEventListener(name, listener as EventListener);
      this.stops.push(() => target.removeEventListener(name, listener as EventListener));
    };
    on(window, 'keydown', (event: KeyboardEvent) => {
      if (
        event.code !== 'KeyB' ||
        event.ctrlKey ||
        event.metaKey ||
        is_typing(event.target) ||
        !this.log.state.value.there ||
        document.querySelector('dialog[open]')
      )
        return;
      this.set(!this.on);
    });
    on(this.host.canvas, 'pointerup', (event: PointerEvent) => {
      if (!this.on || !this.host.was_click() || (event.button !== 0 && event.button !== 2)) return;
      const other: Tool = this.tool === 'dig' ? 'place' : 'dig';
      this.work(event.button === 0 ? this.tool : other, event);
    });
  }

  private work(tool: Tool, event: PointerEvent): void {
    const picked = this.host.pick(event);
    if (!picked || !this.info) return;
    const { x, y, z } = tool === 'dig' ? picked.voxel : picked.before;
    if (z < 0 || z >= this.info.height || (tool === 'place' && this.host.taken({ x, y, z }))) return;
    void this.log.add({ voxels: [{ x, y, z, ground: tool === 'dig' ? null : this.ground }] });
  }
}
