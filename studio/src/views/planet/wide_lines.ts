import * as THREE from 'three';
import { solid_glsl } from './cube';
import type { Segments } from './region_data';

/** Lines on a planet, as wide on the screen from near as from far; WebGL's own have one pixel. What lies behind is left out. */
export function wide_lines(
  segments: Segments,
  shared: Record<string, THREE.IUniform>,
  { colour, width, opacity = 1 }: { colour: number; width: number; opacity?: number },
): THREE.Mesh<THREE.InstancedBufferGeometry, THREE.ShaderMaterial> {
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0], 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  const places = new THREE.InstancedInterleavedBuffer(new Float32Array(segments), 6, 1);
  geometry.setAttribute('aFrom', new THREE.InterleavedBufferAttribute(places, 3, 0));
  geometry.setAttribute('aTo', new THREE.InterleavedBufferAttribute(places, 3, 3));
  geometry.instanceCount = segments.length / 6;
  const material = new THREE.ShaderMaterial({
    uniforms: { ...shared, uColour: { value: new THREE.Color(colour) }, uWidth: { value: width }, uOpacity: { value: opacity } },
    transparent: true,
    depthTest: false,
    depthWrite: false,
    side: THREE.DoubleSide,
    vertexShader: /* glsl */ `
      attribute vec3 aFrom;
      attribute vec3 aTo;
      uniform vec2 uScreen;
      uniform float uWidth;
      varying float vSide;
      ${solid_glsl}
      void main() {
        vec4 from = projectionMatrix * modelViewMatrix * vec4(solid_of(aFrom), 1.0);
        vec4 to = projectionMatrix * modelViewMatrix * vec4(solid_of(aTo), 1.0);
        vec2 along = (to.xy / to.w - from.xy / from.w) * uScreen;
        float size = length(along);
        along = size > 1e-6 ? along / size : vec2(1.0, 0.0);
        vec4 here = mix(from, to, position.x);
        // Ends reach half a pixel farther, so that no gap shows where lines meet.
        vec2 aside = vec2(-along.y, along.x) * position.y * (uWidth * 0.5 + 0.5) + along * (position.x - 0.5);
        here.xy += aside / uScreen * here.w;
        vSide = position.y * (uWidth * 0.5 + 0.5);
        bool seen = min(seen_by_eye(aFrom), seen_by_eye(aTo)) > 0.0;
        gl_Position = seen ? here : vec4(2.0, 2.0, 2.0, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      uniform vec3 uColour;
      uniform float uWidth;
      uniform float uOpacity;
      varying float vSide;
      void main() {
        gl_FragColor = vec4(uColour, uOpacity * clamp(uWidth * 0.5 + 0.5 - abs(vSide), 0.0, 1.0));
        #include <colorspace_fragment>
      }`,
  });
  const mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = 1;
  return mesh;
}
