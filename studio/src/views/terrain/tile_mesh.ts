import * as THREE from 'three';
import { lean } from '../../draw/scene3d';
import type { TilePaint } from './ground_colour';
import { ground_fragment, ground_vertex } from './ground_shader';
import type { TileData, TileShape } from './tile_data';

/** Uniforms that all tiles share. */
export type SharedUniforms = Record<string, THREE.IUniform>;

/**
 * One grid of triangles serves all tiles: heights come from a picture, in the vertex shader. Its border has a skirt that hangs
 * down, so that no gap shows between a fine tile and a coarse one.
 */
export function grid_geometry(quads: number): THREE.BufferGeometry {
  const line = quads + 3; // with the skirt on both sides
  const places = new Float32Array(line * line * 3);
  for (let j = 0; j < line; ++j) {
    for (let i = 0; i < line; ++i) {
      const u = Math.min(quads, Math.max(0, i - 1)) / quads;
      const v = Math.min(quads, Math.max(0, j - 1)) / quads;
      const skirt = i === 0 || j === 0 || i === line - 1 || j === line - 1 ? 1 : 0;
      places.set([u, v, skirt], 3 * (j * line + i));
    }
  }
  const indices = new Uint32Array((line - 1) * (line - 1) * 6);
  let at = 0;
  for (let j = 0; j < line - 1; ++j) {
    for (let i = 0; i < line - 1; ++i) {
      const a = j * line + i;
      indices.set([a, a + line, a + 1, a + 1, a + line, a + line + 1], at);
      at += 6;
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(places, 3));
  geometry.setIndex(new THREE.BufferAttribute(indices, 1));
  return geometry;
}

function texture(data: Float32Array | Uint8Array, side: number, floats: boolean): THREE.DataTexture {
  const result = floats
    ? new THREE.DataTexture(data, side, side, THREE.RedFormat, THREE.FloatType)
    : new THREE.DataTexture(data, side, side, THREE.RGBAFormat, THREE.UnsignedByteType);
  const filter = floats ? THREE.NearestFilter : THREE.LinearFilter;
  result.magFilter = filter;
  result.minFilter = floats ? filter : THREE.LinearMipmapLinearFilter;
  result.generateMipmaps = !floats;
  result.anisotropy = lean ? 1 : 4; // dear where the processor draws
  result.needsUpdate = true;
  return result;
}

/** A tile that can be drawn. */
export class TileMesh {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  /** What stands on the tile, and goes with it. */
  readonly things = new THREE.Group();
  private readonly pictures: Record<'tHeight' | 'tShape' | 'tColour' | 'tCover', THREE.IUniform<THREE.DataTexture>>;

  constructor(
    readonly data: TileData,
    public shape: TileShape,
    readonly size: number,
    geometry: THREE.BufferGeometry,
    shared: SharedUniforms,
    paint: TilePaint,
  ) {
    const { side } = data;
    this.pictures = {
      tHeight: { value: texture(shape.heights, side, true) },
      tShape: { value: texture(shape.shape, side, false) },
      tColour: { value: texture(paint.colour, side, false) },
      tCover: { value: texture(paint.ground, side, false) },
    };
    const material = new THREE.ShaderMaterial({
      vertexShader: ground_vertex,
      fragmentShader: ground_fragment,
      defines: lean ? { LEAN: 1 } : {},
      uniforms: { ...shared, ...this.pictures, uSize: { value: size }, uSide: { value: side } },
    });
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.frustumCulled = false; // the geometry is shared and flat; the tree culls by true bounds
    this.mesh.visible = false;
    this.mesh.add(this.things);
  }

  /** The water of its rivers, as it lies over the ground. */
  pour(water: THREE.BufferGeometry, material: THREE.Material): void {
    this.river = new THREE.Mesh(water, material);
    this.river.renderOrder = 5;
    this.mesh.add(this.river);
  }
  private river: THREE.Mesh | undefined;

  repaint({ colour, ground }: TilePaint): void {
    this.set('tColour', colour);
    this.set('tCover', ground);
  }

  /** Other heights, at once: what a brush does before the server has answered. */
  reshape(shape: TileShape): void {
    this.shape = shape;
    this.set('tHeight', shape.heights);
    this.set('tShape', shape.shape);
  }

  dispose(): void {
    for (const picture of Object.values(this.pictures)) picture.value.dispose();
    for (const group of this.things.children) for (const mesh of group.children) (mesh as THREE.InstancedMesh).dispose();
    this.river?.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.removeFromParent();
  }

  private set(name: 'tHeight' | 'tShape' | 'tColour' | 'tCover', data: Float32Array | Uint8Array): void {
    const { value } = this.pictures[name];
    (value.image.data as Float32Array | Uint8Array).set(data);
    value.needsUpdate = true;
  }
}
