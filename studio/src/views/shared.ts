import type { Scene3D } from '../draw/scene3d';
import type { Walker } from '../draw/walker';
import type { Studio } from '../state/studio';
import { segments } from '../ui/controls';
import { h, is_typing } from '../ui/dom';
import { file_name } from '../ui/files';
import type { ExportChoice } from './view';

/** The picture as it stands on the screen. */
export function picture_export(scene: Scene3D, studio: Studio): ExportChoice {
  return {
    id: 'picture', title: 'Picture (PNG)', help: 'What you see, without drawers.',
    make: () => new Promise((resolve, reject) => {
      scene.renderer.render(scene.scene, scene.camera);
      scene.canvas.toBlob((content) => {
        if (content) resolve({ name: `${file_name(studio.document.title)}-${studio.document.seed}.png`, content });
        else reject(new Error('the browser could not make a picture'));
      });
    }),
  };
}

/** Walk or fly, by button and by the key F. */
export function walk_tools(walker: Walker, changed: () => void, stops: (() => void)[]): HTMLElement {
  const set = (walking: boolean) => {
    walker.walking = walking;
    walker.pace = 1;
    control.set(walking ? 'walk' : 'fly');
    changed();
  };
  const control = segments('Way of moving', [['fly', 'Fly'], ['walk', 'Walk']], 'fly', (value) => set(value === 'walk'));
  const key = (event: KeyboardEvent) => {
    if (event.code === 'KeyF' && !event.ctrlKey && !event.metaKey && !is_typing(event.target)) set(!walker.walking);
  };
  window.addEventListener('keydown', key);
  stops.push(() => window.removeEventListener('keydown', key));
  return h('div', { class: 'tool-strip' }, control.element);
}
