/** The middle of a window (its width and height are shares of the map) that holds most land, on a map that closes onto itself. */
export function window_of_land(
  heights: Float32Array,
  columns: number,
  rows: number,
  seen: { u: number; v: number },
): { u: number; v: number } {
  const wide = Math.max(1, Math.min(columns, Math.round(seen.u * columns)));
  const high = Math.max(1, Math.min(rows, Math.round(seen.v * rows)));
  let best = { u: 0.5, v: 0.5, score: -1 };
  for (let y = 0; y < rows; ++y) {
    for (let x = 0; x < columns; ++x) {
      let land = 0;
      for (let j = 0; j < high; ++j) {
        for (let i = 0; i < wide; ++i) {
          if (heights[((y + j) % rows) * columns + ((x + i) % columns)] <= 0) continue;
          // Land in the middle is worth more than land that is cut off at the edge.
          const across = Math.abs((i + 0.5) / wide - 0.5);
          const down = Math.abs((j + 0.5) / high - 0.5);
          land += 1.2 - across - down;
        }
      }
      if (land > best.score) best = { u: ((x + wide / 2) / columns) % 1, v: ((y + high / 2) / rows) % 1, score: land };
    }
  }
  return { u: best.u, v: best.v };
}
