import * as THREE from 'three';
import { sky_glsl } from '../../draw/sky';
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

const vertex_shader = /* glsl */ `
uniform sampler2D tHeight;
uniform float uSize;
uniform float uSide;
varying vec3 vPlace;
varying vec2 vUv;

void main() {
  vec2 cell = position.xy * (uSide - 1.0);
  float height = texelFetch(tHeight, ivec2(cell + 0.5), 0).r;
  vec3 local = vec3(position.x * uSize, height - position.z * uSize * 0.04, position.y * uSize);
  vec4 world = modelMatrix * vec4(local, 1.0);
  vPlace = world.xyz;
  vUv = (cell + 0.5) / uSide;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const fragment_shader = /* glsl */ `
uniform sampler2D tShape;
uniform sampler2D tColour;
uniform sampler2D tDetail;
uniform vec2 uDetailShift;
uniform float uNatural;
uniform vec3 uPointer;
uniform float uBrush;
varying vec3 vPlace;
varying vec2 vUv;
${sky_glsl}

vec3 linear_of(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }

void main() {
  vec4 shape = texture2D(tShape, vUv);
  vec4 paint = texture2D(tColour, vUv);
  vec2 slope = shape.xy * 2.0 - 1.0;
  vec3 normal = normalize(vec3(slope.x, sqrt(max(0.02, 1.0 - dot(slope, slope))), slope.y));
  vec3 albedo = linear_of(paint.rgb);
  float away = distance(cameraPosition, vPlace);

  // Detail fades with distance, each size when it would become a shimmer; steep faces get it from the side.
  vec2 flat_place = vPlace.xz + uDetailShift;
  vec3 weight = pow(abs(normal), vec3(4.0));
  weight /= weight.x + weight.y + weight.z;
  float close = exp(-away / 45.0);
  float near = exp(-away / 520.0);
  float nearer = exp(-away / 160.0);
  float mid = exp(-away / 3500.0);
  vec3 fine = texture2D(tDetail, flat_place / 3.1).rgb;
  vec3 small = texture2D(tDetail, flat_place.yx / 9.7).rgb;
  vec3 middle = texture2D(tDetail, flat_place / 23.0).rgb * weight.y + texture2D(tDetail, vec2(flat_place.x, vPlace.y) / 23.0).rgb * weight.z
    + texture2D(tDetail, vec2(flat_place.y, vPlace.y) / 23.0).rgb * weight.x;
  vec3 broad = texture2D(tDetail, flat_place / 310.0).rgb;
  float stony = paint.a;
  float grain = mix(fine.r * 0.45 + fine.g * 0.55, fine.b, stony) - 0.5;
  float blotch = mix(middle.r, middle.b, stony) - 0.5;
  float shade = 1.0 + uNatural * (close * grain * 0.9 + nearer * (mix(small.g, small.b, stony) - 0.5) * 0.8 + near * blotch * 0.9 + mid * (broad.r - 0.5) * 0.5);
  albedo *= max(0.25, shade);
  // Grass is not one green: slow changes of hue.
  albedo *= mix(vec3(1.0), vec3(1.0 + (broad.g - 0.5) * 0.34, 1.0, 1.0 - (broad.g - 0.5) * 0.3), uNatural * (1.0 - stony) * 0.8);

  normal = normalize(normal + vec3((middle.g - 0.5) * 0.5, 0.0, (middle.r - 0.5) * 0.5) * near * uNatural * (0.35 + 0.65 * stony)
    + vec3((small.g - 0.5), 0.0, (small.b - 0.5)) * nearer * uNatural * 0.4
    + vec3((fine.g - 0.5), 0.0, (fine.b - 0.5)) * close * uNatural * 0.45);

  float open = shape.z;
  float lit = max(dot(normal, uSun), 0.0);
  // Ground that faces away from a low sun is in its own shadow; hollows see less of it.
  vec3 sun = sun_light() * lit * mix(0.55, 1.0, open);
  vec3 sky = (sky_colour(vec3(0.0, 1.0, 0.0)) * 0.95 + sky_colour(normalize(vec3(normal.x, 0.25, normal.z))) * 0.45) * (0.45 + 0.55 * normal.y) * open * open;
  vec3 bounce = sun_light() * max(uSun.y, 0.0) * 0.055 * vec3(1.0, 0.9, 0.75);
  vec3 colour = albedo * (sun * 0.68 + sky * 1.0 + bounce);

  // Under the sea light is lost, red first; at the shore the ground is wet and there is a thin line of foam.
  if (vPlace.y < 0.0) {
    float depth = -vPlace.y;
    vec3 kept = exp(-depth * vec3(0.42, 0.12, 0.085));
    vec3 water = vec3(0.012, 0.055, 0.085) * (0.25 + 0.75 * smoothstep(-0.1, 0.3, uSun.y)) * 1.4;
    colour = colour * kept * 0.85 + water * (1.0 - kept);
  } else {
    colour *= mix(1.0, 0.62, exp(-vPlace.y * 2.2) * uNatural * (1.0 - smoothstep(500.0, 2500.0, away)));
  }

  float ring = abs(distance(vPlace.xz, uPointer.xz) - uBrush);
  if (uBrush > 0.0 && ring < max(0.12, away * 0.002)) colour = mix(colour, vec3(1.4, 0.75, 0.35), 0.8);

  colour = in_haze(colour, cameraPosition, vPlace);
  gl_FragColor = vec4(colour, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;

function texture(data: Float32Array | Uint8Array, side: number, floats: boolean): THREE.DataTexture {
  const result = floats
    ? new THREE.DataTexture(data, side, side, THREE.RedFormat, THREE.FloatType)
    : new THREE.DataTexture(data, side, side, THREE.RGBAFormat, THREE.UnsignedByteType);
  const filter = floats ? THREE.NearestFilter : THREE.LinearFilter;
  result.magFilter = filter;
  result.minFilter = floats ? filter : THREE.LinearMipmapLinearFilter;
  result.generateMipmaps = !floats;
  result.anisotropy = 4;
  result.needsUpdate = true;
  return result;
}

/** A tile that can be drawn. */
export class TileMesh {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  private readonly colour: THREE.IUniform<THREE.DataTexture>;

  constructor(
    readonly data: TileData,
    readonly shape: TileShape,
    readonly size: number,
    geometry: THREE.BufferGeometry,
    shared: SharedUniforms,
    paint: Uint8Array,
  ) {
    this.colour = { value: texture(paint, data.side, false) };
    const material = new THREE.ShaderMaterial({
      vertexShader: vertex_shader,
      fragmentShader: fragment_shader,
      uniforms: {
        ...shared,
        tHeight: { value: texture(shape.heights, data.side, true) },
        tShape: { value: texture(shape.shape, data.side, false) },
        tColour: this.colour,
        uSize: { value: size },
        uSide: { value: data.side },
      },
    });
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.frustumCulled = false; // the geometry is shared and flat; the tree culls by true bounds
    this.mesh.visible = false;
    this.mesh.add(this.trees);
  }

  /** Trees stand on the tile, and go with it. */
  readonly trees = new THREE.Group();

  repaint(paint: Uint8Array): void {
    this.colour.value.dispose();
    this.colour.value = texture(paint, this.data.side, false);
  }

  dispose(): void {
    const { uniforms } = this.mesh.material;
    for (const name of ['tHeight', 'tShape', 'tColour']) (uniforms[name].value as THREE.Texture).dispose();
    for (const child of this.trees.children) for (const mesh of child.children) (mesh as THREE.InstancedMesh).dispose();
    this.mesh.material.dispose();
    this.mesh.removeFromParent();
  }
}
