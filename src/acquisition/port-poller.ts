import { isDeepStrictEqual } from 'node:util';
import { askDevice } from './ask-device.ts';
import { type Clock, Naps, systemClock } from './clock.ts';
import { DevicePolling, pollsAlike } from './device-polling.ts';
import { readDueTexts, type TextParts } from './device-texts.ts';
import { chooseNext, chooseUrgent, hurrySilent, isFree, type Turn } from './device-turns.ts';
import { PortAccess } from './field-tasks/port-access.ts';
import { FieldLine } from './lighting/field-line.ts';
import { LineLoad } from './line-load.ts';
import { LineShare } from './line-share.ts';
import { ModbusLinkError } from './modbus/errors.ts';
import type { PolledDevice, PortStatus } from './poll-observer.ts';
import { PollOutcomes } from './poll-outcomes.ts';
import type { DeviceConfiguration, PortConfiguration } from './port-configuration.ts';
import { createPortLink, type PollLink, type PortPollerParts } from './port-link.ts';
import { type PollResult, readBlocks } from './read-blocks.ts';
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
/** A device that has had the line for so long lets others in between its requests. */
const TURN_MS = 200;
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
  readonly #outcomes: PollOutcomes;
  readonly #load = new LineLoad();
  /** Was the last one asked a silent one? */
  #probed = false;
  /** Silent devices that are being asked now. */
  #probing = 0;
  /** When the line was last free for silent devices and what is read besides the polls; which of both had it. */
  #free_ms: number;
  #late_was_silent = false;
  #closed = false;

  constructor(configuration: PortConfiguration, parts: PortPollerParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    this.#naps = new Naps(this.#clock);
    this.#free_ms = this.#clock.now();
    this.#random = parts.random ?? Math.random;
    this.#outcomes = new PollOutcomes({
      ...parts,
      clock: this.#clock,
      port: () => this.#configuration,
      devices: () => this.#devices,
    });
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
    const reason = this.#outcomes.way_reason ?? this.#load.reason;
    return { company_id, port_id, connected: this.#link.connected, reason };
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
    return device && this.#outcomes.nameOf(device);
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
      this.#parts.observer.configured?.(this.#outcomes.nameOf(made), next.variables.length);
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
      const next = chooseNext(this.#devices, now_ms, {
        timeout_ms,
        alone: window - this.#probing <= 1,
        probed: this.#probed,
        busy_ms: now_ms - this.#free_ms,
        late_was_silent: this.#late_was_silent,
      });
      this.#noteTurn(next, now_ms);
      if (next.device === null) await this.#naps.sleep(Math.min(next.wait_ms, MAX_SLEEP_MS));
      else if (next.besides) await this.#readBesides(next.device);
      else await this.#poll(next.device, { forced: next.forced });
      this.#access.settle();
    }
  }

  /** Whoever comes last had a turn, or nobody was due. */
  #noteTurn({ device, ...turn }: Turn, now_ms: number): void {
    const silent = device?.state === 'silent';
    if (device !== null && !silent && !('besides' in turn && turn.besides)) return;
    this.#free_ms = now_ms;
    if (device !== null) this.#late_was_silent = silent;
  }

  /** Polls devices that are due and not known to be silent. @param own may be asked too, though it is being read */
  async #letOthersIn(share: LineShare, own?: DevicePolling): Promise<void> {
    const now = () => this.#clock.now();
    await share.handOver(now, async () => {
      for (;;) {
        const admits = (device: DevicePolling) => share.admits(device, now());
        const device = chooseUrgent(this.#devices, now(), { own, admits });
        if (device === undefined) return;
        share.admit(device);
        await this.#poll(device, { share });
      }
    });
  }

  /** @param how.forced others wait for it  @param how.share of whoever lets it in */
  async #poll(device: DevicePolling, how: { forced?: boolean; share?: LineShare } = {}): Promise<void> {
    const { pace } = device;
    const began_ms = this.#clock.now();
    const { forced = false, share = new LineShare(began_ms) } = how;
    const ts = pace.instantMs(began_ms);
    if (device.hasPolled(ts)) return pace.keepPace(began_ms);
    if (!device.wants(ts, began_ms)) return this.#outcomes.pass(device, began_ms);
    const silent = device.state === 'silent';
    this.#probed = silent;
    device.polling = true;
    if (silent) this.#probing += 1;
    const result = await this.#ask(device, { began_ms, forced, share }).catch((error: unknown) =>
      this.#outcomes.fault(device, error),
    );
    if (silent) this.#probing -= 1;
    device.polling = false;
    // The configuration changed meanwhile: the device is still due, and is asked by the new one.
    if (device.gone) return;
    if (result === null) return pace.backOff(this.#clock.now());
    device.notePolled(ts);
    this.#outcomes.keep(device, ts, result.readings);
    this.#outcomes.note(device, ts, { ...result, forced });
    this.#load.measure(this.#devices, this.#configuration.window);
  }

  async #ask(
    device: DevicePolling,
    { began_ms, forced, share }: { began_ms: number; forced: boolean; share: LineShare },
  ): Promise<PollResult> {
    let others_ms = 0;
    const between = async () => {
      const from_ms = this.#clock.now();
      if (from_ms - began_ms > TURN_MS) await this.#letOthersIn(share);
      others_ms += this.#clock.now() - from_ms;
      return device.gone ? REPLACED : null;
    };
    const { timeout_ms } = this.#configuration;
    const alone = this.#devices.length <= 1;
    const result = await askDevice(device, {
      ...this.#textParts(device, between),
      timeout_ms,
      forced,
      alone,
    });
    if (result.answered) device.noteLineTime(this.#clock.now() - began_ms - others_ms);
    return result;
  }

  async #readBesides(device: DevicePolling): Promise<void> {
    const due = device.dueBesides(this.#clock.now());
    if (due === undefined) return;
    device.reading = true;
    const share = new LineShare(this.#clock.now());
    try {
      if (due.kind === 'texts')
        await readDueTexts(
          device,
          this.#textParts(device, () => this.#between(device, share)),
        );
      else await this.#readPart(device, due, share);
    } catch (error) {
      this.#outcomes.fault(device, error);
      device.postponeBesides(this.#clock.now());
    } finally {
      device.reading = false;
    }
  }

  async #readPart(
    device: DevicePolling,
    due: Extract<ReturnType<DevicePolling['dueBesides']>, { part: unknown }>,
    share: LineShare,
  ): Promise<void> {
    const { kind, part, ts } = due;
    const { plan, memory, retry } = part;
    const { answered, readings } = await readBlocks(this.#link, device.configuration.unit_id, plan, {
      memory,
      retry,
      watch: this.#outcomes.watch(device),
      between: () => this.#between(device, share),
    });
    if (device.gone) return;
    const now_ms = this.#clock.now();
    if (kind === 'slow') device.noteSlow(now_ms);
    else device.noteDaily(ts, { answered, now_ms });
    this.#outcomes.keep(device, ts, readings);
  }

  /** Lets everybody's polls go first, its own too. @returns why the rest need not be asked */
  async #between(device: DevicePolling, share: LineShare): Promise<Silence | null> {
    await this.#letOthersIn(share, device);
    if (device.gone) return REPLACED;
    return device.state === 'silent' ? device.silence : null;
  }

  #textParts(device: DevicePolling, between: TextParts['between']): TextParts {
    return {
      link: this.#link,
      now: () => this.#clock.now(),
      watch: this.#outcomes.watch(device),
      between,
      reported: (texts, failed) =>
        this.#parts.observer.textsRead?.(this.#outcomes.nameOf(device), texts, failed),
    };
  }
}
