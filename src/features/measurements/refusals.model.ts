/** Why a reading was not stored: a code for programs and for the reader's language, and a sentence. */
export const REFUSED = {
  unknown_device: 'unknown device',
  virtual_device: 'the device is virtual: its values are calculated, and nobody sends them',
  template_device: 'the device is a template: it takes no readings',
  unknown_variable: 'unknown variable',
  bad_values: 'values must be an object of numbers by variable name',
  bad_ts: 'ts must be ISO 8601 with an offset, or epoch milliseconds',
  looks_like_s: 'ts looks like seconds: send milliseconds',
  looks_like_ms: 'the timestamp looks like milliseconds, which is not the precision that was named',
  looks_like_us: 'ts looks like microseconds: send milliseconds',
  looks_like_ns: 'ts looks like nanoseconds: send milliseconds',
  too_old: 'ts is more than 400 days ago',
  in_future: 'ts is more than 10 minutes ahead',
  bad_value: 'value must be a finite number or null',
  out_of_range: 'out_of_range: a value is less than 1e15 and more than -1e15',
  bad_quality: 'quality must be good, stale, asleep, missing or failed',
  quality_without_value: 'a stale reading has a value',
  value_without_quality: 'a missing or failed reading has no value',
  text_value: 'a text is no reading: leave text fields out',
  no_device: 'the line has no tag device',
  bad_line: 'the line is not line protocol',
  not_json: 'the line is not a JSON object',
  bad_payload: 'the message is no JSON of readings',
  empty_message: 'the message is empty',
  too_large: 'the message is larger than 256 KB or holds more than 5,000 readings',
  foreign_topic: 'the topic is not the one of the credential',
  other: 'other',
} as const;
export type RefusalCode = keyof typeof REFUSED;

/** Why a known device takes no readings from outside, whichever way they come; undefined where it takes them. */
export function closedTo(device: {
  readonly virtual: boolean;
  readonly template: boolean;
}): 'virtual_device' | 'template_device' | undefined {
  if (device.template) return 'template_device';
  return device.virtual ? 'virtual_device' : undefined;
}

/** Bad rows that an answer lists. */
const MAX_LISTED = 100;
/** Kinds of refusals that are told apart in one delivery; a hostile one could name a device in each row. */
const MAX_KINDS = 200;
export const MAX_DEVICE = 80;

export interface RefusedRow {
  /** Place in `readings`, from 0; of a body of lines the line, from 1. */
  row: number;
  device: string | null;
  variable: string | null;
  code: RefusalCode;
  reason: string;
}

/** How many readings of one device were refused for one reason. */
export interface Tally {
  device: string;
  reason: RefusalCode;
  count: number;
}

export interface RefusedOf {
  device?: unknown;
  variable?: string;
  /** Readings that are lost with it; 1 unless said. */
  readings?: number;
  /** A sentence that says more than the code's own. */
  reason?: string;
}

/** A device's own name for itself, as text that can be kept. */
export function keepableName(device: unknown): string {
  if (typeof device !== 'string') return '';
  return device.slice(0, MAX_DEVICE).replaceAll('\0', '').toWellFormed();
}

/** What was refused of a delivery: the first with their reasons, all of them by number. */
export class Refusals {
  count = 0;
  readonly errors: RefusedRow[] = [];
  readonly #tally = new Map<string, Tally>();

  add(row: number, code: RefusalCode, of: RefusedOf = {}): void {
    const { device, variable = null, readings = 1, reason = REFUSED[code] } = of;
    this.count += readings;
    this.#note(code, device, readings);
    if (this.errors.length >= MAX_LISTED) return;
    const named = typeof device === 'string' ? device.slice(0, MAX_DEVICE) : null;
    this.errors.push({
      row,
      device: named,
      variable: variable?.slice(0, MAX_DEVICE) ?? null,
      code,
      reason,
    });
  }

  /** Counts by device and reason. */
  tally(): Tally[] {
    return [...this.#tally.values()];
  }

  #note(reason: RefusalCode, device: unknown, count: number): void {
    const name = keepableName(device);
    const known = this.#tally.get(`${reason}/${name}`);
    if (known) known.count += count;
    else if (this.#tally.size < MAX_KINDS)
      this.#tally.set(`${reason}/${name}`, { device: name, reason, count });
    else this.#noteOther(count);
  }

  #noteOther(count: number): void {
    const other = this.#tally.get('') ?? { device: '', reason: 'other' as const, count: 0 };
    other.count += count;
    this.#tally.set('', other);
  }
}
