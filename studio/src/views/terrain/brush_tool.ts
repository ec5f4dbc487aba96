import type { EditSquare } from '../../api/types';
import { EditLog } from '../../state/edits';
import type { Studio } from '../../state/studio';
import { choice, segments, slider } from '../../ui/controls';
import { h } from '../../ui/dom';
import { EditTool } from '../edit_tool';
import { make_touch, order_of, type BrushSettings, type BrushTool, type Touch } from './brush';

export interface BrushHost {
  canvas: HTMLCanvasElement;
  /** Where the line of sight through a point of the screen meets the ground, in world metres. */
  ground_under(event: { clientX: number; clientY: number }): { x: number; y: number; height: number } | undefined;
  /** The point of the screen in the middle of what is seen. */
  middle(): { clientX: number; clientY: number };
  /** Shows a touch before the server has it. */
  preview(touch: Touch): void;
  /** Land there has changed. */
  changed(squares: readonly EditSquare[]): void;
  /** The ring moved, the tool changed, or the brush was put away. */
  moved(): void;
}

/** Most touches in one step of undo. */
const most_touches = 200;
const tools: readonly [BrushTool, string][] = [
  ['raise', 'Raise'],
  ['lower', 'Lower'],
  ['flatten', 'Flatten'],
  ['smooth', 'Smooth'],
  ['paint', 'Paint'],
];

/** The brush: a strip of tools, a ring on the ground, and what a pull of the mouse does. */
export class BrushTools extends EditTool<EditSquare> {
  readonly settings: BrushSettings = { tool: 'raise', radius: 40, strength: 0.5, biome: '' };
  /** Where the ring is. */
  at: { x: number; y: number; height: number } | undefined;

  private pull: Touch[] | undefined;
  private level = 0;
  private last = { x: NaN, y: NaN };
  private timer = 0;
  private pointer: { clientX: number; clientY: number } | undefined;
  private readonly biome_place = h('div', { class: 'contents' });
  private readonly size_control;

  constructor(
    studio: Studio,
    private readonly host: BrushHost,
  ) {
    const log = new EditLog<EditSquare>(
      studio.client,
      'terrain',
      (squares) => host.changed(squares),
      (error) => {
        studio.fail(error);
        // What was shown but not kept goes.
        host.changed(this.sent.splice(0).map(({ x, y, radius }) => ({ x0: x - radius, y0: y - radius, x1: x + radius, y1: y + radius })));
      },
    );
    super(log, { icon: 'brush', title: 'Shape the land', role: 'brush', strip: 'Brush', step: 'stroke' });
    this.size_control = slider({
      label: 'Size',
      help: 'Radius of the brush. Alt and wheel change it, too.',
      min: 1,
      max: 1200,
      step: 0,
      value: this.settings.radius,
      default: 40,
      unit: 'm',
      change: (radius) => {
        this.settings.radius = radius;
        host.moved();
      },
    });
    this.strip.classList.add('brush-strip');
    this.strip.append(
      segments<BrushTool>('Tool of the brush', tools, this.settings.tool, (tool) => {
        this.settings.tool = tool;
        this.biome_place.hidden = tool !== 'paint';
        host.moved();
      }).element,
      this.biome_place,
      this.size_control.element,
      slider({
        label: 'Strength',
        help: 'How much each touch does.',
        min: 0.02,
        max: 1,
        step: 0,
        value: this.settings.strength,
        default: 0.5,
        change: (strength) => (this.settings.strength = strength),
      }).element,
      this.undo_button,
      this.redo_button,
    );
    this.biome_place.hidden = true;
    this.listen_to_pointer();
  }

  /** Biomes that can be painted. */
  offer(biomes: readonly string[]): void {
    const land = biomes.filter((name) => !/\bsea\b|ocean/.test(name));
    this.settings.biome = land.includes(this.settings.biome) ? this.settings.biome : (land.at(0) ?? '');
    this.biome_place.replaceChildren(
      ...(land.length === 0
        ? []
        : [
            choice(
              'Biome',
              'What is painted.',
              land.map((name): [string, string] => [name, name]),
              this.settings.biome,
              (value) => (this.settings.biome = value),
            ).element,
          ]),
    );
    const paint = this.strip.querySelector<HTMLInputElement>('input[value=paint]');
    if (paint) paint.disabled = land.length === 0;
  }

  override set(on: boolean): void {
    this.at = undefined;
    super.set(on);
  }

  override dispose(): void {
    clearInterval(this.timer);
    super.dispose();
  }

  protected moved(): void {
    this.host.moved();
  }

  private listen_to_pointer(): void {
    const { canvas } = this.host;
    this.listen(canvas, 'pointerdown', (event: PointerEvent) => {
      if (!this.on || event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      this.pointer = event;
      this.begin();
    });
    this.listen(canvas, 'pointermove', (event: PointerEvent) => {
      if (!this.on) return;
      this.pointer = event;
      this.at = this.host.ground_under(event);
      this.host.moved();
      if (this.pull) this.touch(false);
    });
    this.listen(canvas, 'pointerleave', () => {
      if (!this.pull) this.at = undefined;
      this.host.moved();
    });
    for (const end of ['pointerup', 'pointercancel']) this.listen(canvas, end, () => this.end());
    this.on_enter(canvas, () => {
      if (this.pull) return;
      this.pointer = this.host.middle();
      this.begin();
      this.end();
      this.host.moved();
    });
    this.listen(canvas, 'wheel', (event: WheelEvent) => {
      if (!this.on || !event.altKey) return;
      event.preventDefault();
      this.settings.radius = Math.min(1200, Math.max(1, this.settings.radius * Math.exp(-event.deltaY * 0.0015)));
      this.size_control.set(this.settings.radius);
      this.host.moved();
    });
  }

  private begin(): void {
    this.pull = [];
    this.last = { x: NaN, y: NaN };
    this.at = this.pointer && this.host.ground_under(this.pointer);
    this.level = this.at?.height ?? 0;
    this.touch(true);
    // A brush that is held goes on.
    this.timer = window.setInterval(() => this.touch(true), 110);
  }

  /** Along the way a touch every third of the radius, so that strokes are even at any speed of the hand. */
  private touch(held: boolean): void {
    if (!this.pull || !this.at) return;
    const moved = Math.hypot(this.at.x - this.last.x, this.at.y - this.last.y);
    if (moved < this.settings.radius / 3 && !held) return;
    if (held && moved < this.settings.radius / 3 && this.settings.tool === 'paint') return;
    const touch = make_touch(this.settings, this.at.x, this.at.y, this.level);
    this.pull.push(touch);
    this.last = { x: touch.x, y: touch.y };
    this.host.preview(touch);
    if (this.pull.length >= most_touches) {
      this.send(this.pull);
      this.pull = [];
    }
  }

  private end(): void {
    clearInterval(this.timer);
    const pull = this.pull;
    this.pull = undefined;
    if (pull && pull.length > 0) this.send(pull);
  }

  private sent: Touch[] = [];
  private send(touches: readonly Touch[]): void {
    this.sent = [...touches];
    void this.log.add(order_of(touches));
  }
}
