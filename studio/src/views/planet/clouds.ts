import * as THREE from 'three';
import { hash01 } from '../../draw/detail';

/** Noise in space, so that a globe of clouds has no seam and no pinched poles. */
function noise3(x: number, y: number, z: number, seed: number): number {
  const [x0, y0, z0] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const s = (t: number) => t * t * (3 - 2 * t);
  const [tx, ty, tz] = [s(x - x0), s(y - y0), s(z - z0)];
  const plane = (k: number) => {
    const at = (i: number, j: number) => hash01(x0 + i, (y0 + j) * 57 + (z0 + k) * 131, seed);
    const top = at(0, 0) + (at(1, 0) - at(0, 0)) * tx;
    const bottom = at(0, 1) + (at(1, 1) - at(0, 1)) * tx;
    return top + (bottom - top) * ty;
  };
  const low = plane(0);
  return low + (plane(1) - low) * tz;
}

function octaves3(x: number, y: number, z: number, count: number, seed: number): number {
  let sum = 0;
  let weight = 0.5;
  let whole = 0;
  for (let i = 0; i < count; ++i) {
    sum += weight * noise3(x, y, z, seed + i);
    whole += weight;
    weight *= 0.56;
    x *= 2.03;
    y *= 2.03;
    z *= 2.03;
  }
  return sum / whole;
}

/** How much cloud there is at a latitude: much where air rises, over the equator and around 55°; little around 25° and at the poles. */
export function cloudiness(lat: number): number {
  const a = Math.abs(lat);
  return 0.1 * Math.exp(-((a / 10) ** 2)) + 0.09 * Math.exp(-(((a - 54) / 16) ** 2)) - 0.1 * Math.exp(-(((a - 24) / 11) ** 2));
}

/** A cover of clouds around a planet, longitude by latitude. By its seed, so that each has its own. Decoration: no layer of the world. */
export function planet_clouds(planet: number, width = 640, height = 320): THREE.DataTexture {
  const data = new Uint8Array(width * height);
  const own = (planet % 9973) * 7;
  for (let row = 0; row < height; ++row) {
    const lat = 90 - ((row + 0.5) / height) * 180;
    const a = (lat * Math.PI) / 180;
    const belt = cloudiness(lat);
    for (let column = 0; column < width; ++column) {
      const o = ((column + 0.5) / width) * 2 * Math.PI;
      const [x, y, z] = [Math.cos(a) * Math.sin(o) * 3.3, Math.sin(a) * 4.6, Math.cos(a) * Math.cos(o) * 3.3];
      // Air that turns draws clouds out into bands and whorls.
      const bend = octaves3(x * 0.9 + 7, y * 0.9, z * 0.9, 4, 301 + own) - 0.5;
      const other = octaves3(x * 0.9, y * 0.9 + 11, z * 0.9, 4, 317 + own) - 0.5;
      const form = octaves3(x + bend * 2.6, y + other * 1.6, z - bend * 2.6, 6, 331 + own);
      const cover = Math.max(0, Math.min(1, (form + belt - 0.55) / 0.26));
      data[row * width + column] = 255 * cover * cover * (3 - 2 * cover);
    }
  }
  const texture = new THREE.DataTexture(data, width, height, THREE.RedFormat);
  texture.wrapS = THREE.RepeatWrapping;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.unpackAlignment = 1;
  texture.needsUpdate = true;
  return texture;
}

/** The shell that they are drawn on. Place in the picture goes by direction, so that no seam of triangles shows. */
export function cloud_shell(uniforms: Record<string, THREE.IUniform>): THREE.Mesh {
  const material = new THREE.ShaderMaterial({
    uniforms,
    transparent: true,
    depthWrite: false,
    vertexShader: /* glsl */ `
      varying vec3 vPlace;
      void main() {
        vPlace = position;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      uniform sampler2D tClouds;
      uniform vec3 uSun;
      uniform float uLit;
      uniform float uClouds;
      varying vec3 vPlace;
      void main() {
        vec3 n = normalize(vPlace);
        vec2 p = vec2(atan(n.x, n.z) / 6.2831853 + 0.5, 0.5 - asin(clamp(n.y, -1.0, 1.0)) / 3.14159265);
        vec2 way = textureSize(tClouds, 0).x > 1 ? vec2(1.0) : vec2(0.0);
        float cover = textureLod(tClouds, p, 0.0).r * way.x;
        // Lit from the sun's side: a little darker where more cloud lies towards it.
        vec3 east = normalize(vec3(n.z, 0.0, -n.x) + 1e-5);
        float lean = dot(uSun, east) * 0.004;
        float shade = clamp(1.0 + (cover - textureLod(tClouds, p + vec2(lean, 0.0), 0.0).r) * 0.9, 0.75, 1.15);
        float sun = dot(n, uSun);
        float day = smoothstep(-0.08, 0.3, sun);
        vec3 colour = mix(vec3(0.9), mix(vec3(0.01, 0.012, 0.02), mix(vec3(0.95, 0.62, 0.42), vec3(0.93, 0.95, 0.97), smoothstep(0.0, 0.3, sun)) * shade, day), uLit);
        vec3 view = normalize(cameraPosition - vPlace);
        float grazing = smoothstep(0.0, 0.25, dot(n, view));
        gl_FragColor = vec4(colour, cover * 0.86 * uClouds * grazing);
        #include <tonemapping_fragment>
        #include <colorspace_fragment>
      }`,
  });
  const mesh = new THREE.Mesh(new THREE.SphereGeometry(1.006, 128, 80), material);
  mesh.renderOrder = 2;
  return mesh;
}
