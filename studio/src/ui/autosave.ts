import { to_hash } from '../state/address';
import { document_of, equal_documents } from '../state/recipe';
import { keep_work, type Work } from '../state/shelf';
import type { Studio } from '../state/studio';
import type { Shell } from './shell';

const every_ms = 1500;
const [width, height] = [320, 180];

/** A name for this tab, so that two tabs keep what they show side by side. */
function tab_name(): string {
  try {
    const known = sessionStorage.getItem('craton-tab');
    if (known) return known;
    const fresh = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
    sessionStorage.setItem('craton-tab', fresh);
    return fresh;
  } catch {
    return 'tab';
  }
}

/** Keeps what somebody changed, with a picture, when it rests: presets as they are need no keeping. */
export class Autosave {
  private last = '';
  private seen = '';
  private saving = false;
  private readonly tab = tab_name();

  constructor(
    private readonly studio: Studio,
    private readonly shell: Shell,
  ) {}

  start(): void {
    setInterval(() => void this.tick(), every_ms);
  }

  private async tick(): Promise<void> {
    const { studio } = this;
    const view = studio.view.value;
    const { document } = studio;
    const hash = to_hash({ view, document, look: studio.look_now() }, studio.presets);
    // Twice the same: it rests.
    const rests = hash === this.seen && !studio.work.value.busy;
    this.seen = hash;
    if (!rests || hash === this.last || this.saving || window.document.hidden) return;
    const preset = studio.presets.find((entry) => entry.id === document.preset);
    if (preset && equal_documents(document_of(preset), document)) return;
    this.saving = true;
    try {
      const picture = await this.picture();
      const { title, seed, preset: from } = document;
      const work: Work = { id: `${this.tab}/${view}/${from}/${title}`, name: title, hash, seed, changed: Date.now() };
      await keep_work(picture ? { ...work, picture } : work);
      this.last = hash;
    } catch {
      // A browser that keeps nothing still shows worlds; the address holds them.
      this.last = hash;
    }
    this.saving = false;
  }

  /** The middle of what no drawer covers, small. */
  private async picture(): Promise<Blob | undefined> {
    const canvas = this.shell.snapshot();
    if (!canvas || canvas.width === 0) return undefined;
    const { left, right, bottom } = this.studio.insets.value;
    const box = canvas.getBoundingClientRect();
    const scale = canvas.width / Math.max(1, box.width);
    const [x0, x1] = [Math.max(box.left, left), Math.min(box.right, window.innerWidth - right)];
    const [y0, y1] = [box.top, Math.min(box.bottom, window.innerHeight - bottom)];
    const free = { x: (x0 - box.left) * scale, w: (x1 - x0) * scale, h: (y1 - y0) * scale };
    if (free.w < 16 || free.h < 16) return undefined;
    const share = Math.min(free.w / width, free.h / height);
    const small = new OffscreenCanvas(width, height);
    small
      .getContext('2d')!
      .drawImage(
        canvas,
        free.x + (free.w - width * share) / 2,
        (free.h - height * share) / 2,
        width * share,
        height * share,
        0,
        0,
        width,
        height,
      );
    return small.convertToBlob({ type: 'image/jpeg', quality: 0.82 });
  }
}
