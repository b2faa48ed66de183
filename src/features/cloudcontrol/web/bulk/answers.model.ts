import { type NumberLimits, readNumber } from '../../../../shared/web/forms/number-text.model.ts';
import type { Framer } from '../../../plants/field.model.ts';
import type { Quantity } from '../../../plants/plants.model.ts';
import type { Reason } from '../../configured.contract.ts';
import type { FieldTask, FoundDevice } from '../../field-tools.contract.ts';
import { MAX_ASKED } from '../../field-tools.model.ts';
import type { Question } from '../field-tasks/question.ts';
import { TCP_PORT, TIMEOUT } from '../find/find-form.model.ts';
import type { Draft, Row } from './draft.model.ts';

/** What came of trying one row. */
export interface Outcome {
  state: FieldTask['state'];
  /** Why nothing was read; null while it is awaited, and where something was. */
  reason: Reason | null;
  latency_ms: number | null;
  /** Values that were read, of those that were asked for. */
  read: number;
  asked: number;
  serial_number: string;
  model: string;
  values: readonly { name: string; value: number }[];
  /** The device as it says itself; null where it was tried by a list. */
  found: FoundDevice | null;
  /** Further devices at the same unit. */
  others: number;
}

/** Not asked yet. */
export const AWAITED: Outcome = {
  state: 'waiting',
  reason: null,
  latency_ms: null,
  read: 0,
  asked: 0,
  serial_number: '',
  model: '',
  values: [],
  found: null,
  others: 0,
};

export const hasAnswered = (outcome: Outcome | undefined): boolean =>
  outcome?.state === 'ended' && outcome.reason === null;

const readOnes = (values: readonly { name: string; value: number | null }[]) =>
  values.flatMap(({ name, value }) => (value === null ? [] : { name, value }));

function ofFound(task: FieldTask, found: FoundDevice, others: number): Outcome {
  const values = readOnes(found.variables);
  return {
    ...AWAITED,
    state: task.state,
    read: values.length,
    asked: found.variables.length,
    serial_number: found.serial_number,
    model: [found.manufacturer, found.model].filter(Boolean).join(' '),
    values,
    found,
    others,
  };
}

/** What a task says of its row. */
export function outcomeOf(task: FieldTask): Outcome {
  const { state, reason, test, found } = task;
  if (state !== 'ended' || reason) return { ...AWAITED, state, reason };
  if (task.kind === 'find') {
    const first = found.find(({ category }) => category === 'inverter') ?? found[0];
    if (first) return ofFound(task, first, found.length - 1);
    return { ...AWAITED, state, reason: { code: 'not_sunspec' } };
  }
  if (!test) return { ...AWAITED, state, reason: { code: 'silent' } };
  const values = readOnes(test.values);
  const textOf = (name: string) => test.attributes.find((one) => one.name === name)?.value?.trim() ?? '';
  const nothing = values.length === 0 && test.attributes.every(({ value }) => !value);
  const why = test.values.find((one) => one.reason)?.reason ?? { code: 'nothing' };
  return {
    ...AWAITED,
    state,
    reason: nothing ? why : null,
    latency_ms: test.latency_ms,
    read: values.length,
    asked: test.values.length,
    serial_number: textOf('serial_number'),
    model: textOf('model'),
    values,
  };
}

/** A question with the keys of the rows that its tasks are about, in their order. */
export interface Round {
  readonly question: Question;
  readonly keys: readonly string[];
}

type Of = Pick<Draft, 'kind' | 'template_key' | 'like_id' | 'framer' | 'timeout_ms'>;

const numberIn = (limits: NumberLimits, typed: string): number | undefined =>
  readNumber(typed, limits).value ?? undefined;

interface GatewayWish {
  host: string;
  port: number | undefined;
  framer: Framer;
  timeout_ms: number | undefined;
}

/** Where a row's device is: the port that stands, or what may become one. */
export function targetOf(
  row: Row,
  of: Pick<Of, 'framer' | 'timeout_ms'>,
  port_id: number | null,
): { port_id: number } | GatewayWish {
  if (port_id !== null) return { port_id };
  return {
    host: row.host.trim(),
    port: numberIn(TCP_PORT, row.port),
    framer: of.framer as Framer,
    timeout_ms: numberIn(TIMEOUT, of.timeout_ms),
  };
}

/** What is asked of the field to try these rows: one question by a list, one for each gateway where devices say what they are. */
export function roundsFor(rows: readonly Row[], of: Of, port_id: number | null): Round[] {
  const keys = rows.map(({ key }) => key);
  if (of.kind !== 'sunspec') {
    const as = of.kind === 'like' ? { device_id: Number(of.like_id) } : { template_key: of.template_key };
    const tests = rows.map((row) => ({
      target: targetOf(row, of, port_id),
      unit_id: Number(row.unit_id),
      as,
    }));
    return [{ question: { kind: 'test', tests }, keys }];
  }
  const gateways = Map.groupBy(rows, (row) => JSON.stringify(targetOf(row, of, port_id)));
  return [...gateways.values()].flatMap((behind) => {
    const rounds: Round[] = [];
    for (let i = 0; i < behind.length; i += MAX_ASKED.unit_ids) {
      const part = behind.slice(i, i + MAX_ASKED.unit_ids);
      const [first] = part;
      if (!first) continue;
      const unit_ids = part.map((row) => Number(row.unit_id));
      rounds.push({
        question: { kind: 'find', target: targetOf(first, of, port_id), unit_ids },
        keys: part.map(({ key }) => key),
      });
    }
    return rounds;
  });
}

/** What a person knows a device by, first things first. */
const TELLING: readonly string[] = [
  'ac_power_kw',
  'energy_export_kwh',
  'irradiance_poa_wm2',
  'irradiance_ghi_wm2',
  'frequency_hz',
  'ac_voltage_v',
  'energy_import_kwh',
  'string_current_a',
  'dc_power_kw',
  'dc_voltage_v',
  'module_temperature_c',
  'ambient_temperature_c',
  'device_temperature_c',
];
const rankOf = (quantity: string | undefined): number => {
  const rank = TELLING.indexOf(quantity ?? '');
  return rank < 0 ? TELLING.length : rank;
};

/** The few values that tell most, each of another quantity. */
export function tellingOf<V extends { name: string }>(
  values: readonly V[],
  quantityOf: (name: string) => string | undefined,
  max: number,
): V[] {
  const seen = new Set<string>();
  return values
    .toSorted((a, b) => rankOf(quantityOf(a.name)) - rankOf(quantityOf(b.name)))
    .filter(({ name }) => {
      const quantity = quantityOf(name) ?? name;
      if (seen.has(quantity)) return false;
      seen.add(quantity);
      return true;
    })
    .slice(0, max);
}

/** Between which numbers a quantity lies on any device; beyond them the registers say something else. */
const SANE: Partial<Record<Quantity, readonly [least: number, most: number]>> = {
  ac_power_kw: [-100_000, 100_000],
  dc_power_kw: [-100_000, 100_000],
  power_factor: [-1.01, 1.01],
  ac_voltage_v: [0, 400_000],
  dc_voltage_v: [-10, 5000],
  ac_current_a: [-20_000, 20_000],
  dc_current_a: [-20_000, 20_000],
  energy_export_kwh: [0, 1e10],
  energy_import_kwh: [0, 1e10],
  device_temperature_c: [-60, 250],
  ambient_temperature_c: [-60, 80],
  module_temperature_c: [-60, 150],
  irradiance_poa_wm2: [-50, 2000],
  irradiance_ghi_wm2: [-50, 2000],
};

/** Whether no device of any make could read so: the order of bytes, the scale or the whole map is another. */
export function isStrange(quantity: string | undefined, value: number): boolean {
  // A standing generator has no frequency; a grid is near 50 or 60.
  if (quantity === 'frequency_hz') return value !== 0 && (value < 40 || value > 70);
  const sane = SANE[quantity as Quantity];
  return sane !== undefined && (value < sane[0] || value > sane[1]);
}

/** A few values may all be 0 at night; of so many one says something where the registers are the device's own. */
const MANY_VALUES = 8;

/** Whether a list of registers was read and nothing stands in any of them, as where a device answers 0 to what it lacks. */
export const isBlank = ({ found, values }: Outcome): boolean =>
  found === null && values.length >= MANY_VALUES && values.every(({ value }) => value === 0);

/** The model that most of the devices that answered say they are; nothing where no two agree. */
export function usualModel(outcomes: Iterable<Outcome>): string {
  const counts = new Map<string, number>();
  for (const { model } of outcomes) if (model !== '') counts.set(model, (counts.get(model) ?? 0) + 1);
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return first && first[1] > 1 ? first[0] : '';
}
