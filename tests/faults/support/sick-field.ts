import { setTimeout as sleep } from 'node:timers/promises';
import type { FramerName } from '../../../src/acquisition/modbus/framers.ts';
import type { PlanVariable } from '../../../src/acquisition/plan.ts';
import type { PortConfiguration } from '../../../src/acquisition/port-configuration.ts';
import { type ModbusPeer, type PeerRequest, startModbusPeer } from '../../support/modbus-peer.ts';

/** What a device may suffer from. */
export type Illness = 'dead' | 'resetting' | 'mute' | 'raving';

/** The two blocks of registers that a device has, far enough apart to be asked for one after the other. */
const BLOCKS = [100, 400] as const;
const NOISE_BYTES = 60;

export interface SickDevice {
  readonly device_id: number;
  readonly unit_id: number;
  illness: Illness | null;
}

export interface SickPort {
  readonly port_id: number;
  readonly framer: FramerName;
  readonly devices: readonly SickDevice[];
  readonly peer: ModbusPeer;
}

/** The last register of a block: what the others and their place make of it, so that no mixture passes for a truth. */
export function signOf(device_id: number, moment: number, address: number): number {
  return (Math.imul(device_id + 1, 40_503) ^ Math.imul(moment, 2_654_435) ^ Math.imul(address, 977)) & 0xffff;
}

/** What a device says at this moment: itself, the moment in milliseconds, the sign of both; as much as is asked for. */
function truthOf(device_id: number, moment: number, pdu: Buffer): Buffer {
  const address = pdu.readUInt16BE(1);
  const block = BLOCKS.findLast((start) => start <= address) ?? BLOCKS[0];
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16BE(device_id, 0);
  bytes.writeUInt32BE(moment, 2);
  bytes.writeUInt16BE(signOf(device_id, moment, block), 6);
  return bytes.subarray((address - block) * 2, (address - block + pdu.readUInt16BE(3)) * 2);
}

/** Six variables in two blocks: device, moment, sign, and again. */
export const VARIABLES: readonly PlanVariable[] = BLOCKS.flatMap((address, block) =>
  (
    [
      ['uint16', 0],
      ['uint32', 1],
      ['uint16', 3],
    ] as const
  ).map(([data_type, offset], place) => ({
    slot: block * 3 + place,
    function_code: 3 as const,
    address: address + offset,
    data_type,
    word_order: 'ABCD' as const,
    bit: null,
    factor: 1,
    value_offset: 0,
    scale_address: null,
    sentinel: false,
  })),
);

/** Is this block of a stored row what the device said, between the row's instant and now? */
export function isTruth(
  values: readonly number[],
  place: number,
  result: { device_id: number; from_ms: number; to_ms: number },
): boolean {
  const [device_id = -1, moment = -1, sign = -1] = values;
  return (
    device_id === result.device_id &&
    moment >= result.from_ms &&
    moment <= result.to_ms &&
    sign === signOf(device_id, moment, BLOCKS[place] ?? 0)
  );
}

/** Devices on real sockets, well or ill; what they say carries the moment it is said, from `start_ms`. */
export class SickField {
  readonly ports: SickPort[] = [];
  readonly #start_ms: number;
  readonly #random: () => number;
  readonly #held: (() => void)[] = [];

  constructor(start_ms: number, random: () => number) {
    this.#start_ms = start_ms;
    this.#random = random;
  }

  /** Adds a port with devices of these ids behind it, as units 1, 2 and so on. */
  async addPort(framer: FramerName, device_ids: readonly number[]): Promise<void> {
    const devices = device_ids.map((device_id, i) => ({ device_id, unit_id: i + 1, illness: null }));
    const peer = await startModbusPeer(framer, (request) => this.#answer(devices, request));
    this.ports.push({ port_id: this.ports.length + 1, framer, devices, peer });
  }

  /** Every function code that was asked for, by whatever frame. */
  functionCodes(): Set<number> {
    return new Set(this.ports.flatMap(({ peer }) => peer.requests.map(({ pdu }) => pdu.readUInt8(0))));
  }

  /** Lets a port's devices fall ill; of a dead one nothing listens any more. */
  async fallIll(port: SickPort, devices: readonly SickDevice[], illness: Illness): Promise<void> {
    for (const device of devices) device.illness = illness;
    if (illness === 'dead') await port.peer.stop();
  }

  async recover(): Promise<void> {
    for (const [place, port] of this.ports.entries()) {
      const dead = port.devices.some(({ illness }) => illness === 'dead');
      for (const device of port.devices) device.illness = null;
      if (!dead) continue;
      const { framer, devices, peer } = port;
      const handle = (request: PeerRequest) => this.#answer(devices, request);
      const risen = await startModbusPeer(framer, handle, peer.port);
      risen.requests.push(...peer.requests);
      this.ports[place] = { ...port, peer: risen };
    }
  }

  async close(): Promise<void> {
    for (const { peer, devices } of this.ports)
      if (!devices.some(({ illness }) => illness === 'dead')) await peer.stop();
  }

  #answer(devices: readonly SickDevice[], request: PeerRequest): void {
    const device = devices.find(({ unit_id }) => unit_id === request.unit);
    if (device === undefined || device.illness === 'mute') return;
    if (device.illness === 'resetting') {
      request.socket.resetAndDestroy();
      return;
    }
    const truth = truthOf(device.device_id, Date.now() - this.#start_ms, request.pdu);
    if (device.illness === 'raving') void this.#rave(request, truth);
    else send(request, request.frame(Uint8Array.of(3, truth.length, ...truth)));
  }

  /** An answer of somebody who is out of his mind; sometimes it is right by accident, or comes in pieces. */
  async #rave(request: PeerRequest, truth: Buffer): Promise<void> {
    const { frame, transaction, unit } = request;
    const right = Uint8Array.of(3, truth.length, ...truth);
    const wrong = Uint8Array.of(3, truth.length, ...truth.map(() => 0xee));
    const ravings: readonly (() => void | Promise<void>)[] = [
      () => send(request, frame(wrong, { transaction: (transaction + 1) & 0xffff, unit: unit + 1 })),
      () => send(request, frame(wrong, { transaction: (transaction + 0xffff) & 0xffff, unit: unit + 7 })),
      () => send(request, frame(wrong, { unit: unit + 1 })),
      () => send(request, frame(Uint8Array.of(3, truth.length + 2, 0xee, 0xee, ...wrong.subarray(2)))),
      () => send(request, frame(Uint8Array.of(4, ...wrong.subarray(1)))),
      () => send(request, Buffer.from(Array.from({ length: NOISE_BYTES }, () => this.#random() * 256))),
      () => send(request, Buffer.concat([frame(right), frame(wrong, { unit: unit + 1 })])),
      () => dribble(request, frame(right)),
      // Said of this request, and heard when the next one waits.
      () => void this.#held.push(() => send(request, frame(right))),
      () => undefined,
    ];
    for (const deliver of this.#held.splice(0)) deliver();
    await ravings[Math.floor(this.#random() * ravings.length)]?.();
  }

  /** The ports as they are configured, each device polled once in `interval_s`. */
  configurations(interval_s: number, timeout_ms: number): PortConfiguration[] {
    return this.ports.map(({ port_id, framer, devices, peer }) => ({
      company_id: 1,
      port_id,
      host: '127.0.0.1',
      port: peer.port,
      framer,
      timeout_ms,
      gap_ms: 0,
      window: 1,
      serial: null,
      devices: devices.map(({ device_id, unit_id }) => ({
        device_id,
        short_name: `D${device_id}`,
        proj_code: 'FAULTS',
        time_zone: 'Europe/Rome',
        unit_id,
        interval_s,
        slow_interval_s: 900,
        trace_until_ms: null,
        attributes: [],
        slots: VARIABLES.length,
        variables: VARIABLES,
      })),
    }));
  }
}

function send({ socket }: PeerRequest, bytes: Uint8Array): void {
  if (!socket.destroyed) socket.write(bytes);
}

async function dribble(request: PeerRequest, bytes: Uint8Array): Promise<void> {
  for (const byte of bytes) {
    send(request, Uint8Array.of(byte));
    await sleep(1);
  }
}
