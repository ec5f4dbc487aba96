import * as THREE from 'three';
import { load_picture } from '../../api/picture';
import { solid_glsl } from './cube';
import type { Scheme } from '../map/pyramid';

const vertex_shader = /* glsl */ `
varying vec3 vPlace;
varying vec3 vSolid;
varying vec2 vUv;
${solid_glsl}
void main() {
  vPlace = position;
  vUv = uv;
  vSolid = solid_of(position);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(vSolid, 1.0);
}`;

const fragment_shader = /* glsl */ `
uniform sampler2D tMap;
uniform vec3 uSun;
uniform float uLit;
uniform float uAir;
uniform float uFade;
uniform float uGrid;
uniform float uCube;
uniform float uShape;
uniform float uClouds;
uniform sampler2D tClouds;
varying vec3 vPlace;
varying vec3 vSolid;
varying vec2 vUv;

vec3 linear_of(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }

float line(float value, float width) {
  float off = abs(fract(value + 0.5) - 0.5);
  return 1.0 - smoothstep(0.0, width, off / max(fwidth(value), 1e-6));
}

void main() {
  vec3 normal = normalize(vPlace);
  // A cube is shown as what it is: six flat faces, without air and glitter.
  float round = 1.0 - uShape;
  vec3 view = normalize(cameraPosition - vSolid);
  vec3 srgb = texture2D(tMap, vUv).rgb;
  vec3 albedo = linear_of(srgb);
  float facing = max(dot(normal, view), 0.0);
  float sun = dot(normal, uSun);
  float day = smoothstep(-0.1, 0.28, sun);
  // Pictures carry their own relief shading, so that the sun here only makes day and night.
  vec3 light = mix(vec3(1.0), mix(vec3(0.012, 0.016, 0.03), vec3(1.22, 1.19, 1.12) * (0.35 + 0.65 * max(sun, 0.0)), day), uLit);
  vec3 colour = albedo * light;
  // Seas are told by their colour: only they are smooth enough to mirror the sun.
  float sea = smoothstep(0.02, 0.09, srgb.b - max(srgb.r, srgb.g * 0.92)) * uLit;
  vec3 half_way = normalize(uSun + view);
  float glint = max(dot(normal, half_way), 0.0);
  colour += round * sea * day * vec3(1.0, 0.9, 0.74) * (pow(glint, 700.0) * 0.35 + pow(glint, 90.0) * 0.05 + pow(glint, 14.0) * 0.012);
  vec2 around = vec2(atan(normal.x, normal.z) / 6.2831853 + 0.5, 0.5 - asin(clamp(normal.y, -1.0, 1.0)) / 3.14159265);
  if (uClouds > 0.0) {
    // Clouds darken the ground a little way from the sun.
    vec3 east = normalize(vec3(normal.z, 0.0, -normal.x) + 1e-5);
    float cover = textureLod(tClouds, around + vec2(dot(uSun, east) * 0.0022, 0.0), 0.0).r;
    colour *= 1.0 - 0.42 * cover * uClouds * uLit * step(2.0, float(textureSize(tClouds, 0).x));
  }

  float lon = degrees(atan(normal.x, normal.z)) / 15.0;
  float lat = degrees(asin(clamp(normal.y, -1.0, 1.0))) / 15.0;
  if (uGrid > 0.0) colour = mix(colour, vec3(0.8), uGrid * 0.28 * max(line(lat, 1.1), abs(normal.y) > 0.985 ? 0.0 : line(lon, 1.1)));
  if (uCube > 0.0) {
    vec3 a = abs(normal);
    float largest = max(a.x, max(a.y, a.z));
    float second = a.x + a.y + a.z - largest - min(a.x, min(a.y, a.z));
    float edge = (largest - second) / largest;
    colour = mix(colour, vec3(1.0, 0.85, 0.6), uCube * (1.0 - smoothstep(0.0, 1.6, edge / max(fwidth(edge), 1e-6))));
  }

  // Air over the ground: thicker towards the limb, where one looks through more of it.
  float thick = pow(1.0 - facing, 3.2);
  vec3 air = mix(vec3(0.3, 0.17, 0.1), vec3(0.24, 0.43, 0.78), smoothstep(-0.05, 0.32, sun)) * smoothstep(-0.12, 0.28, sun);
  colour = mix(colour, mix(vec3(0.45, 0.6, 0.82), air, uLit), (0.035 + 0.62 * thick) * uAir * round);
  gl_FragColor = vec4(colour, uFade);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;

export function place_on_ball(lat: number, lon: number, radius = 1): THREE.Vector3 {
  const a = THREE.MathUtils.degToRad(lat);
  const o = THREE.MathUtils.degToRad(lon);
  return new THREE.Vector3(Math.cos(a) * Math.sin(o), Math.sin(a), Math.cos(a) * Math.cos(o)).multiplyScalar(radius);
}

export function lat_lon(place: THREE.Vector3): { lat: number; lon: number } {
  const n = place.clone().normalize();
  return { lat: THREE.MathUtils.radToDeg(Math.asin(n.y)), lon: THREE.MathUtils.radToDeg(Math.atan2(n.x, n.z)) };
}

interface Piece {
  z: number;
  x: number;
  y: number;
  mesh?: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  loading: boolean;
  seen: number;
  middle: THREE.Vector3;
}

/** A ball of tiles: pieces between meridians and parallels, each with its own picture; nearer ones are finer. */
export class Globe {
  readonly group = new THREE.Group();
  shown = 0;
  waiting = 0;
  private readonly pieces = new Map<string, Piece>();
  private frame = 0;
  private running = 0;
  private readonly abort = new AbortController();

  constructor(
    private readonly scheme: Scheme,
    private readonly uniforms: Record<string, THREE.IUniform>,
    private readonly changed: () => void,
    private readonly load_image: (url: string, signal: AbortSignal) => Promise<HTMLImageElement> = load_picture,
  ) {}

  get ready(): boolean {
    for (let x = 0; x < this.scheme.across(0); ++x)
      for (let y = 0; y < this.scheme.down(0); ++y) if (!this.pieces.get(`0/${x}/${y}`)?.mesh) return false;
    return true;
  }

  /** Shows what fits a screen so many pixels high; `distance` is from the middle of the ball. */
  update(camera: THREE.PerspectiveCamera, screen_pixels: number): void {
    ++this.frame;
    this.shown = this.waiting = 0;
    const queue: Piece[] = [];
    for (let y = 0; y < this.scheme.down(0); ++y)
      for (let x = 0; x < this.scheme.across(0); ++x) this.visit(this.want(0, x, y, queue), camera, screen_pixels, queue);
    for (const piece of queue.sort((a, b) => a.z - b.z).slice(0, Math.max(0, 4 - this.running))) this.load(piece);
    for (const [key, piece] of this.pieces) {
      if (piece.seen === this.frame || piece.z === 0) continue;
      if (piece.mesh) piece.mesh.visible = false;
      if (this.frame - piece.seen > 300) {
        this.drop(piece);
        this.pieces.delete(key);
      }
    }
  }

  /** Pieces that are drawn. */
  seen(): { z: number; x: number; y: number }[] {
    return [...this.pieces.values()].filter(({ mesh }) => mesh?.visible);
  }

  dispose(): void {
    this.abort.abort();
    for (const piece of this.pieces.values()) this.drop(piece);
    this.pieces.clear();
    this.group.removeFromParent();
  }

  private want(z: number, x: number, y: number, queue: Piece[]): Piece {
    const key = `${z}/${x}/${y}`;
    let piece = this.pieces.get(key);
    if (!piece) {
      const lat = 90 - ((y + 0.5) / this.scheme.down(z)) * 180;
      const lon = ((x + 0.5) / this.scheme.across(z)) * 360 - 180;
      piece = { z, x, y, loading: false, seen: 0, middle: place_on_ball(lat, lon) };
      this.pieces.set(key, piece);
    }
    piece.seen = this.frame;
    if (!piece.mesh) {
      ++this.waiting;
      if (!piece.loading) queue.push(piece);
    }
    return piece;
  }

  private visit(piece: Piece, camera: THREE.PerspectiveCamera, screen: number, queue: Piece[]): void {
    if (piece.mesh) piece.mesh.visible = false;
    if (piece.z < this.scheme.deepest && piece.mesh && this.too_coarse(piece, camera, screen)) {
      const quarters = [0, 1, 2, 3].map((i) => this.want(piece.z + 1, 2 * piece.x + (i & 1), 2 * piece.y + (i >> 1), queue));
      if (quarters.every((quarter) => quarter.mesh)) {
        for (const quarter of quarters) this.visit(quarter, camera, screen, queue);
        return;
      }
    }
    if (piece.mesh) {
      piece.mesh.visible = true;
      ++this.shown;
    }
  }

  private too_coarse(piece: Piece, camera: THREE.PerspectiveCamera, screen: number): boolean {
    const half = Math.PI / this.scheme.down(piece.z) / 2;
    const to_eye = camera.position.clone().normalize();
    const angle = Math.max(0, piece.middle.angleTo(to_eye) - half * 1.5);
    // Behind the limb nothing is worth loading.
    if (angle > Math.acos(Math.min(1, 1 / camera.position.length())) + 0.05) return false;
    const nearest = camera.position.length() ** 2 + 1 - 2 * camera.position.length() * Math.cos(angle);
    const metres_a_pixel = (2 * Math.tan(THREE.MathUtils.degToRad(camera.fov) / 2) * Math.max(0.02, Math.sqrt(nearest))) / screen;
    return (half * 2) / this.scheme.tile_pixels > metres_a_pixel * 1.4;
  }

  private load(piece: Piece): void {
    piece.loading = true;
    ++this.running;
    const done = () => {
      piece.loading = false;
      --this.running;
      this.changed();
    };
    this.load_image(this.scheme.url(piece.z, piece.x, piece.y), this.abort.signal).then(
      (image) => {
        const texture = new THREE.Texture(image);
        texture.anisotropy = 8;
        texture.needsUpdate = true;
        piece.mesh = this.make_mesh(piece, texture);
        this.group.add(piece.mesh);
        done();
      },
      () => {
        if (this.abort.signal.aborted) return;
        --this.running;
        // The server is there and has no such picture: it is not asked for again.
        this.changed();
      },
    );
  }

  private make_mesh(piece: Piece, texture: THREE.Texture): THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial> {
    const segments = piece.z === 0 ? 96 : piece.z === 1 ? 48 : 24;
    const places: number[] = [];
    const uvs: number[] = [];
    for (let j = 0; j <= segments; ++j) {
      for (let i = 0; i <= segments; ++i) {
        const lat = 90 - ((piece.y + j / segments) / this.scheme.down(piece.z)) * 180;
        const lon = ((piece.x + i / segments) / this.scheme.across(piece.z)) * 360 - 180;
        const p = place_on_ball(lat, lon);
        places.push(p.x, p.y, p.z);
        uvs.push(i / segments, 1 - j / segments);
      }
    }
    const indices: number[] = [];
    const line = segments + 1;
    for (let j = 0; j < segments; ++j)
      for (let i = 0; i < segments; ++i) {
        const a = j * line + i;
        indices.push(a, a + line, a + 1, a + 1, a + line, a + line + 1);
      }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
    geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uvs, 2));
    geometry.setIndex(indices);
    const material = new THREE.ShaderMaterial({
      vertexShader: vertex_shader,
      fragmentShader: fragment_shader,
      uniforms: { ...this.uniforms, tMap: { value: texture }, uFade: { value: 1 } },
    });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.visible = false;
    return mesh;
  }

  private drop(piece: Piece): void {
    if (!piece.mesh) return;
    (piece.mesh.material.uniforms.tMap.value as THREE.Texture).dispose();
    piece.mesh.material.dispose();
    piece.mesh.geometry.dispose();
    piece.mesh.removeFromParent();
    piece.mesh = undefined;
  }
}

/** The ring of air around the ball, seen against space. */
export function atmosphere(uniforms: Record<string, THREE.IUniform>): THREE.Mesh {
  const material = new THREE.ShaderMaterial({
    uniforms,
    side: THREE.BackSide,
    transparent: true,
    depthWrite: false,
    blending: THREE.AdditiveBlending,
    vertexShader: /* glsl */ `
      varying vec3 vPlace;
      void main() {
        vPlace = position;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      uniform vec3 uSun;
      uniform float uLit;
      uniform float uAir;
      uniform float uShape;
      varying vec3 vPlace;
      void main() {
        vec3 d = normalize(vPlace - cameraPosition);
        // How near the line of sight comes to the ball: 1 grazes it.
        float along = -dot(cameraPosition, d);
        vec3 nearest = cameraPosition + d * along;
        float height = length(nearest) - 1.0;
        float glow = (exp(-max(height, 0.0) * 95.0) * 0.8 + exp(-max(height, 0.0) * 34.0) * 0.3) * smoothstep(0.08, 0.05, height);
        float sun = dot(normalize(nearest), uSun);
        float day = mix(1.0, smoothstep(-0.14, 0.4, sun), uLit);
        vec3 colour = mix(vec3(0.95, 0.5, 0.28), vec3(0.25, 0.5, 1.0), smoothstep(-0.1, 0.16, mix(1.0, sun, uLit)));
        gl_FragColor = vec4(colour * glow * day * day * uAir * (1.0 - uShape) * 0.75, 1.0);
        #include <tonemapping_fragment>
        #include <colorspace_fragment>
      }`,
  });
  const mesh = new THREE.Mesh(new THREE.SphereGeometry(1.085, 96, 64), material);
  mesh.renderOrder = 3;
  return mesh;
}
