import type { SilenceReason } from '../features/cloudcontrol/device-log.model.ts';
import type { Clock } from './clock.ts';
import type { DevicePolling } from './device-polling.ts';
import type { Exchange } from './modbus/link.ts';
import type { PolledDevice, PollObserver, RowSink } from './poll-observer.ts';
import type { PortConfiguration } from './port-configuration.ts';
import type { PollResult, SlotReading } from './read-blocks.ts';
import { readingRow } from './reading-row.ts';
import type { Silence } from './silence.ts';

/** So long a device is asked at its own pace whose silence keeps nobody waiting. */
const GRACE_MS = 10 * 60_000;

export type PollOutcomesParts = {
  readonly sink: RowSink;
  readonly observer: PollObserver;
  readonly clock: Clock;
  /** The port and its devices as they are now. */
  readonly port: () => PortConfiguration;
  readonly devices: () => readonly DevicePolling[];
};

/** What comes of the polls behind a port: readings go to the sink, devices change their state and pace, observers are told. */
export class PollOutcomes {
  readonly #parts: PollOutcomesParts;
  /** Why the field cannot be reached by the port. */
  way_reason: SilenceReason | null = null;

  constructor(parts: PollOutcomesParts) {
    this.#parts = parts;
  }

  nameOf({ configuration }: DevicePolling): PolledDevice {
    const { company_id, port_id } = this.#parts.port();
    const { device_id, short_name, proj_code } = configuration;
    return { company_id, port_id, device_id, short_name, proj_code };
  }

  /** There is nothing to ask a device for now; whoever looks at its health still sees that it is looked after. */
  pass(device: DevicePolling, now_ms: number): void {
    device.pace.keepPace(now_ms);
    this.#tell(device, { answered: false, silence: null, now_ms });
  }

  /** A defect of ours. */
  fault(device: DevicePolling, error: unknown): null {
    this.#parts.observer.failed?.(this.nameOf(device), error);
    return null;
  }

  /** Counts a device's exchanges and tells them while it is traced. */
  watch(device: DevicePolling): (exchange: Exchange) => void {
    return (exchange) => {
      device.count(exchange);
      const { trace_until_ms } = device.configuration;
      if (trace_until_ms === null || this.#parts.clock.now() >= trace_until_ms) return;
      this.#parts.observer.exchanged?.(this.nameOf(device), exchange);
    };
  }

  keep(device: DevicePolling, ts: number, readings: readonly SlotReading[]): void {
    if (readings.length === 0) return;
    const { sink, observer, port } = this.#parts;
    sink.add(port().company_id, readingRow(device.configuration, ts, readings));
    let refused = 0;
    for (const reading of readings)
      if (reading.quality === 'failed' && reading.reason === 'too_large') refused += 1;
    if (refused > 0) observer.refused?.(this.nameOf(device), refused);
  }

  /** @param result.forced others waited for it */
  note(device: DevicePolling, ts: number, result: PollResult & { forced: boolean }): void {
    const { answered, silence, forced } = result;
    const now_ms = this.#parts.clock.now();
    const before = device.state;
    if (silence !== null) this.#noteSilence(device, silence, { now_ms, forced });
    else {
      device.pace.keepPace(now_ms);
      if (answered) this.#noteAnswer(device, ts, now_ms);
    }
    this.#tell(device, { answered, silence, now_ms });
    const { observer } = this.#parts;
    if (silence !== null && before !== 'silent') observer.silent?.(this.nameOf(device), silence);
    if (answered && before !== 'answering') observer.answered?.(this.nameOf(device));
  }

  #noteSilence(
    device: DevicePolling,
    silence: Silence,
    { now_ms, forced }: { now_ms: number; forced: boolean },
  ): void {
    if (device.state !== 'silent') device.silent_since_ms = now_ms;
    device.state = 'silent';
    device.silence = silence;
    if (!silence.reached) this.way_reason = silence.reason;
    if (!forced && now_ms - device.silent_since_ms < GRACE_MS) device.pace.keepPace(now_ms);
    else device.pace.backOff(now_ms);
  }

  #noteAnswer(device: DevicePolling, ts: number, now_ms: number): void {
    const before = device.state;
    device.state = 'answering';
    device.silence = null;
    this.way_reason = null;
    device.noteAnswered(ts, before !== 'answering');
    // What silenced one may have silenced all of them: a bus without power comes back as a whole.
    if (before !== 'silent') return;
    for (const { state, pace } of this.#parts.devices()) if (state === 'silent') pace.hurry(now_ms);
  }

  #tell(
    device: DevicePolling,
    { answered, silence, now_ms }: { answered: boolean; silence: Silence | null; now_ms: number },
  ): void {
    const { observer } = this.#parts;
    if (observer.polled === undefined) return;
    const bad = device.takeBadRegisters(now_ms);
    observer.polled(this.nameOf(device), {
      at_ms: now_ms,
      next_try_ms: device.pace.dueMs(now_ms),
      answered,
      silence,
      tally: device.takeTally(),
      bad_registers: bad?.list,
      renewed: bad?.anew ?? false,
    });
  }
}
