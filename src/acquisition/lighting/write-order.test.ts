import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { type ControllerFaults, LightingController } from '../../../simulators/lighting-controller.ts';
import { LIGHTING_PROFILE, lightingUnit } from '../../../simulators/lighting-registers.ts';
import { type ModbusServer, startModbusServer } from '../../../simulators/modbus-server.ts';
import { type ModbusPeer, type PeerHandler, startModbusPeer } from '../../../tests/support/modbus-peer.ts';
import type { FramerName } from '../modbus/framers.ts';
import { ModbusLink } from '../modbus/link.ts';
import { FieldLine } from './field-line.ts';
import { OutsideProfile, type WritableProfile, WriteOrder } from './write-order.ts';

const hex = ({ pdu }: WriteOrder): string => Buffer.from(pdu).toString('hex');
const wide = (places: Partial<WritableProfile>): WritableProfile => ({
  coils: [],
  clock: null,
  timetable: null,
  ...places,
});

describe('what lighting writes', () => {
  it('is encoded as the protocol shows it', () => {
    // Modbus Application Protocol V1.1b3: the examples of sections 6.5, 6.6, 6.11 and 6.12.
    const coil = WriteOrder.coils(wide({ coils: [0xac] }), 1, [[0xac, true]]);
    assert.deepEqual(coil.map(hex), ['0500acff00']);
    const bits = [...'1011001110'].map((bit, i) => [0x13 + i, bit === '1'] as const);
    const coils = WriteOrder.coils(wide({ coils: bits.map(([address]) => address) }), 1, bits);
    assert.deepEqual(coils.map(hex), ['0f0013000a02cd01']);
    const register = WriteOrder.registers(wide({ timetable: { address: 1, days: 0 } }), 1, {
      address: 1,
      words: [3],
    });
    assert.equal(hex(register), '0600010003');
    const registers = WriteOrder.registers(wide({ clock: { address: 1 } }), 1, {
      address: 1,
      words: [0x0a, 0x0102],
    });
    assert.equal(hex(registers), '100001000204000a0102');
  });

  it('parts outputs that do not follow one another', () => {
    const orders = WriteOrder.coils(wide({ coils: [9, 0, 1, null, 4, 5] }), 1, [
      [9, false],
      [1, true],
      [0, true],
    ]);
    assert.deepEqual(orders.map(hex), ['0f000000020103', '0500090000']);
  });

  it('is nothing outside of the profile', () => {
    const profile = LIGHTING_PROFILE;
    const registers = (address: number, count: number) => () =>
      WriteOrder.registers(profile, 1, { address, words: new Array<number>(count).fill(1) });
    assert.throws(() => WriteOrder.coils(profile, 1, [[6, true]]), OutsideProfile);
    assert.throws(registers(99, 2), OutsideProfile);
    assert.throws(registers(101, 2), OutsideProfile);
    assert.throws(registers(400, 2), OutsideProfile);
    assert.throws(registers(278, 2), OutsideProfile);
    assert.throws(registers(110, 124), RangeError);
    assert.throws(registers(110, 0), RangeError);
    assert.throws(() => WriteOrder.coils(profile, 0, [[0, true]]), RangeError, 'to everybody at once');
    assert.throws(() => WriteOrder.registers(profile, 1, { address: 110, words: [0x10000] }), RangeError);
    assert.doesNotThrow(registers(100, 2));
    assert.doesNotThrow(registers(278, 1));
    assert.ok(!WriteOrder.is(Object.create(WriteOrder.prototype)), 'it cannot be made in another way');
  });
});

const opened: { stops: (() => Promise<void>)[]; links: ModbusLink[] } = { stops: [], links: [] };

function lineTo(port: number, framer: FramerName = 'tcp', timeout_ms = 1000): FieldLine {
  const link = new ModbusLink({ host: '127.0.0.1', port, framer, timeout_ms });
  opened.links.push(link);
  return new FieldLine({ link: () => link, heard: () => undefined });
}

async function cabinet(): Promise<{ controller: LightingController; server: ModbusServer }> {
  const controller = new LightingController({
    now: Date.now,
    serial: 'Q-1',
    pairing_code: 1234,
    loads_kw: [1, 1, 1, 1, 1, 1],
  });
  const unit = lightingUnit(controller);
  const server = await startModbusServer({ unit: (id) => (id === 1 ? unit() : undefined) });
  opened.stops.push(server.stop);
  return { controller, server };
}

async function peerAt(framer: FramerName, handler: PeerHandler): Promise<ModbusPeer> {
  const peer = await startModbusPeer(framer, handler);
  opened.stops.push(peer.stop);
  return peer;
}

const onOff = (on: boolean, unit = 1): WriteOrder => {
  const [order] = WriteOrder.coils(LIGHTING_PROFILE, unit, [[2, on]]);
  if (order === undefined) throw new Error('no order');
  return order;
};

describe("lighting's way over a port's connection", () => {
  afterEach(async () => {
    for (const link of opened.links.splice(0)) link.close();
    await Promise.all(opened.stops.splice(0).map((stop) => stop()));
  });

  it('switches a cabinet, and says apart what was refused, what went nowhere and what nobody knows', async () => {
    const { controller, server } = await cabinet();
    const line = lineTo(server.port, 'tcp', 150);
    assert.deepEqual(await line.write(onOff(true)), { outcome: 'done' });
    assert.ok(controller.contactor(3));
    const broken = async (faults: Partial<ControllerFaults>, on: boolean) => {
      controller.fail(faults);
      const written = await line.write(onOff(on));
      controller.fail();
      return written.outcome === 'refused' ? `refused ${written.exception}` : written.outcome;
    };
    assert.equal(await broken({ refuses: true }, false), 'refused 2');
    assert.equal(await broken({ silent: true }, false), 'unknown');
    assert.ok(controller.contactor(3));
    assert.equal(await broken({ deaf_after_write: true }, false), 'unknown');
    assert.ok(!controller.contactor(3), 'done, though nobody heard of it');
    // The gateway says that it does not reach the unit: it may have.
    assert.equal((await line.write(onOff(true, 9))).outcome, 'unknown');
    await server.stop();
    opened.stops.length = 0;
    assert.equal((await lineTo(server.port).write(onOff(true))).outcome, 'not_sent');
    assert.equal(controller.coil_writes, 2);
  });

  for (const framer of ['rtu', 'ascii'] satisfies FramerName[])
    it(`${framer}: takes the echo as the answer, and nothing else`, async () => {
      const peer = await peerAt(framer, ({ socket, frame, pdu }) => {
        // As it was written, then with another value.
        const echo = Uint8Array.from(pdu);
        if (pdu[3] === 0) echo[3] = 0xff;
        socket.write(frame(echo));
      });
      const line = lineTo(peer.port, framer, 200);
      assert.deepEqual(await line.write(onOff(true)), { outcome: 'done' });
      assert.equal((await line.write(onOff(false))).outcome, 'unknown');
      assert.equal(peer.requests.length, 2, 'each went out once');
    });

  it('is closed with its port', async () => {
    const { server } = await cabinet();
    const line = lineTo(server.port);
    line.close();
    await assert.rejects(line.write(onOff(true)), { name: 'PortGone' });
    await assert.rejects(line.read({ unit: 1, function_code: 2, address: 0, quantity: 6 }), {
      name: 'PortGone',
    });
  });
});
