import { ApiError, is_abort } from '../../api/client';
import type { JsonObject, NoiseMeasure } from '../../api/types';
import { histogram_of, spectrum_of } from '../../draw/fft';
import { plot_histogram, plot_power, plot_radial } from '../../draw/plot';
import { numbers_of, numbers_text, type Look } from '../../state/address';
import { is_object, words } from '../../state/recipe';
import { run_job } from '../../state/run_job';
import type { Studio } from '../../state/studio';
import { choice, segments, slider, type Control } from '../../ui/controls';
import { h } from '../../ui/dom';
import { file_name } from '../../ui/files';
import { Facts, section, type Fact } from '../../ui/panel';
import { clamp, number_text } from '../../ui/scale';
import type { ExportChoice, View } from '../view';
import { Tiling } from './tiling';

/** Sides of the picture that is analysed, and of the one that is looked at: the same place, sharper. */
const analysed = 256;
const shown = 768;

/** The lowest frequency of a noise and of those inside it. */
export function lowest_frequency(spec: JsonObject): number {
  const inner = Object.values(spec).filter(is_object).map(lowest_frequency);
  return Math.min(typeof spec.frequency === 'number' && spec.frequency > 0 ? spec.frequency : Infinity, ...inner);
}

/** Metres a sample, so that some waves of the noise are seen. */
export function usual_step(spec: JsonObject): number {
  const lowest = lowest_frequency(spec);
  return Number.isFinite(lowest) ? Math.min(4096, Math.max(0.0625, Number((6 / (lowest * analysed)).toPrecision(2)))) : 1;
}

type Mode = 'lab' | 'tiling';

/** Colours that a noise can wear: ramps of the library. Grey is as it is. */
const colours: [string, string][] = [
  ['dusk', 'Dusk'],
  ['ice', 'Ice'],
  ['moss', 'Moss'],
  ['ember', 'Ember'],
  ['relief', 'Sea and land'],
  ['viridis', 'Viridis'],
  ['cividis', 'Cividis'],
  ['balance', 'Two-sided'],
  ['grey', 'Grey'],
];
const usual_colours = 'dusk';
const usual_light = 0.55;

/** The server's figures of a noise. How even it is by direction is what the full report measures, over many places. */
export function measured_rows(measured: NoiseMeasure): Fact[] {
  return Object.entries(measured).flatMap(([name, value]): Fact[] =>
    typeof value === 'number' ? [[words(name), number_text(value)]] : [],
  );
}

/** Noises under the lens: picture, histogram, spectrum and directions side by side; and the tilings behind the aperiodic ones. */
class NoiseView implements View {
  readonly element = h('div', { class: 'view' });
  readonly panel: HTMLElement[];

  private readonly picture = h('canvas', { role: 'img', 'aria-label': 'Picture of the noise' });
  private readonly histogram = h('canvas', { role: 'img', 'aria-label': 'Histogram of its values' });
  private readonly radial = h('canvas', { role: 'img', 'aria-label': 'Power by frequency' });
  private readonly power = h('canvas', { role: 'img', 'aria-label': 'Power by direction and frequency' });
  private readonly title = h('span', { class: 'pane-title' });
  private readonly lab: HTMLElement;
  private readonly tiling: Tiling;
  private readonly facts_list = new Facts('Point at the picture.');
  private readonly measures = new Facts();
  private readonly stops: (() => void)[] = [];
  private readonly observer: ResizeObserver;

  private readonly mode: Control<Mode>;
  private readonly step_slider: Control<number>;
  private readonly colour_choice: Control<string>;
  private readonly light_slider: Control<number>;
  private step = 1;
  private ramp = usual_colours;
  private light = usual_light;
  /** Its values in grey, which are measured; its picture; and that picture finer. */
  private image: ImageBitmap | undefined;
  private painted: ImageBitmap | undefined;
  private sharp: ImageBitmap | undefined;
  private values = new Uint8ClampedArray();
  private range = { from: -1, to: 1 };
  private drawn = 0;
  private working = false;
  private pending = false;
  private abort = new AbortController();
  private measure_abort = new AbortController();

  constructor(private readonly studio: Studio) {
    const pane = (canvas: HTMLCanvasElement, title: HTMLElement | string, name = '') =>
      h('div', { class: `pane ${name}` }, typeof title === 'string' ? h('span', { class: 'pane-title' }, title) : title, canvas);
    this.lab = h(
      'div',
      { class: 'lab' },
      pane(this.picture, this.title, 'picture'),
      pane(this.histogram, 'Values'),
      pane(this.radial, 'Spectrum'),
      pane(this.power, 'Directions'),
    );
    this.tiling = new Tiling(studio);
    this.tiling.element.hidden = true;
    this.mode = segments<Mode>(
      'What is shown',
      [
        ['lab', 'Noise'],
        ['tiling', 'Tiling'],
      ],
      'lab',
      (mode) => this.show_mode(mode),
    );
    const tools = h('div', { class: 'tool-strip' }, this.mode.element);
    this.element.append(this.lab, this.tiling.element, tools);
    this.step = usual_step(studio.document.recipe);
    const step = (this.step_slider = slider({
      label: 'Metres a sample',
      help: 'How much of the noise is seen.',
      min: 0.0625,
      max: 4096,
      step: 0,
      value: this.step,
      unit: 'm',
      change: (value) => {
        this.step = value;
        this.ask();
      },
    }));
    this.colour_choice = choice('Colours', 'From low to high.', colours, this.ramp, (ramp) => {
      this.ramp = ramp;
      this.ask();
    });
    this.light_slider = slider({
      label: 'Light',
      help: 'From the north-west, as on a relief; 0 leaves the colours alone.',
      min: 0,
      max: 1,
      step: 0,
      value: this.light,
      default: usual_light,
      change: (light) => {
        this.light = light;
        this.ask();
      },
    });
    this.noise_panel = [
      section('View', step.element, this.colour_choice.element, this.light_slider.element),
      section('Measured', this.measures.element, this.report_part()),
      section('Under the pointer', this.facts_list.element),
    ];
    this.tiling.panel.forEach((part) => (part.hidden = true));
    this.panel = [...this.noise_panel, ...this.tiling.panel];
    this.observer = new ResizeObserver(() => this.redraw());
    this.observer.observe(this.lab);
    this.picture.addEventListener('pointermove', (event) => this.hover(event));
    let preset = studio.document.preset;
    this.stops.push(
      studio.edit.watch(({ document }) => {
        if (document.kind !== 'noise') return;
        if (document.preset !== preset) step.set((this.step = usual_step(document.recipe)));
        preset = document.preset;
        this.ask();
      }),
      studio.start.changed(() => this.ask()),
    );
    const look = studio.looks.get('noise');
    if (look) this.set_look(look);
    this.exports = [
      {
        id: 'picture',
        title: 'Picture (PNG)',
        help: 'As it is coloured; grey keeps the values.',
        sizes: [512, 1024, 2048],
        usual_size: 1024,
        make: async (_progress, signal, size) => {
          const order = { ...this.order(size), step: (this.step * analysed) / size, ...this.paint(size) };
          const response = await studio.client.noise_picture(order, signal);
          return { name: `${file_name(studio.document.title)}.png`, content: await response.blob() };
        },
      },
      {
        id: 'tiling',
        title: 'Tiling (SVG)',
        help: 'The tiling as it is shown.',
        make: async (_progress, signal) => ({
          name: 'tiling.svg',
          content: new Blob([await studio.client.bytes(this.tiling.path(), signal)], { type: 'image/svg+xml' }),
        }),
      },
    ];
  }
  readonly exports: ExportChoice[];
  private readonly noise_panel: HTMLElement[];

  facts = () => ({
    drawn: this.drawn,
    values: this.values.length,
    tiling: this.tiling.drawn,
    picture: this.values.length > 0 ? this.values.reduce((sum, value, index) => (sum + value * (index % 251)) % 1000003, 0) : 0,
  });

  look(): Look {
    return {
      ...(this.step === usual_step(this.studio.document.recipe) ? {} : { step: String(this.step) }),
      ...(this.ramp === usual_colours ? {} : { colours: this.ramp }),
      ...(this.light === usual_light ? {} : { light: numbers_text([this.light, 2]) }),
      ...(this.tiling.element.hidden ? {} : { show: 'tiling', ...this.tiling.look() }),
    };
  }

  set_look(look: Look): void {
    const [step] = numbers_of(look.step, 1) ?? [];
    this.step_slider.set((this.step = clamp(step ?? usual_step(this.studio.document.recipe), 0.0625, 4096)));
    this.ramp = colours.find(([id]) => id === look.colours)?.[0] ?? usual_colours;
    this.colour_choice.set(this.ramp);
    const [light] = numbers_of(look.light, 1) ?? [];
    this.light_slider.set((this.light = clamp(light ?? usual_light, 0, 1)));
    this.tiling.set_look(look);
    this.mode.set(look.show === 'tiling' ? 'tiling' : 'lab');
    this.show_mode(look.show === 'tiling' ? 'tiling' : 'lab');
    this.ask();
  }

  snapshot(): HTMLCanvasElement | undefined {
    return this.lab.hidden ? undefined : this.picture;
  }

  dispose(): void {
    this.abort.abort();
    this.measure_abort.abort();
    for (const stop of this.stops) stop();
    this.observer.disconnect();
    this.tiling.dispose();
  }

  /** All that the lab measures of this noise, as a page of its own. */
  private report_part(): HTMLElement {
    const link = h('a', { class: 'link', target: '_blank', rel: 'noopener', hidden: true }, 'Open the report');
    const button = h('button', { type: 'button', class: 'button', 'data-role': 'report' }, 'Full report');
    button.title = 'Measures this noise as `craton lab` does: spectra, directions, repetition';
    button.addEventListener('click', () => {
      const { studio } = this;
      button.disabled = true;
      link.hidden = true;
      const { title, recipe, seed } = studio.document;
      run_job(
        studio,
        'Measuring…',
        studio.client.noise_report({ noises: [{ name: file_name(title), spec: recipe }], seed }),
        this.abort.signal,
      )
        .then(
          ({ file }) => {
            link.href = file ?? '';
            link.hidden = !file;
          },
          (error: unknown) => !is_abort(error) && studio.fail(error),
        )
        .finally(() => (button.disabled = false));
    });
    return h('div', { class: 'button-row' }, button, link);
  }

  private show_mode(mode: Mode): void {
    this.lab.hidden = mode !== 'lab';
    this.tiling.element.hidden = mode === 'lab';
    this.noise_panel.forEach((part) => (part.hidden = mode !== 'lab'));
    this.tiling.panel.forEach((part) => (part.hidden = mode === 'lab'));
    if (mode === 'tiling') this.tiling.show();
    else this.redraw();
  }

  private order(size: number): JsonObject {
    return {
      spec: this.studio.document.recipe,
      seed: this.studio.document.seed,
      width: size,
      height: size,
      step: this.step,
      stretch: true,
    };
  }

  /** Its colours and light; a relief as high in all sizes of the picture. */
  private paint(size: number): JsonObject {
    return this.ramp === 'grey' && this.light === 0 ? {} : { ramp: this.ramp, light: this.light, relief: size * 0.09 };
  }

  private async fetch_picture(order: JsonObject): Promise<ImageBitmap> {
    const response = await this.studio.client.noise_picture(order, this.abort.signal);
    return createImageBitmap(await response.blob());
  }

  /** One picture at a time; the latest wish follows. */
  private ask(): void {
    this.pending = true;
    if (!this.working) void this.work();
  }

  private async work(): Promise<void> {
    this.working = true;
    const { studio } = this;
    while (this.pending) {
      this.pending = false;
      const began = performance.now();
      if (!this.tiling.element.hidden) this.tiling.show();
      studio.work.set({ busy: true, what: 'Drawing the noise…' });
      try {
        const order = this.order(analysed);
        const [image, painted] = await Promise.all([this.fetch_picture(order), this.fetch_picture({ ...order, ...this.paint(analysed) })]);
        [this.image, this.painted, this.sharp] = [image, painted, undefined];
        this.read_values(image);
        this.measured = undefined;
        ++this.drawn;
        this.redraw();
        studio.work.set({ busy: false, what: `Drawn in ${Math.round(performance.now() - began)} ms` });
        if (!this.pending) await this.sharpen();
        void this.measure({ spec: order.spec, seed: order.seed, step: order.step, size: analysed });
      } catch (error) {
        studio.work.set({ busy: false, what: '' });
        if (is_abort(error)) break;
        if (error instanceof ApiError)
          studio.fail(new ApiError(error.status, error.code, error.path.replace(/^\/spec/, ''), error.message));
        else studio.fail(error);
      }
    }
    this.working = false;
  }

  /** What is looked at, finer than what is measured. */
  private async sharpen(): Promise<void> {
    const sharp = await this.fetch_picture({ ...this.order(shown), step: (this.step * analysed) / shown, ...this.paint(shown) });
    if (this.pending) return;
    this.sharp = sharp;
    this.redraw();
  }

  private async measure(order: JsonObject): Promise<void> {
    this.measure_abort.abort();
    const abort = (this.measure_abort = new AbortController());
    try {
      const measured = await this.studio.client.noise_measure(order, abort.signal);
      this.range = { from: measured.min, to: measured.max };
      this.measured = measured;
      this.redraw();
    } catch {
      // The page's own figures stand.
    }
  }

  private read_values(image: ImageBitmap): void {
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    this.values = new Uint8ClampedArray(image.width * image.height);
    for (let i = 0; i < this.values.length; ++i) this.values[i] = data[4 * i];
  }

  private measured: NoiseMeasure | undefined;
  private redraw(): void {
    const { image } = this;
    if (!image || this.lab.hidden) return;
    const dpr = Math.min(2, devicePixelRatio);
    const { clientWidth: width, clientHeight: height } = this.picture;
    if (width === 0 || height === 0) return;
    this.picture.width = width * dpr;
    this.picture.height = height * dpr;
    const context = this.picture.getContext('2d')!;
    // The picture's middle fills the pane; noises have no edges, so that nothing is lost.
    const scale = Math.max(this.picture.width / image.width, this.picture.height / image.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(
      this.sharp ?? this.painted ?? image,
      (this.picture.width - image.width * scale) / 2,
      (this.picture.height - image.height * scale) / 2,
      image.width * scale,
      image.height * scale,
    );
    this.title.textContent = `${number_text((analysed * this.step * width) / Math.max(width, height))} m across`;
    const spectrum = spectrum_of(this.values, analysed);
    const label = (share: number) => number_text(this.range.from + (this.range.to - this.range.from) * share);
    plot_histogram(this.histogram, histogram_of(this.values, 64, 0, 256), label(0), label(1));
    // The server's spectrum is of floats; the page's own is of 256 greys, and serves until that comes.
    plot_radial(
      this.radial,
      this.measured?.spectrum.power ?? spectrum.radial,
      `1 in ${number_text(analysed * this.step)} m`,
      `1 in ${number_text(2 * this.step)} m`,
    );
    plot_power(this.power, spectrum);
    this.measures.set(this.measured ? measured_rows(this.measured) : this.own_rows());
  }

  /** What the greys of the picture tell, until the server has measured the noise itself. */
  private own_rows(): Fact[] {
    let sum = 0;
    let squares = 0;
    for (const value of this.values) {
      sum += value;
      squares += value * value;
    }
    const mean = sum / this.values.length;
    const span = (this.range.to - this.range.from) / 255;
    return [
      ['Mean', number_text(this.range.from + mean * span)],
      ['Deviation', number_text(Math.sqrt(Math.max(0, squares / this.values.length - mean * mean)) * span)],
    ];
  }

  private hover(event: PointerEvent): void {
    const { image } = this;
    if (!image) return;
    const box = this.picture.getBoundingClientRect();
    const scale = Math.max(box.width / image.width, box.height / image.height);
    const x = Math.floor((event.clientX - box.left - (box.width - image.width * scale) / 2) / scale);
    const y = Math.floor((event.clientY - box.top - (box.height - image.height * scale) / 2) / scale);
    const value = this.values[y * analysed + x];
    if (value === undefined) return;
    this.facts_list.set([
      ['x, y', `${number_text(x * this.step)}, ${number_text(y * this.step)} m`],
      ['Value', number_text(this.range.from + ((this.range.to - this.range.from) * value) / 255)],
    ]);
  }
}

export const make_noise_view = (studio: Studio): View => new NoiseView(studio);
