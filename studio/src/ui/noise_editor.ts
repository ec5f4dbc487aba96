import type { Json, JsonObject, NoiseKind } from '../api/types';
import { is_object, plain, words } from '../state/recipe';
import type { Change } from './controls';
import { h, replace } from './dom';
import { param_control, type ParamContext } from './param_control';

/**
 * A noise is a tree: each kind has parameters and noises inside it. A kind is changed in place; what the new kind knows too (a
 * source, a frequency) is kept.
 */
export function noise_editor(spec: JsonObject, context: ParamContext, change: Change<JsonObject>, role = ''): HTMLElement {
  const element = h('div', { class: 'noise-node' });
  let now = spec;

  const give = (next: JsonObject, settled: boolean) => {
    now = next;
    change(next, settled);
  };
  const set = (name: string, value: Json | undefined, settled: boolean) => {
    const next = { ...now };

    if (value === undefined) delete next[name];
    else next[name] = value;
    give(next, settled);
  };

  const build = () => {
    const kind = context.noises.find((entry) => entry.id === now.kind);
    const select = h(
      'select',
      { class: 'select', 'aria-label': role ? `Kind of ${role}` : 'Kind of noise' },
      ...context.noises.map((entry) => h('option', { value: entry.id }, entry.title)),
    );
    if (!kind) select.append(h('option', { value: plain(now.kind) }, plain(now.kind)));
    select.value = plain(now.kind);
    select.addEventListener('change', () => {
      const next = context.noises.find((entry) => entry.id === select.value);
      if (!next) return;
      give(changed_kind(now, next), true);
      build();
    });
    const head = h('div', { class: 'noise-head' }, role ? h('span', { class: 'noise-role' }, words(role)) : null, select);
    head.title = kind?.help ?? '';
    const params = (kind?.params ?? [])
      .filter((info) => !kind?.inputs.includes(info.name))
      .map((info) => param_control(info, now[info.name], context, (value, settled) => set(info.name, value, settled)));
    const inputs = (kind?.inputs ?? []).map((name) => {
      const inner = now[name];
      return noise_editor(is_object(inner) ? inner : { kind: 'perlin' }, context, (value, settled) => set(name, value, settled), name);
    });
    replace(element, head, h('div', { class: 'fold-body' }, ...params, ...inputs));
  };
  build();
  return element;
}

/** The same noise as another kind: values and inner noises that it also has stay; inner noises it needs are filled in. */
export function changed_kind(spec: JsonObject, kind: NoiseKind): JsonObject {
  const next: JsonObject = { kind: kind.id };
  for (const info of kind.params)
    if (info.name in spec && info.type !== 'choice' && !kind.inputs.includes(info.name)) next[info.name] = spec[info.name];
  const leaf: JsonObject = { kind: 'perlin' };
  const inner = Object.values(spec)
    .filter(is_object)
    .filter((value) => typeof value.kind === 'string');
  // A source that is wrapped becomes what is inside the wrapping.
  if (inner.length === 0) inner.push(typeof spec.kind === 'string' && kind.inputs.length > 0 ? spec : leaf);
  kind.inputs.forEach((name, index) => {
    const same = spec[name];
    next[name] = is_object(same) ? same : (inner[index] ?? leaf);
  });
  return next;
}
