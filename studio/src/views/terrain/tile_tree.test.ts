import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import type { TileData, TileId } from './tile_data';
import { TileTree, type Eye, type TileThing } from './tile_tree';

interface Asked {
  id: TileId;
  come(): void;
  fail(): void;
}

class Thing implements TileThing {
  readonly shape = { low: 0, high: 10 };
  readonly mesh = new THREE.Object3D();
  readonly data: TileData;
  constructor(readonly id: TileId) {
    this.data = { id } as unknown as TileData;
  }
  dispose(): void {
    this.mesh.removeFromParent();
  }
}

const size = 100;
const top = 2;
const everything = new THREE.Frustum(...Array.from({ length: 6 }, () => new THREE.Plane(new THREE.Vector3(0, 1, 0), 1e9)));
const eye = (x: number, y: number, frustum = everything): Eye => ({ x, y, z: 20, frustum, origin: { x: 0, y: 0 } });
const turn = () => new Promise((done) => setTimeout(done));

function planted() {
  const asked: Asked[] = [];
  const parent = new THREE.Object3D();
  const tree = new TileTree<Thing>({
    tile_metres: size,
    top,
    parent,
    load: (id) =>
      new Promise((come, fail) => asked.push({ id, come: () => come(new Thing(id)), fail: () => fail(new Error('no such tile')) })),
    changed: () => undefined,
    failed: () => undefined,
  });
  return { tree, asked, parent };
}

/** How often each square of the finest level is covered by what is shown. */
function cover(tree: TileTree<Thing>): Map<string, number> {
  const squares = new Map<string, number>();
  for (const { id, mesh } of tree.things()) {
    if (!mesh.visible) continue;
    const n = 2 ** id.level;
    for (let j = 0; j < n; ++j)
      for (let i = 0; i < n; ++i) {
        const key = `${id.x * n + i}/${id.y * n + j}`;
        squares.set(key, (squares.get(key) ?? 0) + 1);
      }
  }
  return squares;
}

describe('tiles around the eye', () => {
  it('leave no hole and never lie over each other, in whatever order they come and wherever one goes', async () => {
    const { tree, asked } = planted();
    let random = 7;
    const chance = (n: number) => (random = (random * 48271) % 2147483647) % n;
    let [x, y] = [50, 50];
    let whole = 0;
    for (let step = 0; step < 160; ++step) {
      tree.update(eye(x, y));
      // One of those on their way comes, whichever.
      const next = asked.splice(chance(Math.max(1, asked.length)), 1)[0];
      if (next && (next.id.level === top || chance(9) > 0)) next.come();
      else next?.fail();
      await turn();
      tree.update(eye(x, y));
      const squares = cover(tree);
      expect([...squares.values()].every((count) => count === 1)).toBe(true);
      // Once the coarse picture stands it stays whole, while finer tiles come and go.
      const roots = tree.things().filter(({ id }) => id.level === top);
      const n = 2 ** top;
      const middle = { x: Math.floor(x / (size * n)), y: Math.floor(y / (size * n)) };
      const around = roots.filter(({ id }) => Math.abs(id.x - middle.x) <= 1 && Math.abs(id.y - middle.y) <= 1);
      const holes = around.flatMap(({ id }) =>
        Array.from({ length: n * n }, (_, k) => `${id.x * n + (k % n)}/${id.y * n + Math.floor(k / n)}`).filter((key) => !squares.has(key)),
      );
      expect(holes).toEqual([]);
      if (around.length === 9) ++whole;
      if (step % 16 === 15) [x, y] = [x + chance(260) - 110, y + chance(260) - 120];
    }
    expect(whole).toBeGreaterThan(20);
    tree.dispose();
  });

  it('take the place of others when all have come, or, in haste, when those that are seen have', async () => {
    const { tree, asked } = planted();
    tree.finest = 9;
    // Only what lies to the east is seen.
    const east = new THREE.Frustum(...Array.from({ length: 6 }, () => new THREE.Plane(new THREE.Vector3(1, 0, 0), -size * 4 - 1)));
    expect(tree.has_roots).toBe(false);
    for (let round = 0; round < 20; ++round) {
      tree.update(eye(50, 50, east));
      for (const each of asked.splice(0)) if (each.id.x === 1) each.come();
      await turn();
    }
    tree.update(eye(50, 50, east));
    expect(tree.has_roots).toBe(false);
    tree.hasty = true;
    expect(tree.has_roots).toBe(true);
    tree.dispose();
  });
});
