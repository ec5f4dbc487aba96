import type { Insets } from '../state/studio';

/** How much of a phone's window an open drawer takes, as phone.css has it. */
export const sheet_share = 0.46;

/** What lies over the world: sizes in pixels, as the style sheets have them. */
export interface Laid {
  /** Everything but the world is hidden. */
  bare: boolean;
  /** A phone's window: drawers are sheets over its lower part. */
  small: boolean;
  left: boolean;
  right: boolean;
  graph: boolean;
  height: number;
  sizes: { rail: number; left: number; right: number; bar: number; graph: number };
}

export function insets_of({ bare, small, left, right, graph, height, sizes }: Laid): Insets {
  if (bare) return { left: 0, right: 0, bottom: 0 };
  // What is seen stays in the middle of the upper half.
  if (small) return { left: 0, right: 0, bottom: sizes.bar + (left || right ? Math.round(height * sheet_share) : 0) };
  return {
    left: sizes.rail + (left ? sizes.left : 0) + (graph ? sizes.graph : 0),
    right: right ? sizes.right : 0,
    bottom: sizes.bar,
  };
}
