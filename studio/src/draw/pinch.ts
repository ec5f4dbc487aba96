interface Place {
  x: number;
  y: number;
}

/** How two fingers moved: apart (above 1) or together, around the place between them, which moved, too. */
export interface PinchMove {
  factor: number;
  clientX: number;
  clientY: number;
  dx: number;
  dy: number;
}

/** Two fingers on an element. While they are there, what one finger does is left alone: ask `active` first. */
export class Pinch {
  private readonly fingers = new Map<number, Place>();
  private readonly remove: (() => void)[] = [];

  constructor(element: HTMLElement, moved: (move: PinchMove) => void) {
    this.listen(element, 'pointerdown', (event) => {
      if (event.pointerType === 'touch') this.fingers.set(event.pointerId, place_of(event));
    });
    const end = (event: PointerEvent) => this.fingers.delete(event.pointerId);
    this.listen(element, 'pointerup', end);
    this.listen(element, 'pointercancel', end);
    this.listen(element, 'pointermove', (event) => {
      if (!this.fingers.has(event.pointerId)) return;
      const before = this.pair();
      this.fingers.set(event.pointerId, place_of(event));
      const after = this.pair();
      if (!before || !after) return;
      const [b, a] = [middle(before), middle(after)];
      moved({ factor: gap(after) / Math.max(8, gap(before)), clientX: a.x, clientY: a.y, dx: a.x - b.x, dy: a.y - b.y });
    });
  }

  get active(): boolean {
    return this.fingers.size > 1;
  }

  dispose(): void {
    for (const stop of this.remove) stop();
  }

  private pair(): readonly [Place, Place] | undefined {
    const [first, second] = [...this.fingers.values()];
    return first && second ? [first, second] : undefined;
  }

  private listen(
    element: HTMLElement,
    name: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
    work: (event: PointerEvent) => void,
  ) {
    // Before the listeners of one finger.
    element.addEventListener(name, work, { capture: true });
    this.remove.push(() => element.removeEventListener(name, work, { capture: true }));
  }
}

const place_of = (event: PointerEvent): Place => ({ x: event.clientX, y: event.clientY });
const gap = ([a, b]: readonly [Place, Place]) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = ([a, b]: readonly [Place, Place]): Place => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
