import * as THREE from 'three';
import { expect, it, vi } from 'vitest';
import type { Client } from '../../api/client';
import { TerrainLand, type Place } from './terrain_land';
import type { TileMesh } from './tile_mesh';

const frustum = new THREE.Frustum().setFromProjectionMatrix(new THREE.Matrix4());

it('a land that tells where it is worth seeing is entered there, with no land before it', async () => {
  const asked: string[] = [];
  const client = {
    register: () => Promise.resolve('hash'),
    terrain_info: () => Promise.resolve({ cells: 128, step: 1, layers: ['height'], sight: { x: -500_000, y: 300_000 } }),
    bytes: (path: string) => {
      asked.push(path);
      return Promise.resolve(new ArrayBuffer(0));
    },
  } as unknown as Client;
  let at: Place = { x: 0, y: 0 };
  let entered: Place | undefined;
  const nothing = () => undefined;
  const land: TerrainLand = new TerrainLand(
    {
      client,
      parent: new THREE.Object3D(),
      eye: () => ({ ...at, z: 100, frustum, origin: { x: 0, y: 0 } }),
      open_edits: () => Promise.resolve(),
      edits: () => ({}),
      make: (id) => ({ data: { id }, shape: { low: 0, high: 1 }, mesh: new THREE.Object3D(), dispose: nothing }) as unknown as TileMesh,
      furnish: () => Promise.resolve(),
      known: nothing,
      entry: (sight) => sight,
      swapped: (entry) => {
        entered = entry;
        if (entry) at = entry;
      },
      changed: nothing,
      ask: nothing,
      failed: (error) => {
        throw error;
      },
    },
    1.6,
  );
  const recipe = { craton: 1, keep: ['height'] };
  await land.show({ kind: 'terrain', preset: 'land', title: '', recipe, seed: 7 }, true);
  await vi.waitUntil(() => {
    land.update({ ...at, z: 100, frustum, origin: { x: 0, y: 0 } });
    return land.tree !== undefined;
  });
  expect(entered).toEqual({ x: -500_000, y: 300_000 });
  expect(land.tree!.things().length).toBeGreaterThanOrEqual(9);
  // 16 km are a tile of the coarsest level.
  expect(asked[0]).toMatch(/^terrain\/hash\/7\/7\/-3[0-2]\/1[78]\?/);
  land.dispose();
});
