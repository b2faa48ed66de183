import type { BadRegister, LogKind, SilenceReason } from '../../features/cloudcontrol/device-log.model.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';
import { ModbusException } from '../modbus/errors.ts';
import type { Exchange } from '../modbus/link.ts';
import type { PolledDevice, PollFacts, PollObserver, ReadText } from '../poll-observer.ts';
import { reasonOf } from '../silence.ts';

/** Counts of one device in one hour, since they were last written. */
export type HourCounts = {
  polls: number;
  answered: number;
  requests: number;
  failed: number;
  latency_sum_ms: number;
  latency_max_ms: number;
  bytes_in: number;
  bytes_out: number;
};

/** What is known of a device now. */
export type DeviceRecord = {
  readonly company_id: number;
  readonly device_id: number;
  readonly proj_code: string;
  state: 'unknown' | 'answering' | 'silent';
  reason: SilenceReason | null;
  since_ms: number;
  /** When it was last heard of, be it that there was nothing to ask. */
  reported_ms: number;
  last_try_ms: number;
  last_contact_ms: number | null;
  next_try_ms: number;
  latency_ms: number | null;
  bad_registers: readonly BadRegister[];
  /** By the hour's first millisecond. */
  hours: Map<number, HourCounts>;
  /** Its state changed and was not told yet. */
  turned: boolean;
  /** Something changed since it was written. */
  dirty: boolean;
  written_ms: number;
};

export type LogEntry = {
  readonly device_id: number;
  readonly at_ms: number;
  readonly kind: LogKind;
  readonly detail: object;
  /** Only where the stored state is not this one: what another program has found out before is no news. */
  readonly unless_state: 'answering' | 'silent' | null;
};

export type TextEntry = ReadText & { readonly device_id: number; readonly read_ms: number };

/** What is to be written of one company. */
export type HealthBatch = {
  readonly company_id: number;
  readonly devices: readonly DeviceRecord[];
  readonly hours: readonly { device_id: number; hour_ms: number; counts: HourCounts }[];
  readonly log: readonly LogEntry[];
  readonly texts: readonly TextEntry[];
  /** Devices whose state changed. */
  readonly turned: readonly DeviceRecord[];
};

type CompanyBook = {
  readonly devices: Map<number, DeviceRecord>;
  log: LogEntry[];
  /** By the attribute's id. */
  texts: Map<number, TextEntry>;
  readonly traces: Map<number, { second: number; written: number; left_out: number }>;
};

/** Share of a new latency in the smoothed one. */
const NEW_LATENCY = 0.2;
/** Figures of a device that goes on as it did are written so often; a change of its state at once. */
const FIGURES_EVERY_MS = 10_000;
const FORGOTTEN_AFTER_MS = 2 * HOUR_MS;
const MAX_HOURS_KEPT = 48;
const MAX_LOG_KEPT = 5_000;
/** Rows of a traced device's exchanges in a second. */
const EXCHANGES_A_SECOND = 10;

/** Keeps what polling finds out about devices until it is written. Everything in it is bounded. */
export class HealthBook implements PollObserver {
  readonly #companies = new Map<number, CompanyBook>();
  readonly #now: () => number;

  /** @param now epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  polled(device: PolledDevice, facts: PollFacts): void {
    const book = this.#bookOf(device.company_id);
    const record = this.#recordOf(book, device);
    record.dirty = true;
    record.reported_ms = facts.at_ms;
    if (wasAsked(facts)) record.last_try_ms = facts.at_ms;
    record.next_try_ms = facts.next_try_ms;
    if (facts.answered) record.last_contact_ms = facts.at_ms;
    countHour(record, facts);
    smoothLatency(record, facts);
    if (facts.bad_registers !== undefined) this.#noteBadRegisters(book, record, facts);
    if (facts.silence !== null)
      this.#turn(book, record, { to: 'silent', reason: facts.silence.reason, facts });
    else if (facts.answered) this.#turn(book, record, { to: 'answering', reason: null, facts });
  }

  configured(device: PolledDevice, variables: number): void {
    this.#log(device, 'configured', { variables });
  }

  textsRead(device: PolledDevice, texts: readonly ReadText[], failed: number): void {
    const book = this.#bookOf(device.company_id);
    const { device_id } = device;
    const read_ms = this.#now();
    for (const text of texts) book.texts.set(text.definition.id, { ...text, device_id, read_ms });
    this.#log(device, 'attributes', { read: texts.length, failed });
  }

  exchanged(device: PolledDevice, { sent, received, latency_ms, error }: Exchange): void {
    const { traces } = this.#bookOf(device.company_id);
    const second = Math.floor(this.#now() / 1000);
    const trace = traces.get(device.device_id) ?? { second, written: 0, left_out: 0 };
    traces.set(device.device_id, trace);
    if (trace.second !== second) trace.written = 0;
    trace.second = second;
    if (trace.written >= EXCHANGES_A_SECOND) {
      trace.left_out += 1;
      return;
    }
    trace.written += 1;
    this.#log(device, 'exchange', {
      request: hex(sent),
      answer: received === null ? null : hex(received),
      latency_ms: Math.round(latency_ms * 10) / 10,
      ...outcomeOf(error),
    });
  }

  /** Takes what is to be written now; the counts begin anew. */
  take(): HealthBatch[] {
    const now_ms = this.#now();
    const batches: HealthBatch[] = [];
    for (const [company_id, book] of this.#companies) {
      for (const [device_id, trace] of book.traces) leaveOutOfTrace(book, device_id, trace, now_ms);
      const devices = [...book.devices.values()].filter((record) => isDue(record, now_ms));
      if (devices.length + book.log.length + book.texts.size > 0) {
        const hours = devices.flatMap(({ device_id, hours: counted }) =>
          [...counted].map(([hour_ms, counts]) => ({ device_id, hour_ms, counts })),
        );
        const turned = devices.filter((record) => record.turned);
        const texts = [...book.texts.values()];
        batches.push({ company_id, devices, hours, log: book.log, texts, turned });
      }
      book.log = [];
      book.texts = new Map();
      for (const record of devices) noteTaken(record, now_ms);
      forgetOld(book, now_ms);
    }
    return batches;
  }

  /** Keeps for later what could not be written. */
  giveBack({ company_id, devices, hours, log, texts, turned }: HealthBatch): void {
    const book = this.#bookOf(company_id);
    for (const record of devices) {
      record.dirty = true;
      record.written_ms = Number.NEGATIVE_INFINITY;
    }
    for (const { device_id, hour_ms, counts } of hours) {
      const record = book.devices.get(device_id);
      if (record !== undefined) addCounts(hourOf(record, hour_ms), counts);
    }
    for (const record of turned) record.turned = true;
    book.log = [...log, ...book.log].slice(-MAX_LOG_KEPT);
    for (const text of texts)
      if (!book.texts.has(text.definition.id)) book.texts.set(text.definition.id, text);
  }

  #turn(
    book: CompanyBook,
    record: DeviceRecord,
    turn: { to: 'answering' | 'silent'; reason: SilenceReason | null; facts: PollFacts },
  ): void {
    const { to, reason, facts } = turn;
    record.reason = reason;
    if (record.state === to) return;
    const unless_state = record.state === 'unknown' ? to : null;
    record.state = to;
    record.since_ms = facts.at_ms;
    record.turned = true;
    record.written_ms = Number.NEGATIVE_INFINITY;
    const { device_id } = record;
    const kind = to === 'silent' ? 'silent' : 'answers';
    const detail = reason === null ? {} : { reason };
    addEntry(book, { device_id, at_ms: facts.at_ms, kind, detail, unless_state });
  }

  #noteBadRegisters(book: CompanyBook, record: DeviceRecord, facts: PollFacts): void {
    const { device_id, bad_registers: before } = record;
    const now = facts.bad_registers ?? [];
    const tell = (kind: LogKind, { next_try_at: _, exception, ...place }: BadRegister) => {
      const detail = kind === 'refused' ? { ...place, exception } : place;
      addEntry(book, { device_id, at_ms: facts.at_ms, kind, detail, unless_state: null });
    };
    const known = new Set(before.map(keyOf));
    const still = new Set(now.map(keyOf));
    for (const bad of now) if (!known.has(keyOf(bad))) tell('refused', bad);
    const answered = facts.renewed ? [] : before.filter((bad) => !still.has(keyOf(bad)));
    for (const bad of answered) tell('answered', bad);
    record.bad_registers = now;
  }

  #log({ company_id, device_id }: PolledDevice, kind: LogKind, detail: object): void {
    const entry = { device_id, at_ms: this.#now(), kind, detail, unless_state: null };
    addEntry(this.#bookOf(company_id), entry);
  }

  #bookOf(company_id: number): CompanyBook {
    const known = this.#companies.get(company_id);
    if (known !== undefined) return known;
    const made: CompanyBook = { devices: new Map(), log: [], texts: new Map(), traces: new Map() };
    this.#companies.set(company_id, made);
    return made;
  }

  #recordOf({ devices }: CompanyBook, { company_id, device_id, proj_code }: PolledDevice): DeviceRecord {
    const known = devices.get(device_id);
    if (known !== undefined) return known;
    const made: DeviceRecord = {
      company_id,
      device_id,
      proj_code,
      state: 'unknown',
      reason: null,
      since_ms: this.#now(),
      reported_ms: this.#now(),
      last_try_ms: this.#now(),
      last_contact_ms: null,
      next_try_ms: this.#now(),
      latency_ms: null,
      bad_registers: [],
      hours: new Map(),
      turned: false,
      dirty: true,
      written_ms: Number.NEGATIVE_INFINITY,
    };
    devices.set(device_id, made);
    return made;
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const keyOf = ({ function_code, address, quantity }: BadRegister): string =>
  `${function_code}:${address}:${quantity}`;

function outcomeOf(error: Error | null): object {
  if (error === null) return { outcome: 'good' };
  if (error instanceof ModbusException) return { outcome: 'exception', exception: error.code };
  return { outcome: reasonOf(error).code };
}

function addEntry(book: CompanyBook, entry: LogEntry): void {
  book.log.push(entry);
  if (book.log.length > MAX_LOG_KEPT) book.log.splice(0, MAX_LOG_KEPT / 10);
}

function leaveOutOfTrace(
  book: CompanyBook,
  device_id: number,
  trace: { second: number; left_out: number },
  now_ms: number,
): void {
  if (trace.left_out > 0) {
    const detail = { count: trace.left_out };
    addEntry(book, { device_id, at_ms: now_ms, kind: 'exchanges_left_out', detail, unless_state: null });
  }
  trace.left_out = 0;
  if (Math.abs(now_ms / 1000 - trace.second) > 60) book.traces.delete(device_id);
}

const isDue = (record: DeviceRecord, now_ms: number): boolean =>
  record.dirty && Math.abs(now_ms - record.written_ms) >= FIGURES_EVERY_MS;

function noteTaken(record: DeviceRecord, now_ms: number): void {
  record.hours = new Map();
  record.turned = false;
  record.dirty = false;
  record.written_ms = now_ms;
}

function forgetOld(book: CompanyBook, now_ms: number): void {
  for (const [device_id, record] of book.devices)
    if (!record.dirty && Math.abs(now_ms - record.reported_ms) > FORGOTTEN_AFTER_MS)
      book.devices.delete(device_id);
}

function hourOf({ hours }: DeviceRecord, hour_ms: number): HourCounts {
  const known = hours.get(hour_ms);
  if (known !== undefined) return known;
  const made: HourCounts = {
    polls: 0,
    answered: 0,
    requests: 0,
    failed: 0,
    latency_sum_ms: 0,
    latency_max_ms: 0,
    bytes_in: 0,
    bytes_out: 0,
  };
  hours.set(hour_ms, made);
  const [oldest] = hours.keys();
  if (hours.size > MAX_HOURS_KEPT && oldest !== undefined) hours.delete(oldest);
  return made;
}

/** A poll that found nothing to ask is none. */
const wasAsked = ({ answered, silence }: PollFacts): boolean => answered || silence !== null;

function countHour(record: DeviceRecord, facts: PollFacts): void {
  const { at_ms, answered, tally } = facts;
  const polled = { ...tally, polls: wasAsked(facts) ? 1 : 0, answered: answered ? 1 : 0 };
  addCounts(hourOf(record, Math.floor(at_ms / HOUR_MS) * HOUR_MS), polled);
}

function addCounts(to: HourCounts, more: HourCounts): void {
  to.polls += more.polls;
  to.answered += more.answered;
  to.requests += more.requests;
  to.failed += more.failed;
  to.latency_sum_ms += more.latency_sum_ms;
  to.latency_max_ms = Math.max(to.latency_max_ms, more.latency_max_ms);
  to.bytes_in += more.bytes_in;
  to.bytes_out += more.bytes_out;
}

function smoothLatency(record: DeviceRecord, { tally }: PollFacts): void {
  const answers = tally.requests - tally.failed;
  if (answers === 0) return;
  const latest = tally.latency_sum_ms / answers;
  const before = record.latency_ms ?? latest;
  record.latency_ms = before + NEW_LATENCY * (latest - before);
}
