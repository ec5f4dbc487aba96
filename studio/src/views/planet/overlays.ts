import * as THREE from 'three';
import { query_of, type Client } from '../../api/client';
import type { WorldInfo } from '../../api/types';
import { place_on_ball } from './globe';

const width = 1024;
const height = 512;

async function whole_layer(client: Client, world: WorldInfo, layer: string, w: number, h: number): Promise<Float32Array> {
  const bytes = await client.bytes(`worlds/${encodeURIComponent(world.id)}/layers/${encodeURIComponent(layer)}.f32?${query_of({ projection: 'equirectangular', size: `${w}x${h}` })}`);
  return new Float32Array(bytes);
}

/** Numbers of plates as a picture; the shader draws lines where they differ. */
export async function plate_texture(client: Client, world: WorldInfo): Promise<THREE.DataTexture | undefined> {
  const layer = world.layers.find(({ name }) => name === 'plate');
  if (!layer) return undefined;
  const values = await whole_layer(client, world, layer.name, width, height);
  const texture = new THREE.DataTexture(values, width, height, THREE.RedFormat, THREE.FloatType);
  texture.wrapS = THREE.RepeatWrapping;
  texture.needsUpdate = true;
  return texture;
}

/** Short arrows along a field of vectors. */
export async function arrows_of(client: Client, world: WorldInfo): Promise<THREE.Object3D | undefined> {
  const find = (...names: string[]) => world.layers.find(({ name }) => names.includes(name))?.name;
  const east_name = find('wind_east', 'wind_x', 'wind_u');
  const north_name = find('wind_north', 'wind_y', 'wind_v');
  if (!east_name || !north_name) return undefined;
  const columns = 144;
  const rows = 72;
  const [east, north] = await Promise.all([whole_layer(client, world, east_name, columns, rows), whole_layer(client, world, north_name, columns, rows)]);
  let strongest = 1e-6;
  for (let i = 0; i < east.length; ++i) strongest = Math.max(strongest, Math.hypot(east[i], north[i]));
  const places: number[] = [];
  for (let row = 2; row < rows - 2; row += 2) {
    const lat = 90 - ((row + 0.5) / rows) * 180;
    // Fewer arrows on the short parallels near the poles.
    const stride = Math.max(2, Math.round(2 / Math.max(0.1, Math.cos((lat * Math.PI) / 180))));
    for (let column = 0; column < columns; column += stride) {
      const i = row * columns + column;
      const lon = ((column + 0.5) / columns) * 360 - 180;
      add_arrow(places, lat, lon, east[i] / strongest, north[i] / strongest);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
  return new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: 0xfff3dc, transparent: true, opacity: 0.75, toneMapped: false }));
}

function add_arrow(places: number[], lat: number, lon: number, east: number, north: number): void {
  const strength = Math.hypot(east, north);
  if (strength < 0.03) return;
  const length = 3.2 * Math.sqrt(strength);
  const shrink = Math.max(0.1, Math.cos((lat * Math.PI) / 180));
  const dx = east / strength;
  const dy = north / strength;
  const at = (along: number, beside: number) => place_on_ball(lat + dy * along + dx * beside, lon + (dx * along - dy * beside) / shrink, 1.006);
  const push = (...points: THREE.Vector3[]) => points.forEach((point) => places.push(point.x, point.y, point.z));
  const tip = at(length / 2, 0);
  push(at(-length / 2, 0), tip, at(length / 2 - 0.9, 0.5), tip, at(length / 2 - 0.9, -0.5), tip);
}

/** The meridian around which most land lies, of places that a first look shows well. */
export async function land_longitude(client: Client, world: WorldInfo): Promise<number | undefined> {
  if (!world.layers.some(({ name }) => name === 'height')) return undefined;
  const columns = 48;
  const rows = 24;
  const heights = await whole_layer(client, world, 'height', columns, rows);
  let best = { share: -1, lon: 0 };
  for (let middle = 0; middle < columns; ++middle) {
    let share = 0;
    for (let row = 4; row < 18; ++row) {
      for (let off = -9; off <= 9; ++off) {
        const height = heights[row * columns + ((middle + off + columns) % columns)];
        if (height > 0) share += Math.cos((off / 10) * (Math.PI / 2)) * (row > 5 && row < 15 ? 1 : 0.5);
      }
    }
    if (share > best.share) best = { share, lon: ((middle + 0.5) / columns) * 360 - 180 };
  }
  return best.lon;
}
