import type { Json, NoiseKind, ParamInfo } from '../api/types';
import { is_object, plain, words } from '../state/recipe';
import { choice, slider, text_field, toggle, type Change } from './controls';
import { h } from './dom';
import { noise_editor } from './noise_editor';

export interface ParamContext {
  noises: readonly NoiseKind[];
  /** Names of layers that exist, to choose from. */
  layers?: readonly string[];
}

/** Controls are made from declarations alone: type, range, unit, default and sentence. Undefined means "the default". */
export function param_control(
  info: ParamInfo,
  value: Json | undefined,
  context: ParamContext,
  change: Change<Json | undefined>,
): HTMLElement {
  const label = words(info.name);
  const shown = value ?? info.default;
  if (is_object(value) && (info.type === 'number' || info.type === 'integer')) return stand_in(label, info, value, context, change);
  switch (info.type) {
    case 'boolean':
      return toggle(label, info.help, shown === true, change).element;
    case 'integer':
    case 'number':
      return slider({
        label,
        help: help_of(info),
        min: info.min ?? 0,
        max: info.max ?? 1,
        step: info.type === 'integer' ? 1 : 0,
        value: Number(shown ?? 0),
        default: Number(info.default ?? 0),
        unit: info.unit,
        change,
      }).element;
    case 'choice':
      return choice(label, info.help, info.choices ?? [], plain(shown), change).element;
    case 'numbers': {
      const text = Array.isArray(shown) ? shown.map(plain).join(', ') : '';
      return text_field(label, help_of(info), text, (typed, settled) => change(numbers_of(typed), settled), { inputmode: 'text' }).element;
    }
    case 'text':
    case 'layer':
      return text_field(label, info.help, plain(shown), change).element;
    case 'noise':
      return h(
        'div',
        { class: 'control' },
        h('div', { class: 'control-row' }, h('span', { class: 'control-name', title: info.help }, label)),
        noise_editor(is_object(shown) ? shown : { kind: 'perlin' }, context, change),
      );
  }
}

/** A layer or a noise that stands in place of a number is shown as such; it is edited in the text of the recipe. */
function stand_in(label: string, info: ParamInfo, value: Json, context: ParamContext, change: Change<Json | undefined>): HTMLElement {
  if (is_object(value) && typeof value.layer === 'string') {
    return text_field(`${label}: layer`, info.help, value.layer, (name, settled) =>
      change(name === '' ? undefined : { layer: name }, settled),
    ).element;
  }
  return h(
    'div',
    { class: 'control' },
    h('div', { class: 'control-row' }, h('span', { class: 'control-name', title: info.help }, label)),
    is_object(value) ? noise_editor(value, context, change) : null,
  );
}

function help_of(info: ParamInfo): string {
  const unit = info.unit ? ` ${info.unit}` : '';
  const range = info.min !== undefined && info.max !== undefined ? ` From ${info.min} to ${info.max}${unit}.` : '';
  return `${info.help}${range}`;
}

export function numbers_of(text: string): number[] {
  return text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number)
    .filter((number) => Number.isFinite(number));
}
