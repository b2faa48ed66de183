import { fleet } from './fleet.ts';
import { type ModbusServer, startModbusServer, type UnitAnswer } from './modbus-server.ts';
import { plantDevices } from './plant-definition.ts';
import { deviceSerial, deviceValues } from './plant-model.ts';
import { type RegisterImage, registerImage } from './register-maps.ts';
import {
  cutShort,
  endless,
  garbageLengths,
  looping,
  movedBy,
  outOfOrder,
  pastTheLastRegister,
  swappedWords,
  withoutCommon,
  withoutScales,
  wrongLength,
} from './wrong-images.ts';

const A_SUMMER_NOON = Date.UTC(2026, 5, 18, 10, 30);
const SLOW_MS = 1500;
const FEW_AT_ONCE = 16;

const plant = fleet.find(({ production_type }) => production_type === 'photovoltaic') ?? soundPlant();
function soundPlant(): never {
  throw new Error('no photovoltaic plant is simulated');
}

/** The registers of a device of the fleet at a summer's noon. */
function imageOf(kind: 'inverter' | 'meter'): RegisterImage {
  const device = plantDevices(plant).find((one) => one.kind === kind);
  if (!device) throw new Error(`${plant.proj_code} has no ${kind}`);
  const values = deviceValues(plant, device, A_SUMMER_NOON);
  return registerImage(device, values, deviceSerial(plant, device, A_SUMMER_NOON));
}

const registers = (image: RegisterImage): UnitAnswer => ({ kind: 'registers', image });
/** The device address stands in the common model. */
const ofUnit = (unit: number, { start, words }: RegisterImage): RegisterImage => ({
  start,
  words: words.with(68, unit),
});
const sound = ofUnit(1, imageOf('inverter'));

/** What a unit does that is wrong on purpose, by its number behind the gateway; every other unit is not there (0x0B). */
export const WRONG_UNITS: Readonly<Record<number, { readonly what: string; readonly answer: UnitAnswer }>> = {
  1: { what: 'a sound SunSpec inverter', answer: registers(sound) },
  2: { what: 'the two words of each value the other way round', answer: registers(swappedWords(sound)) },
  3: { what: 'every register one address higher than its map says', answer: registers(movedBy(sound, 1)) },
  4: {
    what: 'takes 1.5 seconds for each answer',
    answer: { kind: 'registers', image: sound, latency_ms: SLOW_MS },
  },
  5: { what: 'silent', answer: { kind: 'silent' } },
  6: {
    what: 'refuses more than 16 registers at once',
    answer: { kind: 'registers', image: sound, at_once: FEW_AT_ONCE },
  },
  7: { what: 'answers exception 4 to everything', answer: { kind: 'broken' } },
  8: { what: 'the common model says another length than it has', answer: registers(wrongLength(sound)) },
  9: { what: 'no end behind the last model', answer: registers(endless(sound)) },
  10: { what: 'ends in the middle of a model', answer: registers(cutShort(sound)) },
  11: { what: 'scale factors that are not implemented', answer: registers(withoutScales(sound)) },
  12: { what: 'models in another order, the common one last', answer: registers(outOfOrder(sound)) },
  13: { what: 'no common model', answer: registers(withoutCommon(sound)) },
  14: { what: 'a chain of empty models without an end', answer: registers(looping(sound)) },
  15: { what: 'a chain that runs past register 65535', answer: registers(pastTheLastRegister(sound)) },
  16: { what: 'lengths that are garbage', answer: registers(garbageLengths(sound)) },
  17: { what: 'a sound meter', answer: registers(ofUnit(17, imageOf('meter'))) },
};

export interface WrongGatewayOptions {
  /** Default 0: the system chooses. */
  readonly port?: number;
  /** How long the slow one takes, 1500 by default. */
  readonly slow_ms?: number;
}

/** A gateway on loopback with devices behind it that are wrong on purpose. */
export function startWrongGateway({
  port = 0,
  slow_ms = SLOW_MS,
}: WrongGatewayOptions = {}): Promise<ModbusServer> {
  const unit = (number: number): UnitAnswer | undefined => {
    const answer = WRONG_UNITS[number]?.answer;
    return answer?.kind === 'registers' && answer.latency_ms ? { ...answer, latency_ms: slow_ms } : answer;
  };
  return startModbusServer({ unit, port });
}
