import type { SeriesDevice } from './series.repository.ts';
import { SeriesWriter } from './series-json.ts';
import {
  fewPoints,
  figuresOf,
  headOf,
  marksOf,
  type Presenting,
  recoveredOf,
  wholePoints,
} from './series-points.ts';
import type { ResolvedSeries, SeriesRequest } from './series-request.ts';
import type { SeriesSources } from './series-sources.ts';

/** Everything that an answer is made from; nothing more is read for it. */
export interface Answered {
  requested: SeriesRequest;
  seriesSources: ReadonlyMap<ResolvedSeries, SeriesSources>;
  presenting: Presenting;
  /** Addresses of the neighbouring pages, of a paged answer. */
  pages: { next: string | null; previous: string | null } | undefined;
}

/** How an answer is laid out. */
export interface Layout {
  /** The series alone, as an array. */
  asList: boolean;
  /** With what the whole window comes to, beside each series. */
  figures: boolean;
  /** With next and previous. */
  paged: boolean;
  /** Under the Modbus number of devices that have one. */
  byUnit: boolean;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A device, or a plant as such, with its series. // spec §3: All-devices results */
interface Group {
  head: Readonly<Record<string, string | number | null>>;
  unit_id: number | null;
  resolved: readonly ResolvedSeries[];
}

/** Text in memory of its own, which can be given away to another thread. */
function textBytes(text: string): Bytes {
  const bytes = Buffer.from(new ArrayBuffer(Buffer.byteLength(text)));
  bytes.write(text);
  return bytes as Bytes;
}

class SeriesPieces {
  readonly #answered: Answered;
  readonly #layout: Layout;
  readonly #writer = new SeriesWriter();

  constructor(answered: Answered, layout: Layout) {
    this.#answered = answered;
    this.#layout = layout;
  }

  #series(resolved: ResolvedSeries): Bytes | undefined {
    const { presenting } = this.#answered;
    const seriesSources = this.#answered.seriesSources.get(resolved);
    if (!seriesSources) return undefined;
    const whole = wholePoints(resolved, seriesSources, presenting);
    const tail = {
      marked: marksOf(resolved, presenting),
      recovered: recoveredOf(resolved, presenting),
      ...(this.#layout.figures ? { figures: figuresOf(resolved, seriesSources, whole) } : {}),
    };
    return this.#writer.write(headOf(resolved, seriesSources), fewPoints(whole, resolved, presenting), tail);
  }

  *list(resolved: readonly ResolvedSeries[]): Generator<Bytes> {
    let before = '[';
    for (const one of resolved) {
      const series = this.#series(one);
      if (!series) continue;
      yield textBytes(before);
      yield series;
      before = ',';
    }
    yield textBytes(before === '[' ? '[]' : ']');
  }

  *#group({ head, unit_id, resolved }: Group): Generator<Bytes> {
    const opening = JSON.stringify(head).slice(0, -1);
    const byUnit = this.#layout.byUnit && unit_id !== null;
    yield textBytes(byUnit ? `${opening},"unit_id_results":{"${unit_id}":` : `${opening},"results":`);
    yield* this.list(resolved);
    yield textBytes(byUnit ? '}}' : '}');
  }

  *groups(): Generator<Bytes> {
    const { requested, pages } = this.#answered;
    const groups = groupsOf(requested);
    yield textBytes(`{"count":${pages ? requested.count : groups.length},"devices":[`);
    for (const [i, group] of groups.entries()) {
      if (i > 0) yield textBytes(',');
      yield* this.#group(group);
    }
    const { next = null, previous = null } = pages ?? {};
    yield textBytes(this.#layout.paged ? `],${JSON.stringify({ next, previous }).slice(1)}` : ']}');
  }
}

function deviceGroup(device: SeriesDevice, resolved: readonly ResolvedSeries[]): Group {
  const { device_id, proj_code, short_name, latitude, longitude, nominal_power, description, unit_id } =
    device;
  const head = { device_id, proj_code, short_name, latitude, longitude, nominal_power, description };
  return { head, unit_id, resolved };
}

function plantGroup(device: SeriesDevice, resolved: readonly ResolvedSeries[]): Group {
  const { proj_code, latitude, longitude, potenza_nominale } = device;
  const none = { device_id: null, short_name: null, description: '' };
  const head = { ...none, proj_code, latitude, longitude, nominal_power: potenza_nominale };
  return { head, unit_id: null, resolved };
}

/** Series by device, those of plants themselves first, under no device. */
function groupsOf({ devices, resolved }: SeriesRequest): Group[] {
  const own = Map.groupBy(
    resolved.filter((one) => !one.device),
    (one) => one.proj_code,
  );
  const ofDevice = Map.groupBy(resolved, (one) => one.device?.device_id);
  return [
    ...[...own.values()].flatMap((series) => {
      const plant = series[0]?.seriesSources[0]?.device;
      return plant ? [plantGroup(plant, series)] : [];
    }),
    ...devices.map((device) => deviceGroup(device, ofDevice.get(device.device_id) ?? [])),
  ];
}

/** The answer as JSON, a series at a time; nothing that is read ahead is kept twice. */
export function piecesOf(answered: Answered, layout: Layout): Iterable<Bytes> {
  const pieces = new SeriesPieces(answered, layout);
  return layout.asList ? pieces.list(answered.requested.resolved) : pieces.groups();
}
