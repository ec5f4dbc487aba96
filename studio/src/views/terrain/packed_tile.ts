/** Packs layers of squares as the server does (docs/server.md): for tests, which make tiles of their own. */
export function packed_tile(values: Float32Array, layers: number, fineness: number): ArrayBuffer {
  const count = values.length / layers;
  const side = Math.sqrt(count);
  const bytes = new Uint8Array(layers * (4 + 4 * count));
  for (let layer = 0; layer < layers; ++layer) {
    const at = layer * (4 + 4 * count);
    new DataView(bytes.buffer).setFloat32(at, fineness, true);
    const whole = (x: number, y: number) => (x < 0 || y < 0 ? 0 : Math.round(values[layer * count + y * side + x] / fineness));
    for (let i = 0; i < count; ++i) {
      const [x, y] = [i % side, Math.floor(i / side)];
      const off = whole(x, y) - whole(x - 1, y) - whole(x, y - 1) + whole(x - 1, y - 1);
      const folded = off < 0 ? -2 * off - 1 : 2 * off;
      for (let byte = 0; byte < 4; ++byte) bytes[at + 4 + byte * count + i] = (folded >>> (8 * byte)) & 255;
    }
  }
  return bytes.buffer;
}
