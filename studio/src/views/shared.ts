import type { Scene3D } from '../draw/scene3d';
import type { Walker } from '../draw/walker';
import type { Light } from '../draw/sky';
import { numbers_of, numbers_text, type Look } from '../state/address';
import type { Maker } from '../state/maker';
import { change_settings, settings, type Quality } from '../state/settings';
import type { Studio } from '../state/studio';
import { icon_button, segments, slider, toggle } from '../ui/controls';
import { h, is_typing } from '../ui/dom';
import { file_name } from '../ui/files';
import { clamp } from '../ui/scale';
import type { ExportChoice } from './view';

export const beyond_link = 'What was shaped by hand is too much for a link and stays here.';

/** The picture as it stands on the screen. */
export function canvas_export(snapshot: () => HTMLCanvasElement, studio: Studio): ExportChoice {
  return {
    id: 'picture',
    title: 'Picture (PNG)',
    help: 'What you see, without drawers.',
    make: () =>
      new Promise((resolve, reject) => {
        snapshot().toBlob((content) => {
          if (content) resolve({ name: `${file_name(studio.document.title)}-${studio.document.seed}.png`, content });
          else reject(new Error('the browser could not make a picture'));
        });
      }),
  };
}

/** Where the line of sight of a first person goes: the middle of what the drawers leave free. */
export function middle_of(scene: Scene3D, studio: Studio): { clientX: number; clientY: number } {
  const { left, right, bottom } = studio.insets.value;
  const { clientWidth, clientHeight } = scene.canvas;
  return { clientX: left + (clientWidth - left - right) / 2, clientY: (clientHeight - bottom) / 2 };
}

const degrees = 180 / Math.PI;

/** Where somebody stands and looks to, in metres and degrees, and how the sun stands, as an address keeps it. */
export function walker_look(walker: Walker, place: { x: number; y: number; height: number }, light: Light, usual: Light): Look {
  const lights: readonly (keyof Light)[] = ['hour', 'haze', 'clouds'];
  const lit = lights.filter((key) => light[key] !== usual[key]).map((key) => [key, numbers_text([light[key], 2])] as const);
  return {
    ...(walker.chosen
      ? {
          at: numbers_text([place.x, 2], [place.y, 2], [place.height, 2], [(walker.yaw * degrees) % 360, 2], [walker.pitch * degrees, 2]),
        }
      : {}),
    ...(walker.walking ? { go: 'walk' } : {}),
    ...Object.fromEntries(lit),
  };
}

export function light_of(look: Look, usual: Light): Light {
  const value = (key: keyof Light, low: number, high: number) => {
    const [given] = numbers_of(look[key], 1) ?? [];
    return given === undefined ? usual[key] : clamp(given, low, high);
  };
  return { hour: value('hour', 4, 20), haze: value('haze', 0, 1), clouds: value('clouds', 0, 1) };
}

/** Turns as a look says; gives back where it stands, if it says so. */
export function turn_walker(walker: Walker, look: Look): { x: number; y: number; height: number } | undefined {
  walker.walking = look.go === 'walk';
  const at = numbers_of(look.at, 5);
  if (!at) return undefined;
  walker.yaw = at[3] / degrees;
  walker.pitch = clamp(at[4] / degrees, -1.5, 1.5);
  walker.chosen = true;
  return { x: at[0], y: at[1], height: at[2] };
}

/** Walk or fly, by button and by the key F; first person by the key L. */
export function walk_tools(walker: Walker, changed: () => void, stops: (() => void)[]): HTMLElement {
  const set = (walking: boolean) => {
    walker.walking = walking;
    walker.pace = 1;
    control.set(walking ? 'walk' : 'fly');
    changed();
  };
  const control = segments(
    'Way of moving',
    [
      ['fly', 'Fly'],
      ['walk', 'Walk'],
    ],
    walker.walking ? 'walk' : 'fly',
    (value) => set(value === 'walk'),
  );
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || is_typing(event.target) || document.querySelector('dialog[open]')) return;
    if (event.code === 'KeyF') set(!walker.walking);
    else if (event.code === 'KeyL') walker.toggle_lock();
  };
  window.addEventListener('keydown', key);
  stops.push(() => window.removeEventListener('keydown', key));
  return h(
    'div',
    { class: 'tool-strip' },
    control.element,
    icon_button('cross', 'First person: the mouse looks around; Escape ends it (L)', () => walker.toggle_lock()),
  );
}

/** Time of day, haze and clouds. */
export function light_sliders(light: Light, change: (part: Partial<Light>) => void): HTMLElement[] {
  return [
    slider({
      label: 'Time of day',
      help: 'Where the sun stands.',
      min: 4,
      max: 20,
      step: 0,
      value: light.hour,
      unit: 'h',
      change: (hour) => change({ hour }),
    }).element,
    slider({
      label: 'Haze',
      help: 'How thick the air is.',
      min: 0,
      max: 1,
      step: 0,
      value: light.haze,
      change: (haze) => change({ haze }),
    }).element,
    slider({
      label: 'Clouds',
      help: 'How much of the sky they cover.',
      min: 0,
      max: 1,
      step: 0,
      value: light.clouds,
      default: 0.35,
      change: (clouds) => change({ clouds }),
    }).element,
  ];
}

/** How finely worlds are made, and when. */
export function making_controls(maker: Maker): HTMLElement[] {
  return [
    segments<Quality>(
      'Fineness',
      [
        ['draft', 'Draft'],
        ['standard', 'Standard'],
        ['fine', 'Fine'],
      ],
      maker.quality,
      (value) => {
        maker.quality = value;
        maker.again();
      },
    ).element,
    toggle(
      'Keep the history',
      'Pictures of the iterations of each stage, for the timeline; making takes longer.',
      maker.history,
      (value) => (maker.history = value),
    ).element,
    toggle('As soon as a slider rests', 'Make the world in full by itself.', settings.value.auto, (auto) => change_settings({ auto }))
      .element,
  ];
}
