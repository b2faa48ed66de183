import type { BadRegister, SilenceReason } from '../features/cloudcontrol/device-log.model.ts';
import type { ReadingRow } from '../features/measurements/readings.model.ts';
import type { Exchange } from './modbus/link.ts';
import type { AttributeDefinition } from './port-configuration.ts';
import type { Silence } from './silence.ts';

export type DeviceState = 'unknown' | 'answering' | 'silent';

/** What was asked and answered since it was last told. */
export type Tally = {
  requests: number;
  /** Without an answer. */
  failed: number;
  /** Of those that were answered. */
  latency_sum_ms: number;
  latency_max_ms: number;
  bytes_in: number;
  bytes_out: number;
};

/** Takes what was polled. */
export type RowSink = { add(company_id: number, row: ReadingRow): void };

export type PolledDevice = {
  readonly company_id: number;
  readonly port_id: number;
  readonly device_id: number;
  readonly short_name: string;
  readonly proj_code: string;
};

/** How a device's poll went. */
export type PollFacts = {
  /** Epoch milliseconds of its end, and of the next poll. */
  readonly at_ms: number;
  readonly next_try_ms: number;
  /** Null when the device answered, or when there was nothing to ask. */
  readonly silence: Silence | null;
  readonly answered: boolean;
  /** All requests since the last poll. */
  readonly tally: Tally;
  /** What it refuses, when that has changed. */
  readonly bad_registers: readonly BadRegister[] | undefined;
  /** Its configuration has changed: what it refuses no more was forgotten, and may not have been asked. */
  readonly renewed: boolean;
};

export type ReadText = { readonly definition: AttributeDefinition; readonly value: string };

/** Told what happens with devices; each of it at once, and nothing is waited for. */
export type PollObserver = {
  /** It begins to answer. */
  answered?(device: PolledDevice): void;
  /** It ceases to answer. */
  silent?(device: PolledDevice, silence: Silence): void;
  /** A defect of ours while polling; the device is left alone for a while. */
  failed?(device: PolledDevice, error: unknown): void;
  polled?(device: PolledDevice, facts: PollFacts): void;
  /** A changed configuration of it is in force. */
  configured?(device: PolledDevice, variables: number): void;
  /** While it is traced. */
  exchanged?(device: PolledDevice, exchange: Exchange): void;
  textsRead?(device: PolledDevice, texts: readonly ReadText[], failed: number): void;
  /** Values that may not be stored. */
  refused?(device: PolledDevice, count: number): void;
};

export type PortStatus = {
  readonly company_id: number;
  readonly port_id: number;
  readonly connected: boolean;
  /** Why the field cannot be reached by it; null when it can, or when nobody knows. */
  readonly reason: SilenceReason | null;
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
