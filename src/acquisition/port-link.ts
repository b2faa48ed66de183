import type { LineReach, NetworkReach } from '../shared/server/endpoints/reach.ts';
import type { Clock } from './clock.ts';
import { ModbusLink, type ModbusLinkOptions } from './modbus/link.ts';
import { openSerial } from './modbus/serial.ts';
import type { PollObserver, RowSink } from './poll-observer.ts';
import type { PortConfiguration } from './port-configuration.ts';
import type { RegisterReader } from './read-blocks.ts';

export type PollLink = RegisterReader & {
  readonly connected: boolean;
  /** Where the open connection went, over the network. */
  readonly address?: string | null;
  /** Reads over the same connection of which nothing is concluded about it when they are not answered. */
  readonly aside?: RegisterReader;
  /** Carries what lighting writes. */
  carry?: ModbusLink['carry'];
  hurry?(): void;
  close(): void;
};

export type PortPollerParts = {
  readonly sink: RowSink;
  readonly observer: PollObserver;
  /** What the port may connect to. */
  readonly reach: NetworkReach & LineReach;
  readonly clock?: Clock;
  readonly random?: () => number;
  /** The port was added, or taken over, while others were polled: its devices are asked first and then keep their instants. */
  readonly at_once?: boolean;
  readonly createLink?: (options: ModbusLinkOptions) => PollLink;
};

/** Connecting anew is tried twice in the fastest device's interval, within these limits: its next poll finds the way free. */
const RECONNECT_MS = { least: 500, most: 30_000 };

/** The connection of a port, over TCP or a serial line. @param intervals_ms of its devices, asked at each failure */
export function createPortLink(
  { host, port, framer, timeout_ms, gap_ms, window, serial }: PortConfiguration,
  { reach, createLink }: PortPollerParts,
  intervals_ms: () => readonly number[],
): PollLink {
  const reconnectMs = () =>
    Math.max(RECONNECT_MS.least, Math.min(RECONNECT_MS.most, ...intervals_ms().map((ms) => ms / 2)));
  const allow = (tty: string, line: string) => reach.line(tty, line);
  const options: ModbusLinkOptions = {
    host,
    port,
    framer,
    timeout_ms,
    gap_ms,
    window,
    reach,
    longest_backoff_ms: reconnectMs,
    ...(serial ? { open: (limits) => openSerial({ ...limits, ...serial, allow }) } : {}),
  };
  return createLink?.(options) ?? new ModbusLink(options);
}
