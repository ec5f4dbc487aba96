/**
 * A radius that shrinks until what comes into view is there as fast as one walks: by one at every step to another chunk where some
 * are still missing. It grows by one after two steps with none missing. As FollowingRadius of the library.
 */
export class FollowingRadius {
  private now: number;
  private whole_steps = 0;

  constructor(
    private readonly least: number,
    private readonly most: number,
  ) {
    this.now = most;
  }

  get value(): number {
    return this.now;
  }

  step(missing: boolean): void {
    this.whole_steps = missing ? 0 : this.whole_steps + 1;
    if (missing && this.now > this.least) --this.now;
    if (this.whole_steps < 2) return;
    this.whole_steps = 0;
    if (this.now < this.most) ++this.now;
  }
}
