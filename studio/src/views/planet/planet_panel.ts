import { slider, toggle } from '../../ui/controls';
import { section, type LayerList, type Legend } from '../../ui/panel';
import type { Picking } from './picking';
import type { Switch, Switches } from './switches';

export const usual_sun = 52;
export const widest_sun = 120;

export interface PanelParts {
  layers: LayerList;
  legend: Legend;
  picking: Picking;
  switches: Switches;
  sun: { lon: number };
  changed: () => void;
  making: HTMLElement[];
}

/** The drawer on the right. */
export function planet_panel({ layers, legend, picking, switches, sun, changed, making }: PanelParts): HTMLElement[] {
  const turn = (name: Switch, label: string, help: string) =>
    toggle(label, help, switches.on(name), (on) => switches.set(name, on)).element;
  return [
    section('Layers', layers.element),
    section('Legend', legend.element),
    section('Under the pointer', picking.facts.element, picking.actions),
    section(
      'Plates and winds',
      turn('plates', 'Borders of plates', 'Where plates meet: sides of true regions.'),
      turn('motion', 'Motion of plates', 'Arrows along which plates move, long where they are fast; from near one in each region.'),
      turn('wind', 'Wind', 'Arrows along the wind.'),
    ),
    section(
      'Regions',
      turn('cells', 'Borders', 'Between true regions: each place belongs to the nearest site. They show from near.'),
      turn('sites', 'Sites', 'What each region lies around.'),
      turn('faces', 'Faces', 'A colour for each face of the cube that regions are counted on.'),
      turn('rims', 'Edge regions', 'Those with a neighbour on another plate.'),
      turn('cube', 'Cube', 'The cube that the sphere is made of.'),
      turn('edges', 'Edges of the cube', 'On the sphere.'),
      turn('warp', 'Warp', 'Makes cells of almost equal area; off: where they would lie without it.'),
      turn('grid', 'Meridians and parallels', 'Every 15 degrees.'),
    ),
    section(
      'Light',
      turn('sun', 'Sun', 'Day and night, and glitter on the sea.'),
      turn('air', 'Air', 'The atmosphere, where the planet has one.'),
      turn('clouds', 'Clouds', 'Decoration: no layer of the world.'),
      slider({
        label: 'Sun from',
        help: 'How far the sun stands beside the eye.',
        min: -widest_sun,
        max: widest_sun,
        step: 0,
        value: sun.lon,
        default: usual_sun,
        unit: '°',
        change: (value) => {
          sun.lon = value;
          changed();
        },
      }).element,
    ),
    section('Making', ...making),
  ];
}
