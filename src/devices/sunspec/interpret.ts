import type { RawModel, SunspecChain, SunspecWarning } from './chain.ts';
import type { SunspecDevice, SunspecModel, SunspecVariable } from './device.ts';
import { findModel } from './known-models.ts';
import type { Model } from './model.ts';
import { otherModelLabels } from './other-models.ts';
import { type ReadModel, readModel } from './read-model.ts';
import { rawNumber, readText } from './read-point.ts';

const COMMON = 1;
/** States of an inverter that works: starting, MPPT, throttled, in fault. All others read little. */
const AWAKE: readonly number[] = [3, 4, 5, 7];
/** Variables of one device, as many as it has slots. */
const MAX_VARIABLES = 500;

const isInverter = (id: number): boolean => (id >= 101 && id <= 103) || (id >= 111 && id <= 113);
const isMeter = (id: number): boolean => (id >= 201 && id <= 204) || (id >= 211 && id <= 214);
const isFloat = (id: number): boolean => Math.floor(id / 10) % 10 === 1;

/**
 * What a chain's devices say of themselves: one for each common model, an inverter and then the meters that it reads
 * for. What a device marks as not implemented is counted and left out, never a number.
 * @param unit_id the number on the bus at which the chain was read.
 */
export function interpretChain(chain: SunspecChain, unit_id: number): SunspecDevice[] {
  const parts = partsOf(chain.models);
  return parts.map((models, index) => {
    const from = models[0]?.address ?? chain.base;
    const next = parts[index + 1]?.[0]?.address ?? Number.POSITIVE_INFINITY;
    // What does not say where belongs to all, and is told with the first.
    const mine = chain.warnings.filter(({ address = chain.base }) => {
      const at = Math.max(Number(address), parts[0]?.[0]?.address ?? 0);
      return at >= from && at < next;
    });
    return deviceOf(models, unit_id, mine);
  });
}

function partsOf(models: readonly RawModel[]): RawModel[][] {
  const parts: RawModel[][] = [];
  for (const model of models) {
    const last = parts.at(-1);
    if (model.id === COMMON || last === undefined) parts.push([model]);
    else last.push(model);
  }
  return parts;
}

function deviceOf(
  raws: readonly RawModel[],
  unit_id: number,
  found: readonly SunspecWarning[],
): SunspecDevice {
  const asleep = isAsleep(raws);
  const read = raws.flatMap((raw) => {
    const model = findModel(raw.id);
    return model && raw.words ? [readModel(raw, model, asleep)] : [];
  });
  const warnings = [...found, ...read.flatMap((one) => one.warnings)];
  const kept = withoutTwins(read, warnings);
  const variables = named(kept, warnings);
  if (asleep && lacksByNight(variables)) warnings.push({ code: 'asleep' });
  const who = identityOf(read, unit_id, warnings);
  if (variables.length === 0) warnings.push({ code: 'no_variables' });
  return {
    ...who,
    kind: kindOf(raws, `${who.options} ${who.model}`),
    nominal_power: nominalPower(read),
    models: raws.map((raw) => modelOf(raw, kept, read)),
    variables,
    attributes: read.flatMap((one) => one.attributes),
    warnings,
  };
}

/** Does an inverter say that it does not work just now, or nothing of it? Then much is missing that is there by day. */
function isAsleep(raws: readonly RawModel[]): boolean {
  const raw = raws.find(({ id }) => isInverter(id));
  const model = raw && findModel(raw.id);
  if (!raw?.words || !model) return false;
  const state = rawNumber({ model, raw, moved: 0, asleep: false }, 'St');
  return state === null || !AWAKE.includes(state);
}

/** Is something missing of an inverter that sleeps which it may have by day? Many go on telling zeros. */
function lacksByNight(variables: readonly SunspecVariable[]): boolean {
  return (
    variables.some(({ value }) => value === null) || !variables.some(({ name }) => name === 'dc_voltage_v')
  );
}

/** The same measurements as integers and as floats are taken once: from where more of them read something. */
function withoutTwins(read: readonly ReadModel[], warnings: SunspecWarning[]): readonly ReadModel[] {
  const left = [isInverter, isMeter].flatMap((isKind) => {
    const twins = read.filter(({ raw }) => isKind(raw.id));
    const [floats, integers] = [true, false].map((float) =>
      twins.filter(({ raw }) => isFloat(raw.id) === float),
    );
    if (!floats?.[0] || !integers?.[0]) return [];
    const best = valuesIn(floats) > valuesIn(integers) ? floats : integers;
    const other = best === floats ? integers : floats;
    warnings.push({ code: 'same_twice', kept: best[0]?.raw.id ?? 0, left: other[0]?.raw.id ?? 0 });
    return other;
  });
  return read.filter((one) => !left.includes(one));
}

function valuesIn(models: readonly ReadModel[]): number {
  return models.reduce(
    (sum, { variables }) => sum + variables.filter(({ value }) => value !== null).length,
    0,
  );
}

/** All variables under names that are each there once: of several, the second becomes _2. */
function named(models: readonly ReadModel[], warnings: SunspecWarning[]): SunspecVariable[] {
  const taken = new Set<string>();
  const all = models.flatMap(({ variables }) =>
    variables.map((variable) => {
      const { name: base, of_name } = variable;
      let number = 1;
      let name = base;
      while (taken.has(name)) {
        number += 1;
        name = `${base}_${number}`;
      }
      taken.add(name);
      if (number === 1) return variable;
      const words = { label_en: `${of_name.label_en} ${number}`, label_it: `${of_name.label_it} ${number}` };
      return { ...variable, name, of_name: { ...of_name, ...words, name } };
    }),
  );
  const left = all.length - MAX_VARIABLES;
  if (left > 0) warnings.push({ code: 'too_many_variables', left });
  return all.slice(0, MAX_VARIABLES);
}

type Identity = Pick<SunspecDevice, 'manufacturer' | 'model' | 'options' | 'firmware' | 'serial_number'>;

function identityOf(read: readonly ReadModel[], unit_id: number, warnings: SunspecWarning[]): Identity {
  const common = read.find(({ raw }) => raw.id === COMMON);
  const place = common && { model: common.model, raw: common.raw, moved: 0, asleep: false };
  const text = (id: string): string => {
    const one = common?.model.points.find((candidate) => candidate.id === id);
    return place && one ? readText(place, one) : '';
  };
  const said = place ? rawNumber(place, 'DA') : null;
  if (said !== null && said >= 1 && said <= 247 && said !== unit_id)
    warnings.push({ code: 'other_unit', said, asked: unit_id });
  return {
    manufacturer: text('Mn'),
    model: text('Md'),
    options: text('Opt'),
    firmware: text('Vr'),
    serial_number: text('SN'),
  };
}

/** What a device is, by its models; what a meter counts, by its own words. */
function kindOf(raws: readonly RawModel[], words: string): SunspecDevice['kind'] {
  const has = (is: (id: number) => boolean): boolean => raws.some(({ id }) => is(id));
  if (has(isInverter)) return 'inverter';
  if (has(isMeter)) return /produ|generat|\bpv\b/i.test(words) ? 'production_meter' : 'meter';
  if (has((id) => id >= 401 && id <= 404)) return 'string_box';
  if (has((id) => id >= 302 && id <= 308)) return 'weather_station';
  return has((id) => id === 160) ? 'inverter' : 'other';
}

function nominalPower(read: readonly ReadModel[]): number | null {
  const rated = read.flatMap(({ variables }) => variables).find(({ name }) => name === 'rated_power_kw');
  return rated?.value ? rated.value : null;
}

function modelOf(raw: RawModel, kept: readonly ReadModel[], read: readonly ReadModel[]): SunspecModel {
  const known: Model | undefined = findModel(raw.id);
  const { label_en, label_it } = known ?? otherModelLabels(raw.id);
  const counted = read.find((one) => one.raw === raw);
  return {
    id: raw.id,
    address: raw.address,
    length: raw.length,
    known: known !== undefined,
    label_en,
    label_it,
    variables: kept.find((one) => one.raw === raw)?.variables.length ?? 0,
    not_implemented: counted?.not_implemented ?? 0,
  };
}
