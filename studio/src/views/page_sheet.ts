import { is_abort, query_of, type Client } from '../api/client';
import { load_picture } from '../api/picture';
import type { WorldInfo } from '../api/types';
import type { Studio } from '../state/studio';
import { h } from '../ui/dom';
import { file_name } from '../ui/files';
import { clamp } from '../ui/scale';
import type { ExportChoice } from './view';

/** Styles that are pages with a frame, a title and names, not pictures that tile. */
export const pages: readonly string[] = ['atlas', 'parchment'];

/** Pixels of a page's longer side: as it is shown whole, and when somebody comes nearer. */
const [whole, near] = [2048, 4096];

/** Sides of a page of this world. */
export function page_size(world: WorldInfo, longest: number): { width: number; height: number } {
  const { kind, width = 2, height = 1 } = world.domain;
  const ratio = kind === 'sphere' ? 2 : width / height;
  return ratio >= 1 ? { width: longest, height: Math.round(longest / ratio) } : { width: Math.round(longest * ratio), height: longest };
}

export function page_path(world: WorldInfo, style: string, longest: number): string {
  const { width, height } = page_size(world, longest);
  return `worlds/${encodeURIComponent(world.id)}/pictures/${style}.png?${query_of({ size: `${width}x${height}` })}`;
}

/** A page as one sheet on the table: it fits the room between the drawers, and can be moved and looked at from near. */
export class PageSheet {
  readonly element = h('div', { class: 'page-sheet', role: 'img', hidden: true });
  drawn = 0;
  private image: HTMLImageElement | undefined;
  private shown: { world: WorldInfo; style: string } | undefined;
  private abort = new AbortController();
  private fine = false;
  private zoom = 1;
  private shift = { x: 0, y: 0 };
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private readonly stop: () => void;

  constructor(
    private readonly studio: Studio,
    private readonly client: Client,
    private readonly changed: () => void,
  ) {
    const { element } = this;
    element.addEventListener('pointerdown', (event) => {
      element.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    const end = (event: PointerEvent) => this.pointers.delete(event.pointerId);
    element.addEventListener('pointerup', end);
    element.addEventListener('pointercancel', end);
    element.addEventListener('pointermove', (event) => this.move(event));
    element.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.zoom_by(Math.exp(-event.deltaY * 0.0014));
      },
      { passive: false },
    );
    this.stop = studio.insets.changed(() => this.place());
  }

  get style(): string {
    return this.shown?.style ?? '';
  }
  get waiting(): boolean {
    return this.shown !== undefined && !this.image;
  }
  /** The page as it is, to be taken away. */
  get url(): string | undefined {
    return this.shown && this.client.url(page_path(this.shown.world, this.shown.style, this.fine ? near : whole));
  }

  show(world: WorldInfo, style: string): void {
    if (this.shown?.world === world && this.shown.style === style) return;
    this.shown = { world, style };
    this.element.hidden = false;
    this.element.setAttribute('aria-label', `${style === 'atlas' ? 'A page of an atlas' : 'A page of parchment'}: ${world.name}`);
    this.image?.remove();
    this.image = undefined;
    this.fine = false;
    this.zoom = 1;
    this.shift = { x: 0, y: 0 };
    void this.load(whole);
  }

  hide(): void {
    this.abort.abort();
    this.shown = undefined;
    this.element.hidden = true;
  }

  zoom_by(factor: number): void {
    this.zoom = clamp(this.zoom * factor, 0.5, 12);
    if (this.zoom > 1.5 && !this.fine && this.image) {
      this.fine = true;
      void this.load(near);
    }
    this.place();
  }

  fit(): void {
    this.zoom = 1;
    this.shift = { x: 0, y: 0 };
    this.place();
  }

  dispose(): void {
    this.abort.abort();
    this.stop();
  }

  place(): void {
    if (!this.image) return;
    const { left, right, bottom } = this.studio.insets.value;
    const free = {
      w: Math.max(80, this.element.clientWidth - left - right - 24),
      h: Math.max(80, this.element.clientHeight - bottom - 24),
    };
    const { naturalWidth: w, naturalHeight: tall } = this.image;
    const scale = Math.min(free.w / w, free.h / tall) * this.zoom;
    const x = left + 12 + free.w / 2 + this.shift.x;
    const y = 12 + free.h / 2 + this.shift.y;
    this.image.style.transform = `translate(${x}px, ${y}px) scale(${scale}) translate(-50%, -50%)`;
  }

  private async load(longest: number): Promise<void> {
    const { shown } = this;
    if (!shown) return;
    this.abort.abort();
    this.abort = new AbortController();
    try {
      const image = await load_picture(this.client.url(page_path(shown.world, shown.style, longest)), this.abort.signal);
      if (this.shown !== shown) return;
      image.alt = '';
      image.draggable = false;
      this.image?.remove();
      this.image = image;
      this.element.append(image);
      ++this.drawn;
      this.place();
      this.changed();
    } catch (error) {
      if (!is_abort(error)) this.studio.fail(error);
    }
  }

  private move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    const now = { x: event.clientX, y: event.clientY };
    if (others.length > 0) {
      const gap = (place: { x: number; y: number }) => Math.hypot(place.x - others[0].x, place.y - others[0].y);
      this.zoom_by(gap(now) / Math.max(1, gap(before)));
    } else {
      this.shift = { x: this.shift.x + now.x - before.x, y: this.shift.y + now.y - before.y };
      this.place();
    }
    this.pointers.set(event.pointerId, now);
  }
}

/** The page that is looked at. */
export function page_export(page: PageSheet, studio: Studio): ExportChoice {
  return {
    id: 'picture',
    title: 'This page (PNG)',
    help: 'The page as you see it.',
    make: async (_progress, signal) => {
      const response = await fetch(page.url ?? '', { signal });
      if (!response.ok) throw new Error('the page could not be drawn');
      const { title, seed } = studio.document;
      return { name: `${file_name(title)}-${seed}-${page.style}.png`, content: await response.blob() };
    },
  };
}
