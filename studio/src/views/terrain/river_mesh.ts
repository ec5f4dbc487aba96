import * as THREE from 'three';
import type { TileData } from './tile_data';

/**
 * The water of a tile's rivers and lakes, where the recipe keeps their levels: triangles on the water and half a step beyond it, where
 * the bank covers them. Rivers that are thinner than the tile's samples are but a colour of the ground. Undefined where there is none,
 * or where the sea lies over it.
 */
export function river_geometry({ layers, side, margin, step }: TileData): THREE.BufferGeometry | undefined {
  const away = layers.get('river_distance');
  const level = layers.get('river_level');
  const width = layers.get('river');
  if (!away || !level) return undefined;
  const pitch = side + 2 * margin;
  const numbers = new Map<number, number>();
  const places: number[] = [];
  const indices: number[] = [];
  const vertex = (x: number, y: number) => {
    const p = (y + margin) * pitch + x + margin;
    let number = numbers.get(p);
    if (number === undefined) {
      number = places.length / 3;
      numbers.set(p, number);
      places.push(x * step, level[p], y * step);
    }
    return number;
  };
  for (let y = 0; y < side - 1; ++y) {
    for (let x = 0; x < side - 1; ++x) {
      const p = (y + margin) * pitch + x + margin;
      const corners = [p, p + 1, p + pitch, p + pitch + 1];
      if (Math.min(...corners.map((corner) => away[corner])) > 0.5 * step || Math.max(...corners.map((corner) => level[corner])) <= 0)
        continue;
      if (width && Math.max(...corners.map((corner) => width[corner])) < step) continue;
      const [a, b, c, d] = [vertex(x, y), vertex(x + 1, y), vertex(x, y + 1), vertex(x + 1, y + 1)];
      indices.push(a, c, b, b, c, d);
    }
  }
  if (indices.length === 0) return undefined;
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
  geometry.setIndex(indices);
  return geometry;
}
