import { guessQuantity, plain, readHeader, type TargetVariable } from './csv-header.model.ts';
import { powerOfEnergy } from './csv-interval.model.ts';
import { conversion } from './csv-number.model.ts';

/** A column that asks for a variable. */
export interface MatchedColumn {
  readonly column: number;
  readonly header: string;
  /** Its figures are the energy of each interval: power is what they are stored as, never a counter. */
  readonly intervals: boolean;
}

const NAMED = 1000;
const GUESSED = 100;
/** The device's own variables before names of the catalogue. */
const OWN = 40;
/** A word that says what is meant, not only what is measured. */
const TELLING = 20;
const SAME_NUMBER = 10;
const SHARED_WORD = 2;
/** Not the reading itself: its spread, or an extreme. */
const STATISTIC = -30;

const STATISTICS = /\b(std|stdev|sd|dev|min|max|peak|minimum|maximum|minimo|massimo)\b/;
const TELLING_WORDS: Readonly<Partial<Record<TargetVariable['quantity'], RegExp>>> = {
  ac_power_kw: /\bac\b|wac|\bpac\b|active|attiva/,
  irradiance_poa_wm2: /poa|plane of array|piano/,
  irradiance_ghi_wm2: /ghi|global horiz|orizz/,
  module_temperature_c: /mod|pann/,
  ambient_temperature_c: /amb|\bair\b|aria|esterna/,
  wind_speed_ms: /speed|veloc/,
};

const digits = (text: string) => /(\d+)/.exec(text)?.[1]?.replace(/^0+/, '') ?? '';

/** Whether a unit that is written can be turned into that of the variable. */
function fits(unit: string | undefined, target: TargetVariable, intervals: boolean): boolean {
  if (unit === undefined) return true;
  if (intervals) return powerOfEnergy(unit, target.unit) !== undefined;
  return conversion(unit, target.unit) !== undefined;
}

/** How well a column goes with a variable; undefined where it does not. */
function scoreOf({ header, intervals }: MatchedColumn, target: TargetVariable): number | undefined {
  const read = readHeader(header);
  const whole = plain(header);
  const { name, label_en, label_it, quantity, kind } = target;
  if (intervals) {
    if (quantity !== 'ac_power_kw' || kind !== 'gauge' || guessQuantity(read) === 'energy_import_kwh')
      return undefined;
  }
  if (!fits(read.unit, target, intervals)) return undefined;
  const number = Number(digits(name) === digits(read.words)) * SAME_NUMBER;
  const own = Number(target.slot !== null) * OWN;
  if (intervals) return GUESSED + own + number;
  const known = [name, label_en, label_it].map(plain);
  if (known.includes(whole) || known.includes(read.words)) return NAMED + own;
  if (guessQuantity(read) !== quantity) return undefined;
  const words = new Set(known.flatMap((text) => text.split(' ')));
  const shared = read.words.split(' ').filter((word) => words.has(word)).length;
  return (
    GUESSED +
    own +
    number +
    shared * SHARED_WORD +
    Number(TELLING_WORDS[quantity]?.test(read.words) ?? false) * TELLING +
    Number(STATISTICS.test(read.words)) * STATISTIC
  );
}

/**
 * Which variable each column is stored in, by column: of all pairs the best first, so that no column takes what another
 * one is called by; among equals the file's order, then the variables'.
 */
export function matchColumns(
  columns: readonly MatchedColumn[],
  targets: readonly TargetVariable[],
): ReadonlyMap<number, TargetVariable> {
  const pairs = columns.flatMap((column) =>
    targets.flatMap((target) => {
      const score = scoreOf(column, target);
      return score === undefined ? [] : [{ column: column.column, target, score }];
    }),
  );
  const matched = new Map<number, TargetVariable>();
  const taken = new Set<string>();
  for (const { column, target } of pairs.sort((a, b) => b.score - a.score)) {
    if (matched.has(column) || taken.has(target.name)) continue;
    matched.set(column, target);
    taken.add(target.name);
  }
  return matched;
}
