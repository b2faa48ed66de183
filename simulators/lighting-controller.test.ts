import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ControllerFaults, LightingController } from './lighting-controller.ts';
import { lightingUnit } from './lighting-registers.ts';
import { answerFromBank, type ModbusBank } from './modbus-bank.ts';

const EVENING = Date.UTC(2026, 10, 28, 15, 0);
const DAY = EVENING / 86_400_000;
const MINUTE = 60_000;
const NEVER = 0xffff;

function cabinet(loads_kw: readonly number[] = [1.2, 0.8, 0, 0, 0, 0]) {
  let now_ms = EVENING;
  const controller = new LightingController({
    now: () => now_ms,
    serial: 'Q-0001',
    pairing_code: 482_915,
    loads_kw,
    energy_kwh: 100,
  });
  const unit = lightingUnit(controller);
  const ask = (...bytes: number[]): number[] | undefined => {
    const answer = unit();
    if (answer.kind !== 'own') return undefined;
    const pdu = answer.answer(Buffer.from(bytes));
    return pdu && [...pdu];
  };
  const words = (function_code: number, address: number, count: number): number[] => {
    const [, , ...bytes] = ask(function_code, address >> 8, address & 0xff, 0, count) ?? [];
    return Array.from(
      { length: bytes.length / 2 },
      (_, i) => (bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0),
    );
  };
  /** The six feedbacks as text, line 1 first. */
  const feedback = (): string => bits(ask(2, 0, 0, 0, 6)?.[2] ?? 0, 6);
  const write = (address: number, values: readonly number[]) =>
    ask(
      16,
      address >> 8,
      address & 0xff,
      0,
      values.length,
      2 * values.length,
      ...values.flatMap((word) => [word >> 8, word & 0xff]),
    );
  /** Writes nights that are all alike, and the day that brings them into force. */
  const writeNights = (row: readonly number[]) => {
    const night = [...row, ...row, ...new Array<number>(16).fill(NEVER)];
    for (let i = 0; i < 7; i += 1) write(111 + i * 24, night);
    return write(110, [Math.floor(DAY)]);
  };
  const pass = (ms: number) => {
    now_ms += ms;
  };
  return { controller, ask, words, feedback, write, writeNights, pass };
}

const bits = (byte: number, count: number): string =>
  Array.from({ length: count }, (_, i) => (byte >> i) & 1).join('');

describe('a bank of coils and registers', () => {
  // The examples of the Modbus Application Protocol V1.1b3, sections 6.5, 6.6, 6.11 and 6.12.
  const written: unknown[] = [];
  const bank: ModbusBank = {
    coils: () => undefined,
    inputs: () => undefined,
    inputRegisters: () => undefined,
    holdingRegisters: () => undefined,
    writeCoils: (address, values) => written.push([address, ...values]) > 0,
    writeRegisters: (address, values) => written.push([address, ...values]) > 0,
  };
  const answer = (...bytes: number[]) => [...answerFromBank(bank, Buffer.from(bytes))];

  it('answers writes as the protocol shows them, and refuses what is none', () => {
    assert.deepEqual(answer(5, 0, 0xac, 0xff, 0), [5, 0, 0xac, 0xff, 0]);
    assert.deepEqual(answer(6, 0, 1, 0, 3), [6, 0, 1, 0, 3]);
    assert.deepEqual(answer(15, 0, 0x13, 0, 0x0a, 2, 0xcd, 1), [15, 0, 0x13, 0, 0x0a]);
    assert.deepEqual(answer(16, 0, 1, 0, 2, 4, 0, 0x0a, 1, 2), [16, 0, 1, 0, 2]);
    const coils = [true, false, true, true, false, false, true, true, true, false];
    assert.deepEqual(written, [
      [0xac, true],
      [1, 3],
      [0x13, ...coils],
      [1, 0x0a, 0x102],
    ]);
    assert.deepEqual(answer(5, 0, 0, 0x12, 0), [0x85, 3]);
    assert.deepEqual(answer(15, 0, 0, 0, 9, 1, 0xff), [0x8f, 3]);
    assert.deepEqual(answer(16, 0, 0, 0, 2, 4, 0, 1), [0x90, 3]);
    assert.deepEqual(answer(22, 0, 0, 0, 0), [0x96, 1]);
  });
});

describe('a simulated lighting cabinet', () => {
  it('switches by its coils, measures what burns and counts it', () => {
    const { ask, feedback, words, pass } = cabinet();
    assert.deepEqual(ask(15, 0, 0, 0, 6, 1, 0b11), [15, 0, 0, 0, 6]);
    assert.equal(feedback(), '110000');
    assert.deepEqual(words(4, 0, 8), [0, 2000, 1200, 800, 0, 0, 0, 0]);
    pass(90 * MINUTE);
    assert.deepEqual(words(4, 20, 2), [0, 10_300]);
    assert.deepEqual(ask(5, 0, 0, 0, 0), [5, 0, 0, 0, 0]);
    assert.equal(feedback(), '010000');
    assert.deepEqual(ask(5, 0, 6, 0xff, 0), [0x85, 2], 'there is no line 7');
  });

  it('goes by its own timetable once the day is written, and repeats its last night', () => {
    const { feedback, writeNights, pass, controller } = cabinet();
    writeNights([16 * 60, 30 * 60, 23 * 60, 28 * 60]);
    pass(59 * MINUTE);
    assert.equal(feedback(), '000000');
    pass(MINUTE);
    assert.equal(feedback(), '110000');
    pass(7 * 60 * MINUTE);
    assert.equal(feedback(), '000000', 'the pause of 23:00');
    pass(10 * 24 * 60 * MINUTE - 60 * MINUTE);
    assert.equal(feedback(), '110000', 'the tenth night at 22:00, of seven that were written');
    // Nine nights of two lit stretches and the first of the tenth and of the eleventh, on two lines.
    assert.equal(controller.switchings.length, 2 * (10 * 4 + 1));
    assert.ok(controller.switchings.every(({ by }) => by === 'timetable'));
  });

  it('tells the truth about what is wrong with it, or lies', () => {
    const { controller, ask, feedback, words, pass } = cabinet();
    const broken = (faults: Partial<ControllerFaults>, command: number) => {
      controller.fail();
      ask(15, 0, 0, 0, 6, 1, 0);
      controller.fail(faults);
      ask(15, 0, 0, 0, 6, 1, command);
      return `${feedback()} ${words(4, 2, 2).join('/')} ${bits(ask(2, 0, 16, 0, 4)?.[2] ?? 0, 4)}`;
    };
    assert.equal(broken({}, 3), '110000 1200/800 0010');
    assert.equal(broken({ lying: [1] }, 3), '110000 0/800 0010');
    assert.equal(broken({ stuck: { 1: false } }, 3), '010000 0/800 0010');
    assert.equal(broken({ stuck: { 2: true } }, 0), '010000 0/800 0010');
    assert.equal(broken({ manual: true, by_hand: [2] }, 1), '010000 0/800 1010');
    assert.equal(broken({ lamps_out: { 1: 0.25 }, door_open: true }, 3), '110000 900/800 0110');
    assert.equal(broken({ tripped: [2], leakage_ma: 45 }, 3), '110000 1200/0 0011');
    assert.equal(broken({ no_supply: true }, 3), '000000 0/0 0000');
    controller.fail({ silent: true });
    assert.equal(ask(1, 0, 0, 0, 6), undefined);
    controller.fail({ silent: false, no_supply: false, deaf_after_write: true });
    assert.equal(ask(5, 0, 0, 0, 0), undefined);
    assert.equal(feedback()[0], '0', 'what it said nothing about is done');
    pass(1);
  });

  it('keeps a clock that drifts, is set and is lost, and comes back after a restart as its timetable says', () => {
    const { controller, words, write, writeNights, feedback, pass, ask } = cabinet();
    const seconds = () => ((words(3, 100, 2)[0] ?? 0) * 0x10000 + (words(3, 100, 2)[1] ?? 0)) * 1000;
    writeNights([15 * 60 + 30, 30 * 60, NEVER, NEVER]);
    controller.clock.drift(-100_000);
    pass(100 * MINUTE);
    assert.equal(seconds(), EVENING + 90 * MINUTE);
    const right = (EVENING + 100 * MINUTE) / 1000;
    write(100, [Math.floor(right / 0x10000), right & 0xffff]);
    assert.equal(seconds(), EVENING + 100 * MINUTE);
    ask(5, 0, 0, 0, 0);
    controller.restart();
    assert.equal(feedback(), '110000');
    assert.equal(words(3, 102, 1)[0], 2);
    controller.restart({ clock_lost: true });
    assert.equal(seconds(), Date.UTC(2000, 0, 1));
    assert.equal(feedback(), '000000');
    assert.deepEqual(words(3, 400, 2), [7, 482_915 - 7 * 0x10000]);
  });
});
