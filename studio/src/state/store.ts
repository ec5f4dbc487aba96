/** A value that tells when it changed. Listeners run at once, in the order in which they came. */
export class Signal<T> {
  private readonly listeners = new Set<(value: T) => void>();
  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const listener of [...this.listeners]) listener(value);
  }

  /** Calls now and at each change; gives back how to stop. */
  watch(listener: (value: T) => void): () => void {
    listener(this.current);
    return this.changed(listener);
  }

  changed(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
