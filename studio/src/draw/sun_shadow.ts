import * as THREE from 'three';

/**
 * Shadows that mountains throw: a picture of the land around the eye that tells, for each place, how high one has to be to see the
 * sun. It is made anew, a few rows a frame, when the sun or the eye has moved or finer land has come.
 */
export const shadow_glsl = /* glsl */ `
uniform sampler2D tShadow;
uniform vec4 uShadow;
float sun_reaches(vec3 place) {
  vec2 p = (place.xz - uShadow.xy) / uShadow.z + 0.5;
  vec2 edge = smoothstep(0.5, 0.44, abs(p - 0.5));
  float top = texture2D(tShadow, p).r;
  // The further the mountain, the softer the edge of its shadow; a few metres at least, because the picture is coarse.
  float hidden = smoothstep(-uShadow.w, uShadow.w * 1.5, top - place.y);
  return 1.0 - hidden * edge.x * edge.y;
}
`;

const side = 256;
const rows_a_frame = 24;

export class SunShadow {
  readonly uniforms: Record<string, THREE.IUniform>;
  private readonly heights = new Float32Array(side * side);
  private readonly texture: THREE.DataTexture;
  /** World metres of the middle of what is being made, and of what is shown. */
  private next = { x: NaN, y: NaN };
  private shown = { x: 0, y: 0 };
  private row = side;
  private stamp = '';
  private made_at = 0;

  /** `span`: metres of the picture's side; `soft`: metres of height over which a shadow fades. */
  constructor(
    private readonly height: (x: number, y: number) => number | undefined,
    private readonly span = 12288,
    private readonly soft = 10,
  ) {
    const data = new Uint16Array(side * side).fill(THREE.DataUtils.toHalfFloat(-6e4));
    this.texture = new THREE.DataTexture(data, side, side, THREE.RedFormat, THREE.HalfFloatType);
    this.texture.magFilter = this.texture.minFilter = THREE.LinearFilter;
    this.texture.needsUpdate = true;
    this.uniforms = { tShadow: { value: this.texture }, uShadow: { value: new THREE.Vector4(0, 0, span, soft) } };
  }

  /** True while there is work left. `land` changes when other or finer tiles have come. */
  update(eye: { x: number; y: number }, origin: { x: number; y: number }, sun: THREE.Vector3, land: string, now: number): boolean {
    const { span, soft } = this;
    (this.uniforms.uShadow.value as THREE.Vector4).set(this.shown.x - origin.x, this.shown.y - origin.y, span, soft);
    if (this.row >= side) {
      const far = Math.hypot(eye.x - this.next.x, eye.y - this.next.y);
      const stamp = `${land} ${sun.x.toFixed(3)} ${sun.y.toFixed(3)}`;
      // Land that comes in tile by tile is looked at once a second, not after each tile.
      const due = !(far < span / 10) || (stamp !== this.stamp && now - this.made_at > 900);
      if (!due) return stamp !== this.stamp;
      const step = span / side;
      this.next = { x: Math.round(eye.x / step) * step, y: Math.round(eye.y / step) * step };
      this.stamp = stamp;
      this.row = 0;
    }
    this.read_rows();
    if (this.row < side) return true;
    this.throw_shadows(sun);
    this.made_at = now;
    this.shown = this.next;
    (this.uniforms.uShadow.value as THREE.Vector4).set(this.shown.x - origin.x, this.shown.y - origin.y, span, soft);
    return true;
  }

  dispose(): void {
    this.texture.dispose();
  }

  private read_rows(): void {
    const { span } = this;
    const step = span / side;
    const last = Math.min(side, this.row + rows_a_frame);
    for (; this.row < last; ++this.row) {
      const y = this.next.y - span / 2 + (this.row + 0.5) * step;
      for (let i = 0; i < side; ++i) this.heights[this.row * side + i] = this.height(this.next.x - span / 2 + (i + 0.5) * step, y) ?? -1e4;
    }
  }

  /** Each place asks the one a cell nearer to the sun: what hides the sun there hides it here, one step lower. */
  private throw_shadows(sun: THREE.Vector3): void {
    const data = this.texture.image.data as Uint16Array;
    const level = Math.hypot(sun.x, sun.z);
    const step = this.span / side;
    if (level < 1e-3 || sun.y <= 0.001) {
      data.fill(THREE.DataUtils.toHalfFloat(sun.y <= 0.001 ? 6e4 : -6e4));
      this.texture.needsUpdate = true;
      return;
    }
    // One whole cell along the longer axis, less along the other.
    const longest = Math.max(Math.abs(sun.x), Math.abs(sun.z));
    const dx = sun.x / longest;
    const dz = sun.z / longest;
    const drop = (sun.y / level) * step * Math.hypot(dx, dz);
    const shade = shadow_heights(this.heights, side, dx, dz, drop);
    for (let i = 0; i < shade.length; ++i) data[i] = THREE.DataUtils.toHalfFloat(Math.max(-6e4, Math.min(6e4, shade[i])));
    this.texture.needsUpdate = true;
  }
}

/** How high one has to be to see the sun, (dx, dz) cells towards which it falls by `drop` a cell. One of dx, dz is ±1. */
export function shadow_heights(heights: Float32Array, side: number, dx: number, dz: number, drop: number): Float32Array {
  const shade = new Float32Array(side * side).fill(-1e5);
  const along_x = Math.abs(dx) >= Math.abs(dz);
  const forward = (along_x ? dx : dz) > 0;
  for (let step = 1; step < side; ++step) {
    const line = forward ? side - 1 - step : step;
    const before = forward ? line + 1 : line - 1;
    for (let k = 0; k < side; ++k) {
      const other = k + (along_x ? dz : dx);
      const low = Math.floor(other);
      if (low < 0 || low + 1 >= side) continue;
      const t = other - low;
      const at = (j: number) => (along_x ? j * side + before : before * side + j);
      const top = (j: number) => Math.max(heights[at(j)], shade[at(j)]);
      shade[along_x ? k * side + line : line * side + k] = top(low) * (1 - t) + top(low + 1) * t - drop;
    }
  }
  return shade;
}
