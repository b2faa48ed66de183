import { isDeepStrictEqual } from 'node:util';
import type { SilenceReason } from '../features/cloudcontrol/device-log.model.ts';
import { type Clock, Naps, systemClock } from './clock.ts';
import { DevicePolling, pollsAlike } from './device-polling.ts';
import { pollTexts, readDueTexts, type TextParts } from './device-texts.ts';
import { chooseNext, chooseUrgent, hurrySilent, isFree } from './device-turns.ts';
import { PortAccess } from './field-tasks/port-access.ts';
import { FieldLine } from './lighting/field-line.ts';
import { ModbusLinkError } from './modbus/errors.ts';
import type { Exchange } from './modbus/link.ts';
import type { PolledDevice, PortStatus } from './poll-observer.ts';
import type { DeviceConfiguration, PortConfiguration } from './port-configuration.ts';
import { createPortLink, type PollLink, type PortPollerParts } from './port-link.ts';
import { failedReadings, type PollResult, probe, readBlocks, type SlotReading } from './read-blocks.ts';
import { readingRow } from './reading-row.ts';
import { type Silence, silenceOf } from './silence.ts';

export type PortConnection = Pick<
  PortConfiguration,
  'company_id' | 'port_id' | 'host' | 'port' | 'serial'
> & {
  /** Null over a serial line. */
  readonly address: string | null;
};

/** So that a clock that was set is noticed soon. */
const MAX_SLEEP_MS = 30_000;
/** So long a device is asked at its own pace whose silence keeps nobody waiting. */
const GRACE_MS = 10 * 60_000;
/** A device that has had the line for so long lets others in between its requests. */
const TURN_MS = 200;
/** Unanswered requests in a row after which a device is given up for this poll. */
const PATIENCE = { unsure: 1, usual: 2, heard: 4 };
const REPLACED = silenceOf(new ModbusLinkError('closed', 'the configuration was changed'));

/**
 * Polls the devices behind one port over one connection, at most `window` at a time, each by one request at a time.
 * Devices that answer come first, whoever is due longest; what is read slowly comes between their polls, silent devices
 * after everybody else. A reading is stamped with the whole multiple of the interval for which it was polled. A device
 * that does not answer keeps its pace for ten minutes where the time for asking it is nobody else's, so that it is back
 * within one interval; then, and where others have to wait for it, it backs off by itself.
 */
export class PortPoller {
  readonly #parts: PortPollerParts;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #naps: Naps;
  readonly #access: PortAccess;
  /** Lighting's way over the port's own connection, between the requests of the polls. */
  readonly line: FieldLine;
  #running: Promise<unknown> = Promise.resolve();
  #configuration: PortConfiguration;
  #link: PollLink;
  #devices: DevicePolling[] = [];
  #way_reason: SilenceReason | null = null;
  /** Was the last one asked a silent one? */
  #probed = false;
  /** Silent devices that are being asked now. */
  #probing = 0;
  #closed = false;

  constructor(configuration: PortConfiguration, parts: PortPollerParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    this.#naps = new Naps(this.#clock);
    this.#random = parts.random ?? Math.random;
    this.#configuration = configuration;
    this.#link = this.#createLink();
    this.#access = this.#createAccess();
    this.line = new FieldLine({ link: () => this.#link, heard: (unit) => this.#heard(unit) });
    this.#devices = configuration.devices.map((device) => this.#createDevice(device, undefined));
    if (parts.at_once) for (const { pace } of this.#devices) pace.beginNow(this.#clock.now());
    this.#start();
  }

  /** Takes over a changed configuration. Devices that it does not touch keep their pace and what is known of them. */
  configure(configuration: PortConfiguration): void {
    const { devices: _, ...way } = configuration;
    const { devices: __, ...old_way } = this.#configuration;
    const moved = !isDeepStrictEqual(way, old_way);
    const known = new Map(this.#devices.map((device) => [device.configuration.device_id, device]));
    this.#configuration = configuration;
    this.#devices = configuration.devices.map((next) => this.#keepOrReplace(next, known, moved));
    const kept = new Set(this.#devices);
    for (const device of known.values()) device.gone = !kept.has(device);
    if (moved) this.#connectAnew();
    this.#naps.wake();
  }

  status(): PortStatus {
    const now_ms = this.#clock.now();
    return { ...this.way(), devices: this.#devices.map((device) => device.status(now_ms)) };
  }

  /** Where it leads. */
  get leads(): { readonly host: string; readonly port: number } {
    return this.#configuration;
  }

  /** How the port itself is. */
  way(): Omit<PortStatus, 'devices'> {
    const { company_id, port_id } = this.#configuration;
    return { company_id, port_id, connected: this.#link.connected, reason: this.#way_reason };
  }

  /** Where its open connection leads; undefined without one. */
  get connection(): PortConnection | undefined {
    if (!this.#link.connected) return undefined;
    const { company_id, port_id, host, port, serial } = this.#configuration;
    return { company_id, port_id, host, port, address: this.#link.address ?? null, serial };
  }

  /** Connects anew, and is judged anew: what was connected to is its company's no more. */
  disconnect(): void {
    this.#connectAnew();
    this.#naps.wake();
  }

  /** The name of one of its devices, for whoever only has its id. */
  nameOf(device_id: number): PolledDevice | undefined {
    const device = this.#devices.find(({ configuration }) => configuration.device_id === device_id);
    return device && this.#nameOf(device);
  }

  /**
   * Does what a person asks over the port's own connection, in turn with the polls.
   * @throws PortGone once the port is not polled here any more, and what the work throws
   */
  ask: PortAccess['ask'] = (work, options) => this.#access.ask(work, options);

  /** Stops polling and closes the connection; a poll under way is given up and stores nothing. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const device of this.#devices) device.gone = true;
    this.#devices = [];
    this.#access.close();
    this.line.close();
    this.#link.close();
    this.#naps.wake();
    await this.#running;
  }

  // Lanes end with their connection.
  #connectAnew(): void {
    this.#link.close();
    this.#link = this.#createLink();
    this.#start();
  }

  #createLink(): PollLink {
    return createPortLink(this.#configuration, this.#parts, () =>
      this.#devices.map(({ pace }) => pace.interval_ms),
    );
  }

  #createAccess(): PortAccess {
    return new PortAccess({
      clock: this.#clock,
      link: () => this.#link,
      free: () => isFree(this.#devices, this.#clock.now()),
      hurriedTimeoutMs: (unit) => {
        const device = this.#devices.find(({ configuration }) => configuration.unit_id === unit);
        return (device ?? this.#devices[0])?.hurriedTimeoutMs(this.#configuration.timeout_ms);
      },
      heard: (unit) => this.#heard(unit),
    });
  }

  #heard(unit: number): void {
    if (hurrySilent(this.#devices, unit, this.#clock.now())) this.#naps.wake();
  }

  #keepOrReplace(
    next: DeviceConfiguration,
    known: ReadonlyMap<number, DevicePolling>,
    moved: boolean,
  ): DevicePolling {
    const old = known.get(next.device_id);
    if (old === undefined || moved || !pollsAlike(old.configuration, next)) {
      const made = this.#createDevice(next, moved ? undefined : old, old);
      if (old === undefined) made.pace.beginNow(this.#clock.now());
      this.#parts.observer.configured?.(this.#nameOf(made), next.variables.length);
      return made;
    }
    old.configuration = next;
    return old;
  }

  #createDevice(
    configuration: DeviceConfiguration,
    old: DevicePolling | undefined,
    paced = old,
  ): DevicePolling {
    return new DevicePolling(configuration, {
      now_ms: this.#clock.now(),
      random: this.#random,
      old,
      paced,
    });
  }

  #start(): void {
    const link = this.#link;
    const lanes = Array.from({ length: this.#configuration.window }, () => this.#lane(link));
    this.#running = Promise.all([this.#running, ...lanes]);
  }

  async #lane(link: PollLink): Promise<void> {
    while (!this.#closed && link === this.#link) {
      const now_ms = this.#clock.now();
      const { window, timeout_ms } = this.#configuration;
      const limits = { timeout_ms, alone: window - this.#probing <= 1, probed: this.#probed };
      const next = chooseNext(this.#devices, now_ms, limits);
      if (next.device === null) await this.#naps.sleep(Math.min(next.wait_ms, MAX_SLEEP_MS));
      else if (next.besides) await this.#readBesides(next.device);
      else await this.#poll(next.device, next.forced);
      this.#access.settle();
    }
  }

  /** Polls devices that are due and not known to be silent. @param own may be asked too, though it is being read */
  async #letOthersIn(own?: DevicePolling): Promise<void> {
    for (;;) {
      const device = chooseUrgent(this.#devices, this.#clock.now(), own);
      if (device === undefined) return;
      await this.#poll(device);
    }
  }

  /** @param forced others wait for it */
  async #poll(device: DevicePolling, forced = false): Promise<void> {
    const { pace } = device;
    const began_ms = this.#clock.now();
    const ts = pace.instantMs(began_ms);
    if (device.hasPolled(ts)) return pace.keepPace(began_ms);
    if (!device.wants(ts, began_ms)) return this.#pass(device, began_ms);
    const silent = device.state === 'silent';
    this.#probed = silent;
    device.polling = true;
    if (silent) this.#probing += 1;
    const result = await this.#ask(device, { began_ms, forced }).catch((error: unknown) =>
      this.#fault(device, error),
    );
    if (silent) this.#probing -= 1;
    device.polling = false;
    // The configuration changed meanwhile: the device is still due, and is asked by the new one.
    if (device.gone) return;
    if (result === null) return pace.backOff(this.#clock.now());
    device.notePolled(ts);
    this.#keep(device, ts, result.readings);
    this.#note(device, ts, { ...result, forced });
  }

  /** There is nothing to ask it for now; whoever looks at its health still sees that it is looked after. */
  #pass(device: DevicePolling, now_ms: number): void {
    device.pace.keepPace(now_ms);
    this.#tell(device, { answered: false, silence: null, now_ms });
  }

  async #ask(
    device: DevicePolling,
    { began_ms, forced }: { began_ms: number; forced: boolean },
  ): Promise<PollResult> {
    if (device.asks === 'texts')
      return pollTexts(
        device,
        this.#textParts(device, () => this.#letOthersIn().then(() => null)),
      );
    const { primary, configuration } = device;
    const watch = this.#watch(device);
    if (device.state === 'silent') {
      const { memory } = primary;
      const timeout_ms = forced ? device.hurriedTimeoutMs(this.#configuration.timeout_ms) : undefined;
      const options = { memory, watch, timeout_ms };
      const silence = await probe(this.#link, configuration.unit_id, primary.plan, options);
      if (silence !== null)
        return { readings: failedReadings(primary.plan, silence), answered: false, silence, requests: 1 };
    }
    const between = async () => {
      if (this.#clock.now() - began_ms > TURN_MS) await this.#letOthersIn();
      return device.gone ? REPLACED : null;
    };
    const { memory, retry } = primary;
    const heard = device.state === 'silent' && primary.plan.spans.length > 0;
    const unsure = device.state === 'unknown' && this.#devices.length > 1;
    const patience = heard ? PATIENCE.heard : unsure ? PATIENCE.unsure : PATIENCE.usual;
    return readBlocks(this.#link, configuration.unit_id, primary.plan, {
      memory,
      retry,
      patience,
      heard,
      between,
      watch,
    });
  }

  #fault(device: DevicePolling, error: unknown): null {
    this.#parts.observer.failed?.(this.#nameOf(device), error);
    return null;
  }

  #watch(device: DevicePolling): (exchange: Exchange) => void {
    return (exchange) => {
      device.count(exchange);
      const { trace_until_ms } = device.configuration;
      if (trace_until_ms === null || this.#clock.now() >= trace_until_ms) return;
      this.#parts.observer.exchanged?.(this.#nameOf(device), exchange);
    };
  }

  #keep(device: DevicePolling, ts: number, readings: readonly SlotReading[]): void {
    if (readings.length === 0) return;
    this.#parts.sink.add(this.#configuration.company_id, readingRow(device.configuration, ts, readings));
    let refused = 0;
    for (const reading of readings)
      if (reading.quality === 'failed' && reading.reason === 'too_large') refused += 1;
    if (refused > 0) this.#parts.observer.refused?.(this.#nameOf(device), refused);
  }

  #note(device: DevicePolling, ts: number, result: PollResult & { forced: boolean }): void {
    const { answered, silence, forced } = result;
    const now_ms = this.#clock.now();
    const before = device.state;
    if (silence !== null) this.#noteSilence(device, silence, { now_ms, forced });
    else {
      device.pace.keepPace(now_ms);
      if (answered) this.#noteAnswer(device, ts, now_ms);
    }
    this.#tell(device, { answered, silence, now_ms });
    const { observer } = this.#parts;
    if (silence !== null && before !== 'silent') observer.silent?.(this.#nameOf(device), silence);
    if (answered && before !== 'answering') observer.answered?.(this.#nameOf(device));
  }

  #noteSilence(
    device: DevicePolling,
    silence: Silence,
    { now_ms, forced }: { now_ms: number; forced: boolean },
  ): void {
    if (device.state !== 'silent') device.silent_since_ms = now_ms;
    device.state = 'silent';
    device.silence = silence;
    if (!silence.reached) this.#way_reason = silence.reason;
    if (!forced && now_ms - device.silent_since_ms < GRACE_MS) device.pace.keepPace(now_ms);
    else device.pace.backOff(now_ms);
  }

  #noteAnswer(device: DevicePolling, ts: number, now_ms: number): void {
    const before = device.state;
    device.state = 'answering';
    device.silence = null;
    this.#way_reason = null;
    device.noteAnswered(ts, before !== 'answering');
    // What silenced one may have silenced all of them: a bus without power comes back as a whole.
    if (before !== 'silent') return;
    for (const { state, pace } of this.#devices) if (state === 'silent') pace.hurry(now_ms);
  }

  #tell(
    device: DevicePolling,
    { answered, silence, now_ms }: { answered: boolean; silence: Silence | null; now_ms: number },
  ): void {
    const { observer } = this.#parts;
    if (observer.polled === undefined) return;
    const bad = device.takeBadRegisters(now_ms);
    observer.polled(this.#nameOf(device), {
      at_ms: now_ms,
      next_try_ms: device.pace.dueMs(now_ms),
      answered,
      silence,
      tally: device.takeTally(),
      bad_registers: bad?.list,
      renewed: bad?.anew ?? false,
    });
  }

  async #readBesides(device: DevicePolling): Promise<void> {
    const due = device.dueBesides(this.#clock.now());
    if (due === undefined) return;
    device.reading = true;
    try {
      if (due.kind === 'texts')
        await readDueTexts(
          device,
          this.#textParts(device, () => this.#between(device)),
        );
      else await this.#readPart(device, due);
    } catch (error) {
      this.#fault(device, error);
      device.postponeBesides(this.#clock.now());
    } finally {
      device.reading = false;
    }
  }

  async #readPart(
    device: DevicePolling,
    due: Extract<ReturnType<DevicePolling['dueBesides']>, { part: unknown }>,
  ): Promise<void> {
    const { kind, part, ts } = due;
    const { plan, memory, retry } = part;
    const { answered, readings } = await readBlocks(this.#link, device.configuration.unit_id, plan, {
      memory,
      retry,
      watch: this.#watch(device),
      between: () => this.#between(device),
    });
    if (device.gone) return;
    const now_ms = this.#clock.now();
    if (kind === 'slow') device.noteSlow(now_ms);
    else device.noteDaily(ts, { answered, now_ms });
    this.#keep(device, ts, readings);
  }

  /** Lets everybody's polls go first, its own too. @returns why the rest need not be asked */
  async #between(device: DevicePolling): Promise<Silence | null> {
    await this.#letOthersIn(device);
    if (device.gone) return REPLACED;
    return device.state === 'silent' ? device.silence : null;
  }

  #textParts(device: DevicePolling, between: TextParts['between']): TextParts {
    return {
      link: this.#link,
      now: () => this.#clock.now(),
      watch: this.#watch(device),
      between,
      reported: (texts, failed) => this.#parts.observer.textsRead?.(this.#nameOf(device), texts, failed),
    };
  }

  #nameOf({ configuration }: DevicePolling): PolledDevice {
    const { company_id, port_id } = this.#configuration;
    const { device_id, short_name, proj_code } = configuration;
    return { company_id, port_id, device_id, short_name, proj_code };
  }
}
