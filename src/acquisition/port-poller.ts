import { isDeepStrictEqual } from 'node:util';
import type { ReadingRow } from '../features/measurements/readings.model.ts';
import { type Clock, systemClock } from './clock.ts';
import type { AllowAddress } from './modbus/connect.ts';
import { ModbusLink, type ModbusLinkOptions } from './modbus/link.ts';
import { makePlan, type ReadPlan } from './plan.ts';
import { PollSchedule } from './poll-schedule.ts';
import type { DeviceConfiguration, PortConfiguration } from './port-configuration.ts';
import { type PollResult, type RegisterReader, readBlocks } from './read-blocks.ts';
import { readingRow } from './reading-row.ts';
import { createRegisterMemory, type RegisterMemory } from './register-memory.ts';

/** Takes what was polled. */
export type RowSink = { add(company_id: number, row: ReadingRow): void };

export type PolledDevice = {
  readonly company_id: number;
  readonly port_id: number;
  readonly device_id: number;
  readonly short_name: string;
};

/** Told when a device begins or ceases to answer, once each. */
export type PollObserver = {
  answered(device: PolledDevice): void;
  silent(device: PolledDevice, reason: string): void;
  /** A defect of ours while polling; the device is left alone for a while. */
  failed(device: PolledDevice, error: unknown): void;
};

export type PollLink = RegisterReader & { readonly connected: boolean; close(): void };

export type PortPollerParts = {
  readonly sink: RowSink;
  readonly observer: PollObserver;
  readonly guard: AllowAddress;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly createLink?: (options: ModbusLinkOptions) => PollLink;
};

export type DeviceState = 'unknown' | 'answering' | 'silent';

export type PortStatus = {
  readonly company_id: number;
  readonly port_id: number;
  readonly connected: boolean;
  readonly devices: readonly {
    readonly device_id: number;
    readonly short_name: string;
    readonly state: DeviceState;
    /** Why it is silent. */
    readonly reason: string | null;
    /** Epoch milliseconds of its next poll. */
    readonly due_ms: number;
  }[];
};

type Device = {
  readonly configuration: DeviceConfiguration;
  readonly plan: ReadPlan;
  readonly memory: RegisterMemory;
  readonly schedule: PollSchedule;
  state: DeviceState;
  reason: string | null;
};

/** So that a clock that was set is noticed soon. */
const LONGEST_SLEEP_MS = 30_000;

/**
 * Polls the devices behind one port, one after the other over one connection, whoever is due longest first. A reading
 * is stamped with the whole multiple of the interval for which it was polled. A device that does not answer backs off
 * by itself; while the port cannot be reached every device keeps its pace, because asking costs its neighbours nothing.
 */
export class PortPoller {
  readonly #parts: PortPollerParts;
  readonly #clock: Clock;
  readonly #running: Promise<void>;
  #configuration: PortConfiguration;
  #link: PollLink;
  #devices: Device[] = [];
  #nap = new AbortController();
  #closed = false;

  constructor(configuration: PortConfiguration, parts: PortPollerParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    this.#configuration = configuration;
    this.#link = this.#createLink();
    this.#devices = configuration.devices.map((device) => this.#createDevice(device, undefined));
    this.#running = this.#run();
  }

  /** Takes over a changed configuration. Devices that it does not touch keep their pace and what is known of them. */
  configure(configuration: PortConfiguration): void {
    const { devices: _, ...way } = configuration;
    const { devices: __, ...old_way } = this.#configuration;
    const moved = !isDeepStrictEqual(way, old_way);
    const known = new Map(this.#devices.map((device) => [device.configuration.device_id, device]));
    this.#configuration = configuration;
    if (moved) {
      this.#link.close();
      this.#link = this.#createLink();
    }
    this.#devices = configuration.devices.map((next) => {
      const old = known.get(next.device_id);
      if (old !== undefined && !moved && isDeepStrictEqual(old.configuration, next)) return old;
      return this.#createDevice(next, old);
    });
    this.#nap.abort();
  }

  status(): PortStatus {
    const { company_id, port_id } = this.#configuration;
    const now_ms = this.#clock.now();
    const devices = this.#devices.map(({ configuration, schedule, state, reason }) => ({
      device_id: configuration.device_id,
      short_name: configuration.short_name,
      state,
      reason,
      due_ms: schedule.dueMs(now_ms),
    }));
    return { company_id, port_id, connected: this.#link.connected, devices };
  }

  /** Stops polling and closes the connection; a poll under way is given up and stores nothing. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#devices = [];
    this.#link.close();
    this.#nap.abort();
    await this.#running;
  }

  #createLink(): PollLink {
    const { host, port, framer, timeout_ms } = this.#configuration;
    const create = this.#parts.createLink ?? ((options: ModbusLinkOptions) => new ModbusLink(options));
    return create({ host, port, framer, timeout_ms, allow: this.#parts.guard });
  }

  #createDevice(configuration: DeviceConfiguration, old: Device | undefined): Device {
    const now_ms = this.#clock.now();
    const interval_ms = configuration.interval_s * 1000;
    const kept = old?.schedule.interval_ms === interval_ms ? old.schedule : undefined;
    kept?.restart(now_ms);
    const schedule = kept ?? new PollSchedule(interval_ms, now_ms, this.#parts.random ?? Math.random);
    const plan = makePlan(configuration.variables);
    return { configuration, plan, memory: createRegisterMemory(), schedule, state: 'unknown', reason: null };
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      const device = this.#earliest();
      const now_ms = this.#clock.now();
      const wait_ms = device === undefined ? LONGEST_SLEEP_MS : device.schedule.dueMs(now_ms) - now_ms;
      if (device !== undefined && wait_ms <= 0) await this.#poll(device);
      else await this.#sleep(Math.min(wait_ms, LONGEST_SLEEP_MS));
    }
  }

  async #sleep(ms: number): Promise<void> {
    this.#nap = new AbortController();
    await this.#clock.sleep(ms, this.#nap.signal);
  }

  #earliest(): Device | undefined {
    const now_ms = this.#clock.now();
    let earliest: Device | undefined;
    for (const device of this.#devices) {
      if (device.configuration.variables.length === 0) continue;
      if (earliest === undefined || device.schedule.dueMs(now_ms) < earliest.schedule.dueMs(now_ms))
        earliest = device;
    }
    return earliest;
  }

  async #poll(device: Device): Promise<void> {
    const { configuration, plan, memory, schedule } = device;
    const link = this.#link;
    const ts = schedule.instantMs(this.#clock.now());
    const result = await readBlocks(link, configuration.unit_id, plan, { memory }).catch((error: unknown) => {
      this.#parts.observer.failed(this.#nameOf(device), error);
      return null;
    });
    // The configuration changed meanwhile: the device is still due, and is asked by the new one.
    if (link !== this.#link || !this.#devices.includes(device)) return;
    if (result === null) return schedule.backOff(this.#clock.now());
    this.#parts.sink.add(this.#configuration.company_id, readingRow(configuration, ts, result.readings));
    this.#note(device, result);
  }

  #note(device: Device, { answered, silence }: PollResult): void {
    const now_ms = this.#clock.now();
    if (silence?.reached) device.schedule.backOff(now_ms);
    else device.schedule.keepPace(now_ms);
    const before = device.state;
    if (silence !== null) {
      device.state = 'silent';
      device.reason = silence.message;
      if (before !== 'silent') this.#parts.observer.silent(this.#nameOf(device), silence.message);
    } else if (answered) {
      device.state = 'answering';
      device.reason = null;
      if (before !== 'answering') this.#parts.observer.answered(this.#nameOf(device));
      if (before === 'silent') this.#hurryOthers(now_ms);
    }
  }

  // What silenced one may have silenced all of them: a bus without power comes back as a whole.
  #hurryOthers(now_ms: number): void {
    for (const { state, schedule } of this.#devices) if (state === 'silent') schedule.hurry(now_ms);
  }

  #nameOf({ configuration }: Device): PolledDevice {
    const { company_id, port_id } = this.#configuration;
    const { device_id, short_name } = configuration;
    return { company_id, port_id, device_id, short_name };
  }
}
