import type { LightingController } from './lighting-controller.ts';
import { LINES, lineNumbers } from './lighting-lines.ts';
import { NIGHT_WORDS } from './lighting-timetable.ts';
import { answerFromBank, type ModbusBank } from './modbus-bank.ts';
import type { UnitAnswer } from './modbus-server.ts';

// As SIX_LINES of src/features/lighting/io-profile.model.ts has them.
const BREAKERS = 8;
const CABINET = 16;
const INPUTS = 20;
const ENERGY = 20;
const METER_WORDS = 34;
const CLOCK = 100;
const BOOTS = 102;
const TABLE = 110;
const PAIRING_CODE = 400;
const SERIAL = 402;
const IDENTITY_END = 410;
export const NIGHTS = 7;
/** First day, then the nights. */
const TABLE_WORDS = 1 + NIGHTS * NIGHT_WORDS;

const inRow = (from: number): number[] => lineNumbers().map((line) => from + line - 1);

/** Where everything stands, as the settings of a controller say it. */
export const LIGHTING_PROFILE = {
  coils: inRow(0),
  feedback: inRow(0),
  breaker: inRow(BREAKERS),
  manual: CABINET,
  door: CABINET + 1,
  supply: CABINET + 2,
  leakage: CABINET + 3,
  power: { address: 0, function: 4, factor: 0.001 },
  line_power: { address: 2, function: 4, factor: 0.001 },
  clock: { address: CLOCK },
  timetable: { address: TABLE, days: NIGHTS },
  pairing: { address: PAIRING_CODE },
} as const;

/** Write single coil, write multiple coils. */
const WRITES_COILS: ReadonlySet<number> = new Set([5, 15]);

/** More than 30 mA to earth. */
const LEAKS_FROM_MA = 30;

/** What the unit of a cabinet does with a request. */
export function lightingUnit(controller: LightingController): () => UnitAnswer {
  const bank = new LightingBank(controller);
  return () => {
    const { faults } = controller;
    if (faults.silent) return { kind: 'silent' };
    return { kind: 'own', latency_ms: faults.late_ms, answer: (pdu) => bank.answer(pdu) };
  };
}

/** The registers of a cabinet. Written nights are in force once their first day is written. */
class LightingBank implements ModbusBank {
  readonly #controller: LightingController;
  /** From register 110: the first day, and its nights. */
  readonly #table = new Uint16Array(TABLE_WORDS).fill(0xffff);

  constructor(controller: LightingController) {
    this.#controller = controller;
  }

  answer(pdu: Buffer): Buffer | undefined {
    this.#controller.live();
    const { loses_writes, deaf_after_write, silent_after_switching } = this.#controller.faults;
    const code = pdu.readUInt8(0);
    if (code > 4 && loses_writes) return undefined;
    const answer = answerFromBank(this, pdu);
    if (silent_after_switching && WRITES_COILS.has(code)) {
      this.#controller.fail({ silent: true });
      return undefined;
    }
    return code > 4 && deaf_after_write ? undefined : answer;
  }

  coils(address: number, count: number): boolean[] | undefined {
    return part(
      lineNumbers().map((line) => this.#controller.output(line)),
      address,
      count,
    );
  }

  /** Feedbacks; breakers (1: tripped); selector (1: manual), door (1: open), supply (1: there), leakage. */
  inputs(address: number, count: number): boolean[] | undefined {
    const { faults } = this.#controller;
    const bits = new Array<boolean>(INPUTS).fill(false);
    for (const line of lineNumbers()) {
      bits[line - 1] = this.#controller.feedback(line);
      bits[BREAKERS + line - 1] = faults.tripped.includes(line);
    }
    const cabinet = [faults.manual, faults.door_open, !faults.no_supply, faults.leakage_ma > LEAKS_FROM_MA];
    bits.splice(CABINET, cabinet.length, ...cabinet);
    return part(bits, address, count);
  }

  /** Power in W, power by line, voltage in 0.1 V, leakage in mA; from 20 energy in 10 Wh, and by line. */
  inputRegisters(address: number, count: number): number[] | undefined {
    const controller = this.#controller;
    const watts = lineNumbers().map((line) => Math.round(controller.powerKw(line) * 1000));
    const words = new Array<number>(METER_WORDS).fill(0);
    const voltage = controller.faults.no_supply ? 0 : 2300;
    const power = double(watts.reduce((sum, one) => sum + one, 0));
    words.splice(0, 10, ...power, ...watts, voltage, controller.faults.leakage_ma);
    const energies = [controller.energy_kwh, ...lineNumbers().map((line) => controller.lineEnergyKwh(line))];
    words.splice(ENERGY, 14, ...energies.flatMap((kwh) => double(kwh * 100)));
    return part(words, address, count);
  }

  holdingRegisters(address: number, count: number): number[] | undefined {
    const { clock, boots, options } = this.#controller;
    const words = new Array<number>(IDENTITY_END).fill(0);
    words.splice(CLOCK, 2, ...double(Math.floor(clock.now() / 1000)));
    words[BOOTS] = boots;
    words.splice(TABLE, TABLE_WORDS, ...this.#table);
    words.splice(PAIRING_CODE, 2, ...double(options.pairing_code));
    words.splice(SERIAL, 8, ...text(options.serial, 8));
    return part(words, address, count);
  }

  writeCoils(address: number, values: readonly boolean[]): boolean {
    if (this.#controller.faults.refuses || address + values.length > LINES) return false;
    this.#controller.coil_writes += 1;
    for (const [i, on] of values.entries()) this.#controller.switchLine(address + i + 1, on);
    return true;
  }

  writeRegisters(address: number, values: readonly number[]): boolean {
    if (this.#controller.faults.refuses) return false;
    if (address === CLOCK && values.length === 2) {
      this.#controller.setClock(((values[0] ?? 0) * 0x10000 + (values[1] ?? 0)) * 1000);
      return true;
    }
    if (address < TABLE || address + values.length > TABLE + TABLE_WORDS) return false;
    this.#table.set(values, address - TABLE);
    if (address === TABLE) this.#controller.takeTable(this.#table[0] ?? 0, this.#table.subarray(1));
    return true;
  }
}

function part<T>(all: readonly T[], address: number, count: number): T[] | undefined {
  return address + count > all.length ? undefined : all.slice(address, address + count);
}

/** High word first. */
function double(value: number): [number, number] {
  const whole = Math.round(value);
  return [Math.floor(whole / 0x10000) & 0xffff, whole & 0xffff];
}

function text(words: string, registers: number): number[] {
  const bytes = Buffer.alloc(registers * 2);
  bytes.write(words, 'latin1');
  return Array.from({ length: registers }, (_, i) => bytes.readUInt16BE(2 * i));
}
