import type * as THREE from 'three';
import type { WorldInfo } from '../../api/types';
import type { Studio } from '../../state/studio';
import { cloud_shell, planet_clouds } from './clouds';
import { motion_arrows, plate_motion, wind_arrows } from './overlays';
import { RegionLayer } from './region_layer';
import type { Switches } from './switches';

/** Layers that only planets with air have. */
const of_air = ['temperature', 'rain', 'wind_east', 'wind_x', 'biome'];

/** What lies over the ball: arrows, borders of plates, true regions, clouds. */
export class OverlayLayers {
  readonly regions: RegionLayer;
  /** The planet has weather: haze around it, and clouds. */
  air = true;
  private world: WorldInfo | undefined;
  private readonly arrows: Partial<Record<'wind' | 'motion', { of: string; object?: THREE.Object3D }>> = {};
  private readonly clouds: THREE.Mesh;
  /** Seed of the planet whose clouds they are. */
  private clouds_of: number | undefined;
  private loading = 0;

  constructor(
    private readonly studio: Studio,
    private readonly scene: THREE.Scene,
    private readonly uniforms: Record<string, THREE.IUniform>,
    private readonly switches: Switches,
    private readonly changed: () => void,
  ) {
    this.clouds = cloud_shell(uniforms);
    this.regions = new RegionLayer(studio.client, uniforms, changed, (error) => studio.fail(error));
    scene.add(this.clouds, this.regions.group);
  }

  open(world: WorldInfo): void {
    this.world = world;
    this.air = world.layers.some(({ name }) => of_air.includes(name));
    this.regions.open(world);
    void this.load();
  }

  /** Fetches what is switched on and not there. */
  async load(): Promise<void> {
    const { world, switches, studio } = this;
    if (!world) return;
    const turn = ++this.loading;
    const stale = () => this.world !== world || turn !== this.loading;
    try {
      const plates = world.layers.some(({ name }) => name === 'plate');
      if (switches.on('plates') && !plates) studio.say('This planet has no plates.');
      await this.regions.show_plates(switches.on('plates') && plates);
      if (switches.on('motion') && plates) {
        const motion = await plate_motion(studio.client, world);
        if (stale()) return;
        this.regions.set_motion(motion);
      }
      for (const [name, make, none] of [
        ['wind', wind_arrows, 'This planet has no wind.'],
        ['motion', motion_arrows, 'This planet has no plates that move.'],
      ] as const) {
        if (!switches.on(name) || this.arrows[name]?.of === world.id) continue;
        const object = await make(studio.client, world);
        if (stale()) return;
        this.arrows[name]?.object?.removeFromParent();
        this.arrows[name] = object ? { of: world.id, object } : { of: world.id };
        if (object) this.scene.add(object);
        else studio.say(none);
      }
    } catch (error) {
      if (!stale()) studio.fail(error);
    }
    this.changed();
  }

  /** `natural`: the ball wears its natural colours, whole. */
  update(camera: THREE.PerspectiveCamera, screen: number, natural: boolean, ready: boolean): void {
    const { switches, world } = this;
    const on = (name: Parameters<Switches['on']>[0]) => switches.on(name);
    this.regions.group.visible = ready;
    this.regions.update(camera, screen, {
      cells: on('cells'),
      sites: on('sites'),
      faces: on('faces'),
      rims: on('rims'),
      motion: on('motion'),
    });
    const round = !on('cube') && on('warp');
    for (const name of ['wind', 'motion'] as const) {
      const { of, object } = this.arrows[name] ?? {};
      // From near each region has its own.
      const own = name === 'motion' && this.regions.near && this.regions.regions > 0;
      if (object) object.visible = on(name) && of === world?.id && round && !own;
    }
    const cloudy = this.air && on('clouds') && natural && round;
    this.uniforms.uClouds.value = cloudy ? 1 : 0;
    this.clouds.visible = cloudy && this.clouds_of !== undefined;
    if (cloudy && ready && this.clouds_of !== world?.seed) this.make_clouds();
  }

  dispose(): void {
    this.regions.dispose();
  }

  /** Made when the planet stands, because it takes a moment. */
  private make_clouds(): void {
    this.clouds_of = this.world?.seed;
    (this.uniforms.tClouds.value as THREE.Texture).dispose();
    this.uniforms.tClouds.value = planet_clouds(this.world?.seed ?? 0);
    this.changed();
  }
}
