import * as THREE from 'three';
import { query_of, type Client } from '../../api/client';
import type { Plates, WorldInfo } from '../../api/types';
import { page_axes } from './cube';
import { place_on_ball } from './globe';
import type { MotionOf } from './region_layer';

async function whole_layer(client: Client, world: WorldInfo, layer: string, w: number, h: number): Promise<Float32Array> {
  const bytes = await client.bytes(
    `worlds/${encodeURIComponent(world.id)}/layers/${encodeURIComponent(layer)}.f32?${query_of({ projection: 'equirectangular', size: `${w}x${h}` })}`,
  );
  return new Float32Array(bytes);
}

/** A field of vectors on the globe: to the east and to the north, row by row from the north. */
interface Field {
  columns: number;
  rows: number;
  east: Float32Array;
  north: Float32Array;
}

/** Arrows along the wind. */
export async function wind_arrows(client: Client, world: WorldInfo): Promise<THREE.Object3D | undefined> {
  const find = (...names: string[]) => world.layers.find(({ name }) => names.includes(name))?.name;
  const east_name = find('wind_east', 'wind_x', 'wind_u');
  const north_name = find('wind_north', 'wind_y', 'wind_v');
  if (!east_name || !north_name) return undefined;
  const [columns, rows] = [144, 72];
  const [east, north] = await Promise.all([
    whole_layer(client, world, east_name, columns, rows),
    whole_layer(client, world, north_name, columns, rows),
  ]);
  return arrows({ columns, rows, east, north }, 0xfff3dc, 2);
}

/** Arrows along the motion of plates, everywhere on each of them. */
export async function motion_arrows(client: Client, world: WorldInfo): Promise<THREE.Object3D | undefined> {
  const layer = world.layers.find(({ name }) => name === 'plate');
  if (!layer) return undefined;
  const [columns, rows] = [120, 60];
  const [values, { plates }] = await Promise.all([whole_layer(client, world, layer.name, columns, rows), client.plates(world.id)]);
  const east = new Float32Array(values.length);
  const north = new Float32Array(values.length);
  const by_number = new Map(plates.map((plate) => [plate.number, plate]));
  for (let i = 0; i < values.length; ++i) {
    const plate = by_number.get(Math.round(values[i]));
    if (!plate) continue;
    const lat = 90 - ((Math.floor(i / columns) + 0.5) / rows) * 180;
    const lon = (((i % columns) + 0.5) / columns) * 360 - 180;
    [east[i], north[i]] = plate.rotation ? motion_at(plate.rotation, lat, lon) : plate.motion;
  }
  return arrows({ columns, rows, east, north }, 0xff9a52, 4);
}

/** How a place of a plate moves, as a direction in the page's axes, of which 1 is the fastest of all plates. */
export async function plate_motion(client: Client, world: WorldInfo): Promise<MotionOf | undefined> {
  const { plates } = await client.plates(world.id);
  return motion_of(plates);
}

export function motion_of(plates: Plates['plates']): MotionOf | undefined {
  const turns = new Map(plates.map((plate) => [plate.number, turn_of(plate)] as const));
  const fastest = Math.max(0, ...[...turns.values()].map((axis) => Math.hypot(...axis)));
  if (fastest === 0) return undefined;
  return (value, site) => {
    const axis = turns.get(value);
    return axis && cross(scaled(axis, 1 / fastest), site);
  };
}

type Triple = readonly [number, number, number];
const scaled = ([x, y, z]: Triple, by: number): Triple => [x * by, y * by, z * by];
const cross = ([ax, ay, az]: Triple, [bx, by, bz]: Triple): Triple => [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];

/** The axis that a plate turns about, in the page's axes; of one whose motion is told in its middle, that which moves the middle so. */
function turn_of({ rotation, lat = 0, lon = 0, motion: [east, north] }: Plates['plates'][number]): Triple {
  if (rotation) return page_axes(rotation);
  const { x, y, z } = place_on_ball(lat, lon);
  const o = (lon * Math.PI) / 180;
  const to_east: Triple = [Math.cos(o), 0, -Math.sin(o)];
  const to_north = cross([x, y, z], to_east);
  return cross([x, y, z], [0, 1, 2].map((i) => to_east[i] * east + to_north[i] * north) as unknown as Triple);
}

/** Velocity (east, north) of a place on a plate that turns about an axis: x towards 0° N 0° E, y towards 90° E, z north. */
export function motion_at([wx, wy, wz]: readonly [number, number, number], lat: number, lon: number): [number, number] {
  const a = (lat * Math.PI) / 180;
  const o = (lon * Math.PI) / 180;
  const [x, y, z] = [Math.cos(a) * Math.cos(o), Math.cos(a) * Math.sin(o), Math.sin(a)];
  const [vx, vy, vz] = [wy * z - wz * y, wz * x - wx * z, wx * y - wy * x];
  const north = -Math.sin(a) * Math.cos(o) * vx - Math.sin(a) * Math.sin(o) * vy + Math.cos(a) * vz;
  return [-Math.sin(o) * vx + Math.cos(o) * vy, north];
}

function arrows({ columns, rows, east, north }: Field, colour: number, every: number): THREE.Object3D {
  let strongest = 1e-6;
  for (let i = 0; i < east.length; ++i) strongest = Math.max(strongest, Math.hypot(east[i], north[i]));
  const places: number[] = [];
  for (let row = every; row < rows - every; row += every) {
    const lat = 90 - ((row + 0.5) / rows) * 180;
    // Fewer arrows on the short parallels near the poles.
    const stride = Math.max(every, Math.round(every / Math.max(0.1, Math.cos((lat * Math.PI) / 180))));
    for (let column = 0; column < columns; column += stride) {
      const i = row * columns + column;
      add_arrow(places, lat, ((column + 0.5) / columns) * 360 - 180, east[i] / strongest, north[i] / strongest, every * 2.3);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
  const mesh = new THREE.Mesh(
    geometry,
    new THREE.MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.85, toneMapped: false, side: THREE.DoubleSide }),
  );
  mesh.renderOrder = 4;
  return mesh;
}

/** A shaft that widens and a head, as triangles that lie on the ball. */
function add_arrow(places: number[], lat: number, lon: number, east: number, north: number, longest: number): void {
  const strength = Math.hypot(east, north);
  if (strength < 0.03) return;
  const length = longest * Math.sqrt(strength);
  const shrink = Math.max(0.1, Math.cos((lat * Math.PI) / 180));
  const [dx, dy] = [east / strength, north / strength];
  const at = (along: number, beside: number) =>
    place_on_ball(lat + dy * along + dx * beside, lon + (dx * along - dy * beside) / shrink, 1.009);
  const triangle = (...points: THREE.Vector3[]) => points.forEach((point) => places.push(point.x, point.y, point.z));
  const head = Math.min(longest * 0.34, length * 0.5);
  const neck = length / 2 - head;
  triangle(at(-length / 2, 0), at(neck, head * 0.2), at(neck, -head * 0.2));
  triangle(at(neck, head * 0.5), at(length / 2, 0), at(neck, -head * 0.5));
}

/** The place around which most land lies, of those that a first look shows well. */
export async function land_middle(client: Client, world: WorldInfo): Promise<{ lat: number; lon: number } | undefined> {
  if (!world.layers.some(({ name }) => name === 'height')) return undefined;
  const [columns, rows] = [48, 24];
  return middle_of_land(await whole_layer(client, world, 'height', columns, rows), columns, rows);
}

export function middle_of_land(heights: Float32Array, columns: number, rows: number): { lat: number; lon: number } {
  const places: THREE.Vector3[] = [];
  for (let i = 0; i < heights.length; ++i) {
    const lat = 90 - ((Math.floor(i / columns) + 0.5) / rows) * 180;
    // Land counts by its area; ice and tundra around the poles are not what one looks for first.
    const weight = Math.cos((lat * Math.PI) / 180) * (Math.abs(lat) > 62 ? 0.3 : 1);
    if (heights[i] > 0) places.push(place_on_ball(lat, (((i % columns) + 0.5) / columns) * 360 - 180, weight));
  }
  let best = { lat: 18, lon: 0, score: -1 };
  for (const lat of [-12, 3, 18, 30]) {
    for (let lon = -180; lon < 180; lon += 7.5) {
      const eye = place_on_ball(lat, lon);
      const score = places.reduce((sum, place) => sum + Math.max(0, eye.dot(place) - 0.15 * place.length()) ** 2, 0);
      if (score > best.score) best = { lat, lon, score };
    }
  }
  return { lat: best.lat, lon: best.lon };
}
