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
import type { Wanted, Wishes } from './series-wishes.ts';
import type { Strands } from './strands.ts';

/** Everything that an answer is made from; nothing more is read for it. */
export interface Answered {
  wishes: Wishes;
  strands: ReadonlyMap<Wanted, Strands>;
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
  wanted: readonly Wanted[];
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

  #series(wanted: Wanted): Bytes | undefined {
    const { presenting } = this.#answered;
    const strands = this.#answered.strands.get(wanted);
    if (!strands) return undefined;
    const whole = wholePoints(wanted, strands, presenting);
    const tail = {
      marked: marksOf(wanted, presenting),
      recovered: recoveredOf(wanted, presenting),
      ...(this.#layout.figures ? { figures: figuresOf(wanted, strands, whole) } : {}),
    };
    return this.#writer.write(headOf(wanted, strands), fewPoints(whole, wanted, presenting), tail);
  }

  *list(wanted: readonly Wanted[]): Generator<Bytes> {
    let before = '[';
    for (const one of wanted) {
      const series = this.#series(one);
      if (!series) continue;
      yield textBytes(before);
      yield series;
      before = ',';
    }
    yield textBytes(before === '[' ? '[]' : ']');
  }

  *#group({ head, unit_id, wanted }: Group): Generator<Bytes> {
    const opening = JSON.stringify(head).slice(0, -1);
    const byUnit = this.#layout.byUnit && unit_id !== null;
    yield textBytes(byUnit ? `${opening},"unit_id_results":{"${unit_id}":` : `${opening},"results":`);
    yield* this.list(wanted);
    yield textBytes(byUnit ? '}}' : '}');
  }

  *groups(): Generator<Bytes> {
    const { wishes, pages } = this.#answered;
    const groups = groupsOf(wishes);
    yield textBytes(`{"count":${pages ? wishes.count : groups.length},"devices":[`);
    for (const [i, group] of groups.entries()) {
      if (i > 0) yield textBytes(',');
      yield* this.#group(group);
    }
    const { next = null, previous = null } = pages ?? {};
    yield textBytes(this.#layout.paged ? `],${JSON.stringify({ next, previous }).slice(1)}` : ']}');
  }
}

function deviceGroup(device: SeriesDevice, wanted: readonly Wanted[]): Group {
  const { device_id, proj_code, short_name, latitude, longitude, nominal_power, description, unit_id } =
    device;
  const head = { device_id, proj_code, short_name, latitude, longitude, nominal_power, description };
  return { head, unit_id, wanted };
}

function plantGroup(device: SeriesDevice, wanted: readonly Wanted[]): Group {
  const { proj_code, latitude, longitude, potenza_nominale } = device;
  const none = { device_id: null, short_name: null, description: '' };
  const head = { ...none, proj_code, latitude, longitude, nominal_power: potenza_nominale };
  return { head, unit_id: null, wanted };
}

/** Series by device, those of plants themselves first, under no device. */
function groupsOf({ devices, wanted }: Wishes): Group[] {
  const own = Map.groupBy(
    wanted.filter((one) => !one.device),
    (one) => one.proj_code,
  );
  const ofDevice = Map.groupBy(wanted, (one) => one.device?.device_id);
  return [
    ...[...own.values()].flatMap((series) => {
      const plant = series[0]?.strands[0]?.device;
      return plant ? [plantGroup(plant, series)] : [];
    }),
    ...devices.map((device) => deviceGroup(device, ofDevice.get(device.device_id) ?? [])),
  ];
}

/** The answer as JSON, a series at a time; nothing that is read ahead is kept twice. */
export function piecesOf(answered: Answered, layout: Layout): Iterable<Bytes> {
  const pieces = new SeriesPieces(answered, layout);
  return layout.asList ? pieces.list(answered.wishes.wanted) : pieces.groups();
}
