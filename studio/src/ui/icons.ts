/** Icons drawn with one pen: 24 × 24, strokes of 1.6. */
const paths = {
  planet:
    '<circle cx="12" cy="12" r="8.2"/><path d="M4.2 14.6c3.2-1.2 4.4.9 6.6-.6s.4-3.2 2.4-4.4 3.4.3 6.4-1.4M9.5 19.7c.4-1.9 2-2.3 3.7-2.4s2.3-1.4 4.6-1.2"/>',
  map: '<path d="M3.8 6.2l5.4-2 5.6 2 5.4-2v13.6l-5.4 2-5.6-2-5.4 2zM9.2 4.2v13.6M14.8 6.2v13.6"/>',
  terrain: '<path d="M2.8 18.5l6-10 3.6 5.4 2.6-3.6 6.2 8.2zM7 11.6l1.9 1.6 1.7-1.8"/><circle cx="17.6" cy="6.4" r="1.9"/>',
  voxels: '<path d="M12 3.4l7.4 4.2v8.6L12 20.6l-7.4-4.4V7.6zM4.6 7.6L12 12l7.4-4.4M12 12v8.6"/>',
  noise: '<path d="M3 15.5c1.5 0 1.6-8 3.1-8s1.6 10.5 3.1 10.5 1.6-13 3.1-13 1.5 11 3 11 1.6-6 3.1-6 1.4 3.5 2.6 3.5"/>',
  undo: '<path d="M8.5 5.5L4.5 9.5l4 4M4.8 9.5h9.2a5 5 0 0 1 0 10h-3.5"/>',
  redo: '<path d="M15.5 5.5l4 4-4 4M19.2 9.5H10a5 5 0 0 0 0 10h3.5"/>',
  share: '<path d="M10 14a4 4 0 0 0 5.7 0l3.3-3.3a4 4 0 0 0-5.7-5.7l-1.3 1.3M14 10a4 4 0 0 0-5.7 0L5 13.3A4 4 0 0 0 10.7 19l1.3-1.3"/>',
  save: '<path d="M12 4v10.5M7.8 10.5l4.2 4.2 4.2-4.2M4.5 16.5v3h15v-3"/>',
  open: '<path d="M3.5 18.5v-12h5.5l2 2.5h9.5v9.5z"/>',
  export: '<path d="M12 15V4.5M7.8 8.5L12 4.3l4.2 4.2M4.5 13.5v6h15v-6"/>',
  dice: '<rect x="4.2" y="4.2" width="15.6" height="15.6" rx="3.2"/><circle cx="8.8" cy="8.8" r="1.1" class="dot"/><circle cx="15.2" cy="15.2" r="1.1" class="dot"/><circle cx="12" cy="12" r="1.1" class="dot"/>',
  history: '<path d="M4.5 5v4.5H9M4.8 9.5A8 8 0 1 1 4 13.5M12 8v4.5l3 2"/>',
  play: '<path d="M7.5 5l11 7-11 7z"/>',
  pause: '<path d="M8 5v14M16 5v14"/>',
  finish: '<path d="M5 5.5l8 6.5-8 6.5zM13 5.5l6.5 6.5-6.5 6.5"/>',
  step: '<path d="M6.5 5.5l9 6.5-9 6.5zM18.5 5.5v13"/>',
  skip: '<path d="M4.5 5.5l6.5 6.5-6.5 6.5zM11 5.5l6.5 6.5-6.5 6.5zM19.5 5.5v13"/>',
  stop: '<rect x="6.5" y="6.5" width="11" height="11" rx="1.5"/>',
  help: '<circle cx="12" cy="12" r="8.5"/><path d="M9.5 9.6c.2-1.5 1.3-2.3 2.6-2.3 1.5 0 2.6.9 2.6 2.3 0 2-2.6 2-2.6 4M12.1 16.6v.2"/>',
  sun: '<circle cx="12" cy="12" r="4"/><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4"/>',
  moon: '<path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z"/>',
  chevron: '<path d="M9 5.5l6.5 6.5L9 18.5"/>',
  close: '<path d="M6 6l12 12M18 6L6 18"/>',
  layers: '<path d="M12 4l8.5 4.6L12 13.2 3.5 8.6zM3.5 12.4L12 17l8.5-4.6M3.5 16L12 20.6 20.5 16"/>',
  sliders: '<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>',
  gallery:
    '<rect x="4" y="4" width="7" height="7" rx="1.2"/><rect x="13" y="4" width="7" height="7" rx="1.2"/><rect x="4" y="13" width="7" height="7" rx="1.2"/><rect x="13" y="13" width="7" height="7" rx="1.2"/>',
  walk: '<circle cx="13" cy="4.8" r="1.7"/><path d="M8 20.5l2.6-5.5.3-5.5 3.4 1.5 2.7 1.6M10.9 9.5L8 11v3M11.3 14.5l2.7 2.2.8 3.8"/>',
  fly: '<path d="M3.5 12.5L20.5 4l-5 16-4-6.2z"/>',
  reset: '<path d="M5 12a7 7 0 1 1 2.1 5M5 18.5V14h4.5"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  minus: '<path d="M5 12h14"/>',
  trash: '<path d="M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7"/>',
  up: '<path d="M12 19V5M6 11l6-6 6 6"/>',
  down: '<path d="M12 5v14M6 13l6 6 6-6"/>',
  copy: '<rect x="8.5" y="8.5" width="11" height="11" rx="1.8"/><path d="M15.5 8.5v-4h-11v11h4"/>',
  code: '<path d="M8.5 7L3.5 12l5 5M15.5 7l5 5-5 5"/>',
  globe: '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17"/>',
  pin: '<path d="M12 20.5s-6.5-6-6.5-10.5a6.5 6.5 0 0 1 13 0c0 4.5-6.5 10.5-6.5 10.5z"/><circle cx="12" cy="10" r="2.2"/>',
  raise: '<path d="M3 18.5c3.5 0 4.5-9 9-9s5.5 9 9 9M12 6.5V3M9.8 4.8L12 2.6l2.2 2.2"/>',
  lower: '<path d="M3 7c3.5 0 4.5 8 9 8s5.5-8 9-8M12 18v3.6M9.8 19.6l2.2 2.2 2.2-2.2"/>',
  flatten: '<path d="M3 13.5h18M6 18.5h12M7 9c1.5-2.5 3-2.5 5 0s3.5 2.5 5 0"/>',
  smooth: '<path d="M3 9l2-3 2.2 4L9.4 6l2 4M3 17.5c4 0 4.5-2.5 9-2.5s5 2.5 9 2.5"/>',
  pick: '<path d="M6 20L15.5 10.5M8 5.5c4.5-2 8.5 .5 10.5 5 .6 1.4 .9 2.8 .9 4.2-1.5-3-3.6-5.4-6-7.2C11.4 6 9.8 5.6 8 5.5z"/>',
  cross: '<circle cx="12" cy="12" r="7"/><path d="M12 2.5v5M12 16.5v5M2.5 12h5M16.5 12h5"/>',
  brush: '<path d="M19.5 4.5l-8.5 8.5M9.5 12l2.5 2.5c-.5 3.5-3.5 5-8 5 1.8-1.2 1.5-3.5 2.5-5.5.8-1.3 2-1.8 3-2z"/>',
} as const;

export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGElement {
  const template = document.createElement('template');
  template.innerHTML = `<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">${paths[name]}</svg>`;
  return template.content.firstElementChild as SVGElement;
}
