import { query_of } from '../../api/client';
import { numbers_of, type Look } from '../../state/address';
import type { Studio } from '../../state/studio';
import { choice, slider, toggle } from '../../ui/controls';
import { h } from '../../ui/dom';
import { section } from '../../ui/panel';
import { clamp } from '../../ui/scale';

/** The tiling of hats behind aperiodic noise, drawn by the server, to drag and to zoom. */
export class Tiling {
  readonly element = h('div', { class: 'tiling', role: 'img', 'aria-label': 'Tiling of hats' });
  readonly panel: HTMLElement[];
  drawn = 0;
  private readonly image = h('img', { alt: '', draggable: 'false' });
  private zoom = 1;
  private shift = { x: 0, y: 0 };
  private size = 24;
  private colour = 'metatile';
  private kites = false;

  constructor(private readonly studio: Studio) {
    this.element.append(this.image);
    this.panel = [
      section(
        'Tiling',
        slider({
          label: 'Width',
          help: 'How much of the plane is shown.',
          min: 6,
          max: 80,
          step: 1,
          value: this.size,
          default: 24,
          unit: 'cells',
          change: (value, settled) => {
            this.size = value;
            if (settled) this.show();
          },
        }).element,
        choice(
          'Colours',
          'What colours tell.',
          [
            ['metatile', 'Metatiles'],
            ['turn', 'Turns'],
          ],
          this.colour,
          (value) => {
            this.colour = value;
            this.show();
          },
        ).element,
        toggle('Kites', 'Borders of the kites that hats are made of.', this.kites, (value) => {
          this.kites = value;
          this.show();
        }).element,
        h('p', { class: 'hint' }, 'One shape fills the plane and never repeats. Drag to move, wheel to zoom.'),
      ),
    ];
    this.image.addEventListener('load', () => {
      ++this.drawn;
      this.place();
    });
    this.image.addEventListener('error', () => this.studio.fail(new Error('The tiling could not be drawn.')));
    let last: { x: number; y: number } | undefined;
    this.element.addEventListener('pointerdown', (event) => {
      this.element.setPointerCapture(event.pointerId);
      last = { x: event.clientX, y: event.clientY };
    });
    this.element.addEventListener('pointerup', () => (last = undefined));
    this.element.addEventListener('pointermove', (event) => {
      if (!last) return;
      this.shift = { x: this.shift.x + event.clientX - last.x, y: this.shift.y + event.clientY - last.y };
      last = { x: event.clientX, y: event.clientY };
      this.place();
    });
    this.element.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.zoom = Math.min(12, Math.max(0.3, this.zoom * Math.exp(-event.deltaY * 0.0014)));
        this.place();
      },
      { passive: false },
    );
  }

  look(): Look {
    return {
      ...(this.size === 24 ? {} : { cells: String(this.size) }),
      ...(this.colour === 'metatile' ? {} : { colour: this.colour }),
      ...(this.kites ? { kites: 'yes' } : {}),
    };
  }

  set_look({ cells, colour, kites }: Look): void {
    const [size] = numbers_of(cells, 1) ?? [];
    this.size = Math.round(clamp(size ?? 24, 6, 80));
    this.colour = colour === 'turn' ? 'turn' : 'metatile';
    this.kites = kites === 'yes';
  }

  path(): string {
    const seed = this.studio.document.seed;
    const query = query_of({ seed, cells: this.size, width: 1600, height: 1200, colour: this.colour, kites: this.kites ? 1 : 0 });
    return `tiling.svg?${query}`;
  }

  show(): void {
    this.image.src = this.studio.client.url(this.path());
  }

  private place(): void {
    const fit = Math.max(
      this.element.clientWidth / Math.max(1, this.image.naturalWidth),
      this.element.clientHeight / Math.max(1, this.image.naturalHeight),
    );
    const scale = fit * this.zoom;
    this.image.style.transform = `translate(${this.shift.x}px, ${this.shift.y}px) scale(${scale}) translate(-50%, -50%)`;
  }
}
