import * as THREE from 'three';
import { is_abort, query_of, type Client } from '../../api/client';
import type { WorldInfo } from '../../api/types';
import { solid_glsl, patches_of, patches_seen, type Patch } from './cube';
import { at_edge, borders_of, decode_borders, decode_regions, type Region } from './region_data';
import { wide_lines } from './wide_lines';

/** What of regions is shown. */
export interface RegionShow {
  cells: boolean;
  sites: boolean;
  faces: boolean;
  rims: boolean;
  /** Where each region goes with its plate. */
  motion: boolean;
}

/** Radians a second or year, whatever the planet's plates are told in: only ways and shares of the fastest are drawn. */
export type MotionOf = (value: number, site: readonly [number, number, number]) => readonly [number, number, number] | undefined;

interface Part {
  lines: THREE.Mesh;
  fill: THREE.Mesh;
  sites: THREE.Points;
  motion?: THREE.Mesh;
  regions: Region[];
  used: number;
}

/** Where a cell is fewer pixels wide than this, regions would be a veil. */
const least_pixels = 4;
const most_patches = 90;
const kept_patches = 200;
/** Quiet colours of the six faces: front, right, back, left, top, bottom. */
const face_colours = [0xd9a05b, 0x6f9fc0, 0x9bb46c, 0xb583a8, 0xd6cfae, 0x77a89b].map((hex) => new THREE.Color(hex));

/** True regions of a planet, in patches that come as the eye comes near; and the borders of plates, which are sides of regions. */
export class RegionLayer {
  readonly group = new THREE.Group();
  /** Regions that are shown, and patches that are on their way. */
  regions = 0;
  waiting = 0;
  /** Cells are wide enough on the screen. */
  near = false;
  private readonly parts = new Map<string, Part>();
  private patches: Patch[] = [];
  private world: WorldInfo | undefined;
  private abort = new AbortController();
  private readonly asked = new Set<string>();
  private clock = 0;
  private plate_lines: THREE.Mesh | undefined;
  private motion_of: MotionOf | undefined;

  constructor(
    private readonly client: Client,
    private readonly shared: Record<string, THREE.IUniform>,
    private readonly changed: () => void,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** How many pieces the borders of plates have; 0 while they are not there. */
  get borders(): number {
    return this.plate_lines ? (this.plate_lines.geometry as THREE.InstancedBufferGeometry).instanceCount : 0;
  }

  open(world: WorldInfo): void {
    if (world.id === this.world?.id) return;
    this.clear();
    this.world = world;
    const { resolution, theta = 0.8687 } = world.domain;
    this.patches = resolution ? patches_of(resolution, theta) : [];
  }

  /** Lets the arrows of regions be drawn, which need to know how plates turn. */
  set_motion(motion_of: MotionOf | undefined): void {
    this.motion_of = motion_of;
    for (const part of this.parts.values()) this.make_motion(part);
    this.changed();
  }

  async show_plates(on: boolean): Promise<void> {
    const { world } = this;
    if (this.plate_lines) this.plate_lines.visible = on;
    if (!on || !world || this.plate_lines) return;
    const bytes = await this.client.bytes(`worlds/${encodeURIComponent(world.id)}/borders/plate`, this.abort.signal);
    if (this.world !== world || this.plate_lines) return;
    this.plate_lines = wide_lines(decode_borders(bytes), this.shared, { colour: 0xf26124, width: 2.2, opacity: 0.95 });
    this.group.add(this.plate_lines);
    this.changed();
  }

  update(camera: THREE.PerspectiveCamera, screen: number, show: RegionShow): void {
    ++this.clock;
    const { world } = this;
    const wanted = show.cells || show.sites || show.faces || show.rims || show.motion;
    this.near = this.cell_pixels(camera, screen) >= least_pixels;
    this.regions = this.waiting = 0;
    for (const part of this.parts.values())
      for (const mesh of [part.lines, part.fill, part.sites, part.motion]) if (mesh) mesh.visible = false;
    if (!world || !wanted || !this.near) return;
    const { x, y, z } = camera.position;
    for (const patch of patches_seen(this.patches, [x, y, z], most_patches)) {
      const key = `${patch.face}/${patch.column}/${patch.row}`;
      const part = this.parts.get(key);
      if (!part) {
        ++this.waiting;
        if (this.asked.size < 4 && !this.asked.has(key)) void this.load(key, patch.face);
        continue;
      }
      part.used = this.clock;
      part.lines.visible = show.cells;
      part.sites.visible = show.sites;
      part.fill.visible = show.faces || show.rims;
      const { uniforms } = part.fill.material as THREE.ShaderMaterial;
      uniforms.uFaces.value = show.faces ? 0.55 : 0;
      uniforms.uRims.value = show.rims ? 0.5 : 0;
      if (part.motion) part.motion.visible = show.motion;
      this.regions += part.regions.length;
    }
    this.forget();
  }

  dispose(): void {
    this.clear();
    this.group.removeFromParent();
  }

  private cell_pixels(camera: THREE.PerspectiveCamera, screen: number): number {
    const { resolution } = this.world?.domain ?? {};
    if (!resolution) return 0;
    const pixel = (2 * Math.tan(THREE.MathUtils.degToRad(camera.fov) / 2) * Math.max(0.02, camera.position.length() - 1)) / screen;
    return Math.PI / 2 / resolution / pixel;
  }

  private async load(key: string, face: number): Promise<void> {
    const { world } = this;
    if (!world) return;
    this.asked.add(key);
    const { signal } = this.abort;
    const plates = world.layers.some(({ name }) => name === 'plate');
    try {
      const path = `worlds/${encodeURIComponent(world.id)}/regions/${key}${plates ? `?${query_of({ layer: 'plate' })}` : ''}`;
      const regions = decode_regions(await this.client.bytes(path, signal));
      if (signal.aborted) return;
      this.parts.set(key, this.make(regions, face));
    } catch (error) {
      if (signal.aborted || is_abort(error)) return;
      // It is not asked for again: another one would fail, too.
      this.patches = [];
      this.failed(error);
    } finally {
      if (!signal.aborted) this.asked.delete(key);
      this.changed();
    }
  }

  private make(regions: Region[], face: number): Part {
    const lines = wide_lines(borders_of(regions), this.shared, { colour: 0x0a0806, width: 1.1, opacity: 0.75 });
    const part: Part = { lines, fill: this.make_fill(regions, face), sites: this.make_sites(regions), regions, used: this.clock };
    this.make_motion(part);
    this.group.add(part.fill, part.lines, part.sites);
    return part;
  }

  /** Each region as triangles around its site. */
  private make_fill(regions: readonly Region[], face: number): THREE.Mesh {
    const places: number[] = [];
    const rims: number[] = [];
    for (const region of regions) {
      const rim = at_edge(region) ? 1 : 0;
      region.sides.forEach(({ corner }, i) => {
        places.push(...region.site, ...corner, ...region.sides[(i + 1) % region.sides.length].corner);
        rims.push(rim, rim, rim);
      });
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
    geometry.setAttribute('aRim', new THREE.Float32BufferAttribute(rims, 1));
    const material = new THREE.ShaderMaterial({
      uniforms: { ...this.shared, uFace: { value: face_colours[face] }, uFaces: { value: 0 }, uRims: { value: 0 } },
      transparent: true,
      depthTest: false,
      depthWrite: false,
      vertexShader: /* glsl */ `
        attribute float aRim;
        varying float vRim;
        ${solid_glsl}
        void main() {
          vRim = aRim;
          gl_Position = projectionMatrix * modelViewMatrix * vec4(solid_of(position), 1.0);
        }`,
      fragmentShader: /* glsl */ `
        uniform vec3 uFace;
        uniform float uFaces;
        uniform float uRims;
        varying float vRim;
        void main() {
          float rim = vRim > 0.5 ? uRims : 0.0;
          gl_FragColor = vec4(mix(uFace, vec3(0.86, 0.2, 0.05), rim > 0.0 ? 0.85 : 0.0), max(uFaces, rim));
          #include <colorspace_fragment>
        }`,
    });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = 0.5;
    return mesh;
  }

  private make_sites(regions: readonly Region[]): THREE.Points {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute(
      'position',
      new THREE.Float32BufferAttribute(
        regions.flatMap(({ site }) => [...site]),
        3,
      ),
    );
    const material = new THREE.ShaderMaterial({
      uniforms: this.shared,
      transparent: true,
      depthTest: false,
      depthWrite: false,
      vertexShader: /* glsl */ `
        ${solid_glsl}
        void main() {
          gl_Position = seen_by_eye(position) > 0.0 ? projectionMatrix * modelViewMatrix * vec4(solid_of(position), 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
          gl_PointSize = 5.0;
        }`,
      fragmentShader: /* glsl */ `
        void main() {
          float away = length(gl_PointCoord - 0.5);
          gl_FragColor = vec4(mix(vec3(1.0, 0.62, 0.28), vec3(0.12, 0.05, 0.02), smoothstep(0.28, 0.36, away)), 1.0 - smoothstep(0.42, 0.5, away));
          #include <colorspace_fragment>
        }`,
    });
    const points = new THREE.Points(geometry, material);
    points.frustumCulled = false;
    points.renderOrder = 1.5;
    return points;
  }

  /** From each site the way that it goes with its plate: as long as a third of a cell where plates are fastest. */
  private make_motion(part: Part): void {
    if (part.motion) this.drop(part.motion);
    delete part.motion;
    const { motion_of } = this;
    const resolution = this.world?.domain.resolution;
    if (!motion_of || !resolution) return;
    const reach = (0.42 * (Math.PI / 2)) / resolution;
    const segments = part.regions.flatMap(({ site, value }) => {
      const way = motion_of(value, site);
      return way ? [...site, ...site.map((x, i) => x + way[i] * reach)] : [];
    });
    part.motion = wide_lines(segments, this.shared, { colour: 0xffb066, width: 2 });
    part.motion.renderOrder = 1.6;
    this.group.add(part.motion);
  }

  private forget(): void {
    if (this.parts.size <= kept_patches) return;
    for (const [key, part] of [...this.parts].sort((a, b) => a[1].used - b[1].used).slice(0, this.parts.size - kept_patches)) {
      if (part.used === this.clock) break;
      this.drop_part(part);
      this.parts.delete(key);
    }
  }

  private clear(): void {
    this.abort.abort();
    this.abort = new AbortController();
    this.asked.clear();
    for (const part of this.parts.values()) this.drop_part(part);
    this.parts.clear();
    if (this.plate_lines) this.drop(this.plate_lines);
    this.plate_lines = undefined;
    this.motion_of = undefined;
  }

  private drop_part(part: Part): void {
    for (const mesh of [part.lines, part.fill, part.sites, part.motion]) if (mesh) this.drop(mesh);
  }

  private drop(mesh: THREE.Mesh | THREE.Points): void {
    mesh.geometry.dispose();
    (mesh.material as THREE.Material).dispose();
    mesh.removeFromParent();
  }
}
