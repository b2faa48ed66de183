import { DAY_MS, MINUTE_MS } from '../../shared/units/zones.ts';
import { orderRows, type ReadingRow } from './readings.model.ts';

/** Live times: from 400 days ago to ten minutes ahead. // model: Ingest */
const OLDEST_MS = 400 * DAY_MS;
const AHEAD_MS = 10 * MINUTE_MS;
/** No measurement of a plant is as large as this; sums of larger ones would hide all others. */
export const OUT_OF_RANGE = 1e15;
/** Bad rows that an answer lists. */
const MOST_LISTED = 100;

export interface RefusedRow {
  /** Place in `readings`, from 0. */
  row: number;
  device: string | null;
  variable: string | null;
  reason: string;
}

/** A device as a delivery names it. */
export interface KnownDevice {
  readonly device_id: number;
  /** Slot of each variable by its name. */
  readonly slots: ReadonlyMap<string, number>;
  /** Length of the hot row. */
  readonly length: number;
}

export interface IngestField {
  /** The device that a delivery's name means; undefined when there is none, or more than one. */
  find(name: string): KnownDevice | undefined;
}

export interface Checked {
  rows: ReadingRow[];
  /** Readings (values) that can be stored; a null is no reading. */
  stored: number;
  /** Readings that cannot. */
  refused: number;
  /** The first of them, with reasons. */
  errors: RefusedRow[];
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/;

/** Epoch ms of an instant as deliveries write it: ISO 8601 with an offset, or epoch milliseconds; undefined otherwise. */
export function parseInstant(ts: unknown): number | undefined {
  if (typeof ts === 'number') return Number.isFinite(ts) ? Math.round(ts) : undefined;
  if (typeof ts !== 'string') return undefined;
  const parts = ISO.exec(ts);
  if (!parts) return undefined;
  const [, year, month, day] = parts;
  // Date.parse would turn 30 February into 2 March.
  if (Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return undefined;
  const parsed = Date.parse(ts.replace(',', '.'));
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** A plant's code and a device's short name are shorter than this together. */
const LONGEST_NAME = 80;
// The database could not even be asked for text with a NUL or half a character.
const canBeAsked = (name: string) =>
  name.length <= LONGEST_NAME && !name.includes('\0') && name.isWellFormed();

/** Names of the devices that a delivery speaks of, each once; those that no device can have are left out. */
export function namedDevices(readings: readonly unknown[]): string[] {
  const names = new Set<string>();
  for (const reading of readings) {
    const name = (reading as { device?: unknown } | null)?.device;
    if (typeof name === 'string') names.add(name);
  }
  return [...names].filter(canBeAsked);
}

class Refusals {
  count = 0;
  readonly errors: RefusedRow[] = [];
  add(row: number, reason: string, of: { device?: unknown; variable?: string; readings?: number }): void {
    this.count += of.readings ?? 1;
    if (this.errors.length >= MOST_LISTED) return;
    const device = typeof of.device === 'string' ? of.device.slice(0, 80) : null;
    this.errors.push({ row, device, variable: of.variable ?? null, reason });
  }
}

interface Delivery {
  device: KnownDevice;
  ts: number;
  values: Record<string, unknown>;
}

/** Turns the repeated instants of a delivery into numbers once. */
class Instants {
  readonly #now: number;
  #last: unknown;
  #parsed: number | undefined;
  constructor(now: number) {
    this.#now = now;
  }
  /** Epoch ms, or why not. */
  read(ts: unknown): number | string {
    if (ts !== this.#last) {
      this.#parsed = parseInstant(ts);
      this.#last = ts;
    }
    const parsed = this.#parsed;
    if (parsed === undefined) return 'ts must be ISO 8601 with an offset, or epoch milliseconds';
    if (parsed < this.#now - OLDEST_MS) return 'ts is more than 400 days ago';
    if (parsed > this.#now + AHEAD_MS) return 'ts is more than 10 minutes ahead';
    return parsed;
  }
}

function readDelivery(row: number, raw: unknown, field: IngestField, instants: Instants, bad: Refusals) {
  const { device: name, ts, values } = (raw ?? {}) as Record<string, unknown>;
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    bad.add(row, 'values must be an object of numbers by variable name', { device: name });
    return undefined;
  }
  const readings = Math.max(1, Object.keys(values).length);
  const device = typeof name === 'string' ? field.find(name) : undefined;
  if (!device) {
    bad.add(row, 'unknown device', { device: name, readings });
    return undefined;
  }
  const at = instants.read(ts);
  if (typeof at === 'string') {
    bad.add(row, at, { device: name, readings });
    return undefined;
  }
  return { device, ts: at, values: values as Record<string, unknown> } satisfies Delivery;
}

function whyNot(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value)
    ? 'out_of_range: a value is less than 1e15 and more than -1e15'
    : 'value must be a finite number or null';
}

/**
 * Checks a delivery reading by reading. Duplicates are merged (the later one wins); null means missing and stores
 * nothing. Names that are unknown, foreign or not unique are all the same: an unknown device.
 */
export function checkReadings(readings: readonly unknown[], field: IngestField, now: number): Checked {
  const rows: ReadingRow[] = [];
  const bad = new Refusals();
  const instants = new Instants(now);
  let stored = 0;
  readings.forEach((raw, i) => {
    const delivery = readDelivery(i, raw, field, instants, bad);
    if (!delivery) return;
    const { device, ts } = delivery;
    const values = new Float64Array(device.length).fill(Number.NaN);
    for (const variable in delivery.values) {
      const value = delivery.values[variable];
      const slot = device.slots.get(variable);
      const of = { device: (raw as { device: unknown }).device, variable };
      if (slot === undefined) bad.add(i, 'unknown variable', of);
      else if (typeof value === 'number' && Math.abs(value) < OUT_OF_RANGE) {
        values[slot] = value;
        stored++;
      } else if (value !== null) bad.add(i, whyNot(value), of);
    }
    rows.push({ device_id: device.device_id, ts, values, quality: null });
  });
  return { rows: orderRows(rows), stored, refused: bad.count, errors: bad.errors };
}
