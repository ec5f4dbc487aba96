import { sky_glsl } from '../../draw/sky';
import { shadow_glsl } from '../../draw/sun_shadow';

/** Heights come from a picture; the skirt hangs down. */
export const ground_vertex = /* glsl */ `
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

/**
 * Ground in layers: soil with plants, rock, sand, gravel and snow, each with a structure of its own at three sizes. Near by, layers
 * meet where the one is high and the other low, as sand lies between stones; from afar their colours mix.
 */
export const ground_fragment = /* glsl */ `
precision highp sampler2DArray;
uniform sampler2D tShape;
uniform sampler2D tColour;
uniform sampler2D tCover;
uniform sampler2D tDetail;
uniform sampler2DArray tStuff;
uniform vec2 uDetailShift;
uniform float uNatural;
uniform vec4 uPointer;
uniform vec3 uBrush;
varying vec3 vPlace;
varying vec2 vUv;
${sky_glsl}
${shadow_glsl}

vec3 linear_of(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }

// One stuff at three sizes: light, hue, slopes; each size fades before it would become a shimmer.
vec4 stuff(float layer, vec2 p, vec2 dx, vec2 dy, vec3 fades) {
#ifdef LEAN
  return (texture(tStuff, vec3(p / 31.0, layer)) - 0.5) * (0.35 + 0.65 * fades.y);
#else
  const mat2 turned = mat2(0.8, 0.6, -0.6, 0.8);
  vec4 sum = vec4(0.0);
  if (fades.x > 0.02) sum += (textureGrad(tStuff, vec3(p / 2.7, layer), dx / 2.7, dy / 2.7) - 0.5) * fades.x;
  if (fades.y > 0.02) sum += (textureGrad(tStuff, vec3(turned * p / 19.0, layer), turned * dx / 19.0, turned * dy / 19.0) - 0.5) * fades.y;
  sum += (textureGrad(tStuff, vec3(p.yx / 157.0, layer), dx.yx / 157.0, dy.yx / 157.0) - 0.5) * fades.z;
  return sum;
#endif
}

void main() {
  vec4 shape = texture2D(tShape, vUv);
  vec4 paint = texture2D(tColour, vUv);
  vec2 slope = shape.xy * 2.0 - 1.0;
  vec3 normal = normalize(vec3(slope.x, sqrt(max(0.02, 1.0 - dot(slope, slope))), slope.y));
  float away = distance(cameraPosition, vPlace);
  vec2 p = vPlace.xz + uDetailShift;
  vec3 albedo = linear_of(paint.rgb);
  float open = shape.z;

  if (uNatural > 0.5) {
    vec4 cover = texture2D(tCover, vUv);
    float bare = max(0.0, 1.0 - cover.x - cover.y - cover.z - cover.w);
    vec2 dx = dFdx(p), dy = dFdy(p);
    vec3 broad = texture2D(tDetail, p / 710.0).rgb;
    vec3 fades = vec3(exp(-away / 38.0), exp(-away / 300.0), 0.25 + 0.5 * exp(-away / 3200.0));
    float sharp = 9.0 * exp(-away / 420.0);
    vec3 sum = vec3(0.0);
    vec2 tilt = vec2(0.0);
    float whole = 1e-4;

    if (bare > 0.01) {
      // Trees stand darker and rougher than grass, also where they are too far to be drawn.
      float wood = paint.a;
      vec4 s = stuff(0.0, p, dx, dy, fades * vec3(1.0, 1.0, 1.0 + wood * 1.4));
      float w = bare * exp(sharp * s.r);
      vec3 c = albedo * max(0.2, 1.0 + s.r * (1.5 + wood * 0.5));
      // No meadow is one green: hue drifts by metres and by hundreds of metres.
      float hue = s.g * 0.55 + (broad.g - 0.5) * 0.5;
      c *= vec3(1.0 + hue * 0.42, 1.0 + hue * 0.06, 1.0 - hue * 0.36) * (1.0 + (broad.r - 0.5) * 0.3);
      sum += c * w;
      tilt += s.ba * w * (0.8 + wood * 0.6);
      whole += w;
    }
    if (cover.x > 0.01) {
      // Rock from the side where it stands steep, with the layers it was laid down in.
      vec3 axes = pow(abs(normal), vec3(5.0));
      axes /= axes.x + axes.y + axes.z;
      vec4 s = vec4(0.0);
      vec3 shift = vec3(p.x, vPlace.y, p.y);
      vec3 sx = dFdx(shift), sy = dFdy(shift);
#ifdef LEAN
      s = stuff(1.0, axes.y > 0.5 ? p : axes.x > axes.z ? shift.zy : shift.xy, dx, dy, fades);
#else
      if (axes.y > 0.05) s += stuff(1.0, p, dx, dy, fades) * axes.y;
      if (axes.x > 0.05) s += stuff(1.0, shift.zy, sx.zy, sy.zy, fades) * axes.x;
      if (axes.z > 0.05) s += stuff(1.0, shift.xy, sx.xy, sy.xy, fades) * axes.z;
#endif
      float w = cover.x * exp(sharp * s.r);
      float beds = texture2D(tDetail, vec2(vPlace.y / 90.0 + broad.r * 1.2, 0.37)).b - 0.5;
      vec3 c = mix(vec3(0.092, 0.088, 0.078), vec3(0.235, 0.225, 0.205), clamp(0.45 + beds * 0.55 * (1.0 - axes.y) + (broad.b - 0.5) * 0.7, 0.0, 1.0));
      c *= max(0.2, 1.0 + s.r * 1.9) * vec3(1.0 + s.g * 0.16, 1.0, 1.0 - s.g * 0.16);
      sum += c * w;
      tilt += s.ba * w * 1.3;
      whole += w;
    }
    if (cover.y > 0.01) {
      vec4 s = stuff(2.0, p, dx, dy, fades);
      float w = cover.y * exp(sharp * (s.r - 0.05));
      sum += vec3(0.5, 0.395, 0.235) * (1.0 + s.r * 0.9) * (1.0 + (broad.r - 0.5) * 0.25) * vec3(1.0 + s.g * 0.1, 1.0, 1.0 - s.g * 0.2) * w;
      tilt += s.ba * w * 0.8;
      whole += w;
    }
    if (cover.z > 0.01) {
      vec4 s = stuff(3.0, p, dx, dy, fades);
      float w = cover.z * exp(sharp * s.r);
      sum += vec3(0.215, 0.188, 0.15) * max(0.2, 1.0 + s.r * 1.8) * vec3(1.0 + s.g * 0.2, 1.0, 1.0 - s.g * 0.2) * w;
      tilt += s.ba * w * 1.2;
      whole += w;
    }
    if (cover.w > 0.01) {
      vec4 s = stuff(4.0, p, dx, dy, fades);
      float w = cover.w * exp(sharp * (s.r + 0.06));
      sum += vec3(0.82, 0.87, 0.92) * (1.0 + s.r * 0.5) * w;
      tilt += s.ba * w * 0.7;
      whole += w;
    }
    albedo = sum / whole;
    tilt /= whole;
    normal = normalize(normal + vec3(tilt.x, 0.0, tilt.y) * 1.15);
  }

  float lit = max(dot(normal, uSun), 0.0) * sun_reaches(vPlace);
  // Hollows see less of the sky; ground that the sun reaches gives some of its light to what lies beside it.
  vec3 sun = sun_light() * lit * mix(0.55, 1.0, open);
#ifdef LEAN
  vec3 side = vec3(0.45, 0.56, 0.7) * smoothstep(-0.16, 0.2, uSun.y);
#else
  vec3 side = sky_colour(normalize(vec3(normal.x, 0.25, normal.z)));
#endif
  vec3 sky = (sky_colour(vec3(0.0, 1.0, 0.0)) * 0.95 + side * 0.45) * (0.45 + 0.55 * normal.y) * open * open;
  vec3 bounce = sun_light() * max(uSun.y, 0.0) * 0.055 * vec3(1.0, 0.9, 0.75);
  vec3 colour = albedo * (sun * 0.68 + sky + bounce);

  // Under the sea light is lost, red first; at the shore the ground is wet.
  if (vPlace.y < 0.0) {
    float depth = -vPlace.y;
    vec3 kept = exp(-depth * vec3(0.42, 0.12, 0.085));
    vec3 water = vec3(0.012, 0.055, 0.085) * (0.25 + 0.75 * smoothstep(-0.1, 0.3, uSun.y)) * 1.4;
    colour = colour * kept * 0.85 + water * (1.0 - kept);
  } else {
    colour *= mix(1.0, 0.62, exp(-vPlace.y * 2.2) * uNatural * (1.0 - smoothstep(500.0, 2500.0, away)));
  }

  // The brush: a ring where it ends, a finer one where it is half as strong, and a breath of colour between.
  if (uPointer.w > 0.0) {
    float from_middle = distance(vPlace.xz, uPointer.xz);
    float line = max(0.1, away * 0.0016);
    float ring = 1.0 - smoothstep(line * 0.6, line * 1.4, abs(from_middle - uPointer.w));
    float half_way = (1.0 - smoothstep(line * 0.3, line * 0.9, abs(from_middle - uPointer.w * 0.5))) * 0.45;
    float inside = 0.16 * (1.0 - smoothstep(0.0, uPointer.w, from_middle));
    colour = mix(colour, uBrush, max(max(ring, half_way) * 0.9, inside));
  }

  colour = in_haze(colour, cameraPosition, vPlace);
  gl_FragColor = vec4(colour, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;
