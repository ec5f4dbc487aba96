import * as THREE from 'three';
import { sky_glsl } from './sky';
import { wave_texture } from './detail';

/**
 * The sea: a sheet at height 0 that follows the eye. It mirrors the sky by Fresnel's law and glitters under the sun; what is below
 * shows through where one looks steeply, already dimmed by the ground's own shader.
 */
export class Water {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  private readonly waves = wave_texture();

  constructor(sky: Record<string, THREE.IUniform>, height = 0) {
    const material = new THREE.ShaderMaterial({
      transparent: true,
      depthWrite: false,
      uniforms: { ...sky, tWaves: { value: this.waves }, uTime: { value: 0 }, uShift: { value: new THREE.Vector2() } },
      vertexShader: /* glsl */ `
        varying vec3 vPlace;
        void main() {
          vec4 world = modelMatrix * vec4(position, 1.0);
          vPlace = world.xyz;
          gl_Position = projectionMatrix * viewMatrix * world;
        }`,
      fragmentShader: /* glsl */ `
        uniform sampler2D tWaves;
        uniform float uTime;
        uniform vec2 uShift;
        varying vec3 vPlace;
        ${sky_glsl}
        void main() {
          vec3 way = vPlace - cameraPosition;
          float away = length(way);
          vec3 d = way / away;
          vec2 p = vPlace.xz + uShift;
          vec2 wave = (texture2D(tWaves, p / 17.0 + uTime * vec2(0.021, 0.013)).xy - 0.5) * exp(-away / 260.0)
            + (texture2D(tWaves, p / 71.0 - uTime * vec2(0.009, 0.012)).xy - 0.5) * exp(-away / 1500.0)
            + (texture2D(tWaves, p / 463.0 + uTime * vec2(0.003, -0.002)).xy - 0.5) * exp(-away / 9000.0) * 0.8;
          vec3 normal = normalize(vec3(wave.x * 0.34, 1.0, wave.y * 0.34));
          float facing = max(dot(-d, normal), 0.0);
          float fresnel = 0.02 + 0.98 * pow(1.0 - facing, 5.0);
          vec3 mirrored = reflect(d, normal);
          mirrored.y = abs(mirrored.y);
          vec3 colour = sky_colour(mirrored);
          float glitter = pow(max(dot(mirrored, uSun), 0.0), mix(900.0, 160.0, smoothstep(50.0, 4000.0, away)));
          float alpha = clamp(fresnel + 0.06, 0.0, 1.0);
          colour = mix(vec3(0.02, 0.075, 0.095) * (0.2 + sun_light() * 0.25), colour, clamp(fresnel / alpha, 0.0, 1.0));
          colour += sun_light() * glitter * 1.6;
          alpha = max(alpha, min(1.0, glitter));
          colour = in_haze(colour, cameraPosition, vPlace);
          gl_FragColor = vec4(colour, mix(alpha, 1.0, smoothstep(6000.0, 24000.0, away)));
          #include <tonemapping_fragment>
          #include <colorspace_fragment>
        }`,
    });
    this.mesh = new THREE.Mesh(disc(90000, 40, 64), material);
    this.mesh.position.y = height;
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 5;
  }

  /** Follows the eye; the shift keeps waves where they were when the origin of drawing moves. */
  update(eye: THREE.Vector3, origin: { x: number; y: number }, seconds: number): void {
    this.mesh.position.x = eye.x;
    this.mesh.position.z = eye.z;
    const { uniforms } = this.mesh.material;
    (uniforms.uShift.value as THREE.Vector2).set(origin.x % 556063, origin.y % 556063);
    uniforms.uTime.value = ((uniforms.uTime.value as number) + seconds) % 10000;
  }

  dispose(): void {
    this.waves.dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** Rings that grow outwards, so that near triangles are small. */
function disc(radius: number, rings: number, sectors: number): THREE.BufferGeometry {
  const places: number[] = [0, 0, 0];
  for (let ring = 1; ring <= rings; ++ring) {
    const r = radius * (ring / rings) ** 4;
    for (let s = 0; s < sectors; ++s) places.push(r * Math.cos((s / sectors) * 2 * Math.PI), 0, r * Math.sin((s / sectors) * 2 * Math.PI));
  }
  const indices: number[] = [];
  for (let s = 0; s < sectors; ++s) indices.push(0, 1 + ((s + 1) % sectors), 1 + s);
  for (let ring = 1; ring < rings; ++ring) {
    for (let s = 0; s < sectors; ++s) {
      const a = 1 + (ring - 1) * sectors + s;
      const b = 1 + (ring - 1) * sectors + ((s + 1) % sectors);
      indices.push(a, b, a + sectors, b, b + sectors, a + sectors);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
  geometry.setIndex(indices);
  return geometry;
}
