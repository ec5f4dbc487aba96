import type { ChunkMesh } from './chunk_mesh';

/** The first look: from a little above the ground, towards where most kinds of plants grow. Undefined until enough is there. */
export function first_eye(
  near: readonly { x: number; y: number; mesh: Pick<ChunkMesh, 'data'> }[],
  side: number,
): { x: number; height: number; z: number; yaw: number; pitch: number } | undefined {
  if (near.length < 25) return undefined;
  let top = 0;
  // Hills near by may rise above the eye: from above them one would look at the sky.
  for (const { x, y, mesh } of near)
    mesh.data.floors.forEach((floors, i) => {
      const away = Math.hypot(x * side + (i % side) + 0.5 - side / 2, y * side + Math.floor(i / side) + 0.5 - side / 2);
      if (away < 6) top = Math.max(top, floors.at(-1) ?? 0);
    });
  const plants = near.flatMap(({ x, y, mesh }) =>
    mesh.data.plants.map((plant) => ({ species: plant.species, x: plant.x + x * side - side / 2, z: plant.z + y * side - side / 2 })),
  );
  let best = { yaw: -0.7, score: -1 };
  for (let k = 0; k < 12; ++k) {
    const yaw = (k / 12) * 2 * Math.PI;
    const ahead = plants.filter(({ x, z }) => {
      const away = Math.hypot(x, z);
      return away > 10 && (-Math.sin(yaw) * x - Math.cos(yaw) * z) / away > 0.86;
    });
    const score = new Set(ahead.map(({ species }) => species)).size * 25 + Math.min(400, ahead.length) * 0.2;
    if (score > best.score) best = { yaw, score };
  }
  return { x: side / 2, height: top + 9, z: side / 2, yaw: best.yaw, pitch: -0.24 };
}
