/**
 * Undo and redo of whole documents. Recipes are small, so each step keeps its own copy. Changes with the same label that follow
 * each other quickly (a slider being dragged) are one step.
 */
export class History<T> {
  private past: T[] = [];
  private future: T[] = [];
  private label = '';
  private at = -Infinity;

  constructor(
    private now: T,
    private readonly most = 200,
    private readonly together_ms = 800,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  get value(): T {
    return this.now;
  }
  get canUndo(): boolean {
    return this.past.length > 0;
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }

  push(value: T, label: string): void {
    const time = this.clock();
    const sameStep = label === this.label && time - this.at < this.together_ms && this.past.length > 0;
    if (!sameStep) {
      this.past.push(this.now);
      if (this.past.length > this.most) this.past.shift();
    }
    this.now = value;
    this.future = [];
    this.label = label;
    this.at = time;
  }

  undo(): T {
    const value = this.past.pop();
    if (value !== undefined) {
      this.future.push(this.now);
      this.now = value;
    }
    this.label = '';
    return this.now;
  }

  redo(): T {
    const value = this.future.pop();
    if (value !== undefined) {
      this.past.push(this.now);
      this.now = value;
    }
    this.label = '';
    return this.now;
  }
}
