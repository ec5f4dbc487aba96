import type { WorldKind } from '../api/types';
import type { Look } from '../state/address';
import type { Studio } from '../state/studio';
import type { MakeView, View } from '../views/view';

/** Where views are put. */
export interface ViewPlace {
  /** Empty, with a sign that something comes. */
  wait(): void;
  put(view: View): void;
  cannot(error: unknown): void;
}

/** One view at a time: loaded when it is wanted, told how it was left, and asked how it looks when it goes. */
export class ViewHost {
  view: View | undefined;
  private shown: WorldKind | undefined;
  private turn = 0;

  constructor(
    private readonly studio: Studio,
    private readonly loaders: Record<WorldKind, () => Promise<MakeView>>,
    private readonly place: ViewPlace,
  ) {}

  async show(name: WorldKind): Promise<void> {
    const { studio } = this;
    const turn = ++this.turn;
    if (this.view) {
      // An address that opens the view anew has said how; otherwise it comes back as it was left.
      if (this.shown !== undefined && this.shown !== name) studio.looks.set(this.shown, this.view.look());
      this.view.dispose();
    }
    this.view = studio.ask_look = undefined;
    this.shown = name;
    studio.work.set({ busy: false, what: '' });
    studio.beyond_link.set('');
    this.place.wait();
    try {
      const make = await this.loaders[name]();
      // Somebody went on while it was loaded.
      if (turn !== this.turn) return;
      const view = make(studio);
      this.view = view;
      studio.ask_look = () => view.look();
      this.place.put(view);
    } catch (error) {
      if (turn !== this.turn) return;
      this.place.cannot(error);
      studio.fail(error);
    }
  }

  look(look: Look): void {
    this.view?.set_look(look);
  }
}
