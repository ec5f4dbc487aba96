import * as THREE from 'three';
import { cloud_texture } from './detail';
import { lean } from './lean';

/**
 * The sky as a colour by direction, in linear light: after sunrise blue at the zenith, pale at the horizon, warm around a low sun.
 * Ground and water mix the same colour into what is far away, so that land fades into the sky behind it and never into a wall.
 */
export const sky_glsl = /* glsl */ `
uniform vec3 uSun;
uniform float uHaze;

vec3 sun_light() {
  float up = uSun.y;
  vec3 colour = mix(vec3(1.0, 0.42, 0.16), vec3(1.0, 0.93, 0.82), smoothstep(0.0, 0.3, up));
  return colour * 3.1 * smoothstep(-0.06, 0.16, up);
}

vec3 sky_colour(vec3 d) {
  float up = max(d.y, 0.0);
  float day = smoothstep(-0.16, 0.2, uSun.y);
  float low = 1.0 - smoothstep(0.02, 0.42, uSun.y);
  float toward = max(dot(normalize(vec3(d.x, 0.0, d.z) + 1e-5), normalize(vec3(uSun.x, 0.0, uSun.z) + 1e-5)), 0.0);
  vec3 zenith = mix(vec3(0.006, 0.012, 0.03), vec3(0.085, 0.2, 0.46), day);
  vec3 middle = mix(vec3(0.015, 0.028, 0.06), vec3(0.25, 0.42, 0.66), day);
  vec3 horizon = mix(vec3(0.03, 0.045, 0.08), vec3(0.5, 0.63, 0.79), day);
  horizon = mix(horizon, vec3(0.98, 0.56, 0.28), low * day * (0.3 + 0.6 * toward * toward));
  middle = mix(middle, vec3(0.5, 0.42, 0.5), low * day * 0.4);
  vec3 colour = mix(zenith, middle, exp(-up * 4.0));
  colour = mix(colour, horizon, exp(-up * (13.0 - 6.0 * uHaze)));
  // Below the horizon there would be ground, dimmed by air.
  colour = mix(colour, horizon * vec3(0.52, 0.58, 0.62), smoothstep(0.0, -0.22, d.y));
  float towards = max(dot(d, uSun), 0.0);
  colour += sun_light() * (0.035 * pow(towards, 6.0) + 0.11 * pow(towards, 48.0)) * (0.5 + uHaze);
  return colour;
}

// Haze is thinner higher up: what is seen over mountains is clearer than what is seen along the sea.
vec3 in_haze(vec3 colour, vec3 eye, vec3 place) {
  vec3 way = place - eye;
  float distance_m = length(way);
  vec3 d = way / max(distance_m, 1e-3);
  float mean_height = max(0.5 * (eye.y + place.y), 0.0);
  float amount = distance_m * mix(1.6e-5, 1.3e-4, uHaze * uHaze) * exp(-mean_height / 1800.0);
  vec3 through = exp(-amount * vec3(0.8, 1.0, 1.25));
  vec3 air = sky_colour(normalize(vec3(d.x, max(d.y, 0.015), d.z)));
  return colour * through + air * (1.0 - through);
}
`;

export interface Light {
  /** Hours, 0 … 24. */
  hour: number;
  /** 0 … 1. */
  haze: number;
  /** 0: none … 1: overcast. */
  clouds: number;
}

export function sun_direction(hour: number): THREE.Vector3 {
  const turn = ((hour - 12) / 12) * Math.PI;
  const height = Math.sin(((hour - 6) / 12) * Math.PI) * 0.85;
  // From the east over the south; north is −z.
  return new THREE.Vector3(-Math.sin(turn) * Math.sqrt(Math.max(0.05, 1 - height * height)), height, Math.cos(turn) * 0.75).normalize();
}

export class Sky {
  readonly uniforms = { uSun: { value: sun_direction(16) }, uHaze: { value: 0.45 } };
  readonly mesh: THREE.Mesh;
  private readonly clouds = { value: 0.5 };
  private readonly drift = new THREE.Vector2();
  private readonly cloud_picture = cloud_texture();

  /** `endless`: nothing lies below the horizon, so that what ends in haze ends in the colour behind it. */
  constructor(endless = false) {
    const material = new THREE.ShaderMaterial({
      uniforms: {
        ...this.uniforms,
        uLowest: { value: endless ? 0.01 : -1 },
        tClouds: { value: this.cloud_picture },
        uClouds: this.clouds,
        uDrift: { value: this.drift },
      },
      side: THREE.BackSide,
      depthWrite: false,
      vertexShader: /* glsl */ `
        varying vec3 vDirection;
        void main() {
          vDirection = position;
          gl_Position = projectionMatrix * mat4(mat3(modelViewMatrix)) * vec4(position, 1.0);
          gl_Position.z = gl_Position.w * 0.99999;
        }`,
      fragmentShader: /* glsl */ `
        varying vec3 vDirection;
        uniform float uLowest;
        uniform sampler2D tClouds;
        uniform float uClouds;
        uniform vec2 uDrift;
        ${sky_glsl}
        void main() {
          vec3 d = normalize(vDirection);
          vec3 colour = sky_colour(normalize(vec3(d.x, max(d.y, uLowest), d.z)));
          // Fair-weather clouds on a level high above: their sides towards the sun are bright, their bellies grey.
          float through = 1.0;
          if (d.y > 0.012 && uClouds > 0.0) {
            vec2 p = d.xz / (d.y + 0.06) * 0.5 + uDrift;
            const mat2 turn = mat2(0.8, 0.6, -0.6, 0.8);
            vec2 q = turn * p, r = turn * q;
            float form = texture2D(tClouds, p * 0.061).r * 0.58 + texture2D(tClouds, q * 0.173).r * 0.3 + texture2D(tClouds, r * 0.71).g * 0.14;
            float beside = texture2D(tClouds, p * 0.061 + uSun.xz * 0.01).r * 0.58 + texture2D(tClouds, q * 0.173 + turn * uSun.xz * 0.024).r * 0.3 + 0.07;
            float cover = smoothstep(0.64 - 0.22 * uClouds, 0.82 - 0.14 * uClouds, form) * smoothstep(0.012, 0.16, d.y);
            float bright = clamp(0.62 + (form - beside) * 2.6, 0.25, 1.15);
            float day = smoothstep(-0.12, 0.2, uSun.y);
            vec3 cloud = sun_light() * 0.27 * bright + sky_colour(vec3(0.0, 1.0, 0.0)) * 0.75 + vec3(0.05, 0.055, 0.06) * day;
            cloud = mix(colour, cloud, smoothstep(0.0, 0.3, d.y) * 0.75 + 0.2);
            colour = mix(colour, cloud, cover * 0.92);
            through = 1.0 - cover;
          }
          float disc = smoothstep(0.99985, 0.99993, dot(d, uSun)) * through;
          colour += sun_light() * 6.0 * disc;
          // Half a step of noise, so that the gradient shows no bands.
          colour += (fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5) / 400.0;
          gl_FragColor = vec4(colour, 1.0);
          #include <tonemapping_fragment>
          #include <colorspace_fragment>
        }`,
    });
    this.mesh = new THREE.Mesh(new THREE.IcosahedronGeometry(1000, 4), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -10;
  }

  set(light: Light): void {
    this.uniforms.uSun.value = sun_direction(light.hour);
    this.uniforms.uHaze.value = light.haze;
    this.clouds.value = lean ? 0 : light.clouds;
  }

  /** Clouds drift slowly; the sky goes with the eye. */
  update(eye: THREE.Vector3, seconds: number): void {
    this.mesh.position.copy(eye);
    this.drift.x = (this.drift.x + seconds * 0.0011) % 100;
  }

  dispose(): void {
    this.cloud_picture.dispose();
    this.mesh.geometry.dispose();
    (this.mesh.material as THREE.Material).dispose();
  }
}
