import type { Look } from '../state/address';
import type { Studio } from '../state/studio';

/** One of the five views. It lives while it is in front; its pieces of the right drawer come and go with it. */
export interface View {
  /** Fills the window, behind the drawers. */
  readonly element: HTMLElement;
  /** Sections of the drawer on the right. */
  readonly panel: readonly HTMLElement[];
  /** Choices for the export dialog of this view. */
  readonly exports: readonly ExportChoice[];
  /** How many things are drawn, for tests and for those who wonder. */
  readonly facts: () => Record<string, number | string>;
  /** How it looks at its world, as far as somebody changed that. */
  look(): Look;
  /** Another way to look at it, from an address. */
  set_look(look: Look): void;
  /** What is seen, drawn anew; read at once. */
  snapshot(): HTMLCanvasElement | undefined;
  /** Takes back what was done to the world by hand; false where the recipe's own undo is meant. */
  undo?(): boolean;
  redo?(): boolean;
  dispose(): void;
}

export interface ExportChoice {
  id: string;
  title: string;
  help: string;
  /** Pixels of the longer side to choose from, where there is a choice. */
  sizes?: readonly number[];
  usual_size?: number;
  /** How large the file will be and how long it takes, in words. */
  cost?(size: number): string;
  /** Gives the file's name and content, or its address. */
  make(progress: (share: number) => void, signal: AbortSignal, size: number): Promise<{ name: string; content: Blob | string }>;
}

export type MakeView = (studio: Studio) => View;
