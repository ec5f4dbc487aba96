import { Pyramid, type Scheme, type Sight, type Wraps } from './pyramid';

function load(url: string, then: (image: HTMLImageElement) => void): void {
  const image = new Image();
  image.onload = () => then(image);
  image.src = url;
}

/** What a map wears: tiles of a world, over those before them; a preview of the next one; a step of its making. */
export class MapPictures {
  private pyramid: Pyramid | undefined;
  private under: Pyramid | undefined;
  private preview: HTMLImageElement | undefined;
  private preview_on_top = false;
  private step: HTMLImageElement | undefined;
  private step_asked = 0;
  /** Counts pictures that were drawn for the first time. */
  seen = 0;
  private drawn_last: unknown;

  constructor(private readonly changed: () => void) {}

  get drawn(): number {
    return this.pyramid?.drawn ?? 0;
  }
  get waiting(): number {
    return this.pyramid?.waiting ?? 0;
  }
  get has_preview(): boolean {
    return this.preview !== undefined;
  }
  get has_step(): boolean {
    return this.step !== undefined;
  }
  /** The world's own picture is there. */
  get has_base(): boolean {
    return this.pyramid?.has_base ?? false;
  }
  /** Something is seen. */
  get shown(): boolean {
    return this.has_base || this.has_preview || this.under !== undefined;
  }

  /** The old picture stays below the new one until that has come. */
  wear(scheme: Scheme | undefined): void {
    if (this.pyramid?.has_base) {
      this.under?.dispose();
      this.under = this.pyramid;
    } else {
      this.pyramid?.dispose();
    }
    this.pyramid = scheme && new Pyramid(scheme, this.changed);
    this.changed();
  }

  /** A preview is newer than the world on the screen: it lies on top until the new world comes. */
  show_preview(url: string): void {
    load(url, (image) => {
      this.preview = image;
      this.preview_on_top = true;
      this.changed();
    });
  }

  show_step(url: string | undefined): void {
    const turn = ++this.step_asked;
    if (url === undefined) {
      this.step = undefined;
      this.changed();
      return;
    }
    load(url, (image) => {
      if (turn !== this.step_asked) return;
      this.step = image;
      this.changed();
    });
  }

  /** `busy`: another world is being made. */
  draw(context: CanvasRenderingContext2D, sight: Sight, wraps: Wraps, busy: boolean): void {
    const base = this.has_base;
    if (base) {
      this.under?.dispose();
      this.under = undefined;
    }
    this.under?.draw(context, sight, wraps);
    if (this.preview && !base && !this.under) draw_whole(context, this.preview, sight, wraps);
    this.pyramid?.draw(context, sight, wraps);
    if (this.preview && this.preview_on_top && (busy || !base)) draw_whole(context, this.preview, sight, wraps);
    else if (base) this.preview_on_top = false;
    if (this.step) draw_whole(context, this.step, sight, wraps);
    const top = this.step ?? (this.preview_on_top ? this.preview : base ? this.pyramid : undefined);
    if (top !== undefined && top !== this.drawn_last) ++this.seen;
    this.drawn_last = top ?? this.drawn_last;
  }

  dispose(): void {
    ++this.step_asked;
    this.pyramid?.dispose();
    this.under?.dispose();
  }
}

/** One picture of the whole world, as often as it is seen. */
function draw_whole(context: CanvasRenderingContext2D, image: HTMLImageElement, sight: Sight, wraps: Wraps): void {
  const left = sight.cx - sight.u * sight.width;
  const top = sight.cy - sight.v * sight.height;
  const put = (x: number, y: number) =>
    context.drawImage(
      image,
      Math.round(left + x * sight.width),
      Math.round(top + y * sight.height),
      Math.ceil(sight.width),
      Math.ceil(sight.height),
    );
  if (!wraps.u) {
    put(0, 0);
    return;
  }
  const { width, height } = context.canvas;
  for (let y = Math.floor(-top / sight.height); top + y * sight.height < height; ++y)
    for (let x = Math.floor(-left / sight.width); left + x * sight.width < width; ++x) put(x, y);
}
