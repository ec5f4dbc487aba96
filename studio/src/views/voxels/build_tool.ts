import { EditLog } from '../../state/edits';
import { words } from '../../state/recipe';
import type { Studio } from '../../state/studio';
import { segments } from '../../ui/controls';
import { fresh_id, h, replace } from '../../ui/dom';
import { EditTool } from '../edit_tool';
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
  /** Without an event: in the middle of the view. */
  pick(event?: PointerEvent): Picked | undefined;
  /** Somebody stands there. */
  taken(place: VoxelPlace): boolean;
  changed(chunks: readonly { x: number; y: number }[]): void;
  moved(): void;
}

type Tool = 'dig' | 'place';

/** Digging and building: a strip of tools, the grounds to build with, and what clicks do. */
export class BuildTools extends EditTool<{ x: number; y: number }> {
  tool: Tool = 'dig';
  private ground = '';
  private info: VoxelInfo | undefined;
  private readonly grounds = h('div', { class: 'ground-list', role: 'radiogroup', 'aria-label': 'Ground to build with' });

  constructor(
    studio: Studio,
    private readonly host: BuildHost,
  ) {
    const log = new EditLog<{ x: number; y: number }>(
      studio.client,
      'voxels',
      (chunks) => host.changed(chunks),
      (error) => studio.fail(error),
    );
    super(log, { icon: 'pick', title: 'Dig and build', role: 'build', strip: 'Dig and build', step: 'change' });
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
    this.strip.append(tools.element, this.grounds, this.undo_button, this.redo_button);
    this.choose_tool = (tool) => {
      this.tool = tool;
      tools.set(tool);
      host.moved();
    };
    this.listen(host.canvas, 'pointerup', (event: PointerEvent) => {
      if (!this.on || !this.host.was_click() || (event.button !== 0 && event.button !== 2)) return;
      const other: Tool = this.tool === 'dig' ? 'place' : 'dig';
      this.work(event.button === 0 ? this.tool : other, event);
    });
    this.on_enter(host.canvas, () => this.work(this.tool));
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

  protected moved(): void {
    this.host.moved();
  }

  private work(tool: Tool, event?: PointerEvent): void {
    const picked = this.host.pick(event);
    if (!picked || !this.info) return;
    const { x, y, z } = tool === 'dig' ? picked.voxel : picked.before;
    if (z < 0 || z >= this.info.height || (tool === 'place' && this.host.taken({ x, y, z }))) return;
    void this.log.add({ voxels: [{ x, y, z, ground: tool === 'dig' ? null : this.ground }] });
  }
}
