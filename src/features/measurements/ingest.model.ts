import { Instants } from './instants.model.ts';
import { QUALITIES } from './measurements.model.ts';
import { GOOD, orderRows, type ReadingRow } from './readings.model.ts';
import {
  MAX_DEVICE,
  type RefusalCode,
  Refusals,
  type RefusedOf,
  type RefusedRow,
  type Tally,
} from './refusals.model.ts';

/** No measurement of a plant is as large as this; sums of larger ones would hide all others. */
export const OUT_OF_RANGE = 1e15;

/** A device as a delivery names it. */
export interface KnownDevice {
  readonly device_id: number;
  /** `proj_code/short_name`. */
  readonly name: string;
  /** Slot of each variable by its name. */
  readonly slots: ReadonlyMap<string, number>;
  /** Length of the hot row. */
  readonly length: number;
  /** Why it takes no readings from outside at all. */
  readonly closed?: RefusalCode | undefined;
}

export interface IngestField {
  /** The device that a delivery's name means; undefined when there is none, or more than one. */
  find(name: string): KnownDevice | undefined;
}

export interface Checked {
  rows: ReadingRow[];
  /** Readings (values, or qualities in their place) that can be stored; a null is no reading. */
  stored: number;
  /** Readings that cannot. */
  refused: number;
  /** The first of them, with reasons. */
  errors: RefusedRow[];
  /** All of them by device and reason. */
  tally: Tally[];
}

/** A reading still to be checked with the place that an answer names it by, or what was no reading at all. */
export type Incoming =
  | { readonly row: number; readonly reading: unknown }
  | { readonly row: number; readonly code: RefusalCode; readonly of?: RefusedOf };

/** What a row takes in memory beside its slots. */
const ROW_BYTES = 200;

// The database could not even be asked for text with a NUL or half a character.
const canBeAsked = (name: string) => name.length <= MAX_DEVICE && !name.includes('\0') && name.isWellFormed();

/** What names the device in a reading, or in what was none. */
export const whereNamed = (one: Incoming): unknown => ('reading' in one ? one.reading : one.of);

/** Names of the devices that a delivery speaks of, each once; those that no device can have are left out. */
export function namedDevices(readings: Iterable<unknown>): string[] {
  const names = new Set<string>();
  for (const reading of readings) {
    const name = (reading as { device?: unknown } | null)?.device;
    if (typeof name === 'string') names.add(name);
  }
  return [...names].filter(canBeAsked);
}

type Named = Readonly<Record<string, unknown>>;
interface Delivery {
  name: unknown;
  device: KnownDevice;
  ts: number;
  values: Named;
  quality: Named | undefined;
}

const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isMissing = (value: unknown): boolean => value === null || value === undefined;
const [STALE, MISSING, FAILED] = (['stale', 'missing', 'failed'] as const).map((one) =>
  QUALITIES.indexOf(one),
);

/** Why a value is not stored; undefined for one that is. */
function faultOfValue(value: unknown): RefusalCode | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'bad_value';
  return Math.abs(value) < OUT_OF_RANGE ? undefined : 'out_of_range';
}

/** Why a value and the byte of its quality do not go together; undefined when they do. */
function faultOfQuality(value: unknown, byte: number): RefusalCode | undefined {
  if (byte < 0) return 'bad_quality';
  if (byte === STALE && isMissing(value)) return 'quality_without_value';
  return (byte === MISSING || byte === FAILED) && !isMissing(value) ? 'value_without_quality' : undefined;
}

/** Checks readings one after another: what can be stored becomes rows, the rest is told with its reason. */
export class Checker {
  readonly #field: IngestField;
  readonly #instants: Instants;
  readonly #weigh: (bytes: number) => void;
  readonly #rows: ReadingRow[] = [];
  readonly #bad = new Refusals();
  #stored = 0;

  /** @param weigh told the bytes of each row before the row is made; what it throws ends the check */
  constructor(field: IngestField, now: number, weigh: (bytes: number) => void = () => undefined) {
    this.#field = field;
    this.#weigh = weigh;
    this.#instants = new Instants(now);
  }

  /** Takes a reading, or what was none. */
  take(incoming: Incoming): void {
    if ('code' in incoming) this.#bad.add(incoming.row, incoming.code, incoming.of);
    else this.add(incoming.row, incoming.reading);
  }

  /** Takes a reading as it came. */
  add(row: number, raw: unknown): void {
    const delivery = this.#open(row, raw);
    if (!delivery) return;
    const { device, ts } = delivery;
    // A row is as long as its device, however little was said: a small body can become a hundred times its size.
    this.#weigh(ROW_BYTES + device.length * (delivery.quality ? 9 : 8));
    const values = new Float64Array(device.length).fill(Number.NaN);
    const quality = delivery.quality ? new Uint8Array(device.length).fill(GOOD) : null;
    if (quality) this.#readMarked(row, delivery, values, quality);
    else this.#readValues(row, delivery, values);
    this.#rows.push({ device_id: device.device_id, ts, values, quality });
  }

  done(): Checked {
    const { count: refused, errors } = this.#bad;
    return { rows: orderRows(this.#rows), stored: this.#stored, refused, errors, tally: this.#bad.tally() };
  }

  #open(row: number, raw: unknown): Delivery | undefined {
    const { device: name, ts, values = undefined, quality = undefined } = isNamed(raw) ? raw : {};
    const marks = isMissing(quality) ? undefined : quality;
    const given = isMissing(values) && marks !== undefined ? {} : values;
    if (!isNamed(given) || (marks !== undefined && !isNamed(marks))) {
      this.#bad.add(row, isNamed(given) ? 'bad_quality' : 'bad_values', { device: name });
      return undefined;
    }
    const readings = Math.max(1, Object.keys(given).length);
    const device = typeof name === 'string' ? this.#field.find(name) : undefined;
    const at = device ? (device.closed ?? this.#instants.read(ts)) : 'unknown_device';
    if (!device || typeof at === 'string') {
      this.#bad.add(row, at as RefusalCode, { device: name, readings });
      return undefined;
    }
    return { name, device, ts: at, values: given, quality: marks };
  }

  #readValues(row: number, { name, device, values }: Delivery, into: Float64Array): void {
    for (const variable in values) {
      const value = values[variable];
      const slot = device.slots.get(variable);
      const fault = slot === undefined ? 'unknown_variable' : faultOfValue(value);
      if (fault === undefined && slot !== undefined) {
        into[slot] = value as number;
        this.#stored++;
      } else if (fault !== undefined && (value !== null || slot === undefined)) {
        this.#bad.add(row, fault, { device: name, variable });
      }
    }
  }

  #readMarked(row: number, delivery: Delivery, into: Float64Array, quality: Uint8Array): void {
    const { name, device, values, quality: marks = {} } = delivery;
    for (const variable of new Set([...Object.keys(values), ...Object.keys(marks)])) {
      const value = values[variable];
      const mark = marks[variable] ?? 'good';
      const byte = (QUALITIES as readonly unknown[]).indexOf(mark);
      const slot = device.slots.get(variable);
      const fault =
        slot === undefined
          ? 'unknown_variable'
          : (faultOfQuality(value, byte) ?? (isMissing(value) ? undefined : faultOfValue(value)));
      if (fault !== undefined || slot === undefined) {
        this.#bad.add(row, fault ?? 'unknown_variable', { device: name, variable });
      } else if (!isMissing(value) || byte !== GOOD) {
        into[slot] = isMissing(value) ? Number.NaN : (value as number);
        quality[slot] = byte;
        this.#stored++;
      }
    }
  }
}

/**
 * Checks a delivery reading by reading. Duplicates are merged (the later one wins); null means missing and stores
 * nothing. Names that are unknown, foreign or not unique are all the same: an unknown device.
 */
export function checkReadings(readings: readonly unknown[], checker: Checker): Checked {
  readings.forEach((reading, row) => {
    checker.add(row, reading);
  });
  return checker.done();
}
