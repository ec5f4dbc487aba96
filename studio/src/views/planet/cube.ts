import type { Vector3 } from 'three';

/**
 * The cube that a planet's cells are counted on. The page draws with y to the north pole, z to 0° N 0° E and x to 90° E; the library
 * (surface/coords.h) calls the same axes z, x and y.
 */

type Triple = readonly [number, number, number];

const scaled = ([x, y, z]: Triple, by: number): Triple => [x * by, y * by, z * by];
const unit = (v: Triple): Triple => scaled(v, 1 / Math.hypot(...v));

/** The direction of a place (a, b: 0 … 1, the origin at the top left) of a face, in the page's axes. */
export function direction_on_face(face: number, a: number, b: number, theta: number): Triple {
  const warp = (t: number) => Math.tan(t * theta) / Math.tan(theta);
  const [u, v] = [warp(2 * a - 1), warp(2 * b - 1)];
  const library: readonly Triple[] = [
    [1, u, -v],
    [-u, 1, -v],
    [-1, -u, -v],
    [u, -1, -v],
    [v, u, 1],
    [-v, u, -1],
  ];
  return unit(page_axes(library[face]));
}

export const page_axes = ([x, y, z]: Triple): Triple => [y, z, x];

/** Where a direction lies that is seen where the cube without its warp shows it: the way back from `solid_of` in the shader. */
export function warped_direction(seen: Vector3, theta: number): Vector3 {
  const most = Math.max(Math.abs(seen.x), Math.abs(seen.y), Math.abs(seen.z));
  const warp = (t: number) => Math.tan((t / most) * theta) / Math.tan(theta);
  return seen.clone().set(warp(seen.x), warp(seen.y), warp(seen.z)).normalize();
}

/** How all that lies on a planet is drawn: on the ball or on its cube, with or without the warp (Zucker & Higashi 2018). */
export const solid_glsl = /* glsl */ `
uniform float uShape;
uniform float uWarp;
uniform float uTheta;
const float cube_half = 0.72;
vec3 solid_of(vec3 place) {
  vec3 a = abs(place);
  vec3 cube = place / max(a.x, max(a.y, a.z));
  // Without the warp a cell lies where an even square of the cube would throw it. The largest part stays 1.
  cube = mix(atan(cube * tan(uTheta)) / uTheta, cube, uWarp);
  vec3 ball = uWarp < 1.0 ? normalize(cube) * length(place) : place;
  return mix(ball, cube * cube_half, uShape);
}
/** Above 0 where the eye sees it: ball and cube are convex, so that it needs no depth. */
float seen_by_eye(vec3 place) {
  vec3 solid = solid_of(place);
  vec3 a = abs(solid);
  float largest = max(a.x, max(a.y, a.z));
  vec3 out_of_face = sign(solid) * step(vec3(largest - 1e-6), a);
  float over_face = dot(out_of_face, cameraPosition) / dot(out_of_face, out_of_face) - cube_half;
  return uShape > 0.5 ? over_face : dot(normalize(solid), cameraPosition) - 1.0;
}
`;

/** Pieces of the surface that regions are fetched in: 32 × 32 cells of a face. */
export interface Patch {
  face: number;
  column: number;
  row: number;
  middle: Triple;
  /** Around its middle, in radians. */
  radius: number;
}

export const patch_cells = 32;

export function patches_of(resolution: number, theta: number): Patch[] {
  const count = Math.ceil(resolution / patch_cells);
  const share = (cells: number) => Math.min(1, (cells * patch_cells) / resolution);
  const patches: Patch[] = [];
  for (let face = 0; face < 6; ++face)
    for (let row = 0; row < count; ++row)
      for (let column = 0; column < count; ++column) {
        const at = (x: number, y: number) => direction_on_face(face, share(column + x), share(row + y), theta);
        const corners = [at(0, 0), at(1, 0), at(0, 1), at(1, 1)];
        const middle = unit([0, 1, 2].map((i) => corners.reduce((sum, corner) => sum + corner[i], 0)) as unknown as Triple);
        const angle = (corner: Triple) => Math.acos(Math.min(1, middle[0] * corner[0] + middle[1] * corner[1] + middle[2] * corner[2]));
        patches.push({ face, column, row, middle, radius: Math.max(...corners.map(angle)) });
      }
  return patches;
}

/** Those that an eye at a place (radii from the middle) sees, the nearest below it first. */
export function patches_seen(patches: readonly Patch[], eye: Triple, most: number): Patch[] {
  const distance = Math.hypot(...eye);
  const below = scaled(eye, 1 / distance);
  const horizon = Math.acos(Math.min(1, 1 / distance));
  return patches
    .map((patch) => ({
      patch,
      away: Math.acos(
        Math.max(
          -1,
          Math.min(
            1,
            patch.middle.reduce((sum, x, i) => sum + x * below[i], 0),
          ),
        ),
      ),
    }))
    .filter(({ patch, away }) => away - patch.radius < horizon)
    .sort((a, b) => a.away - b.away)
    .slice(0, most)
    .map(({ patch }) => patch);
}
