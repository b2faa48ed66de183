import type { CatalogueEntry, Quantity } from '../plants/plants.model.ts';
import { readUnit } from './csv-number.model.ts';

/** A variable that a column can be stored in. */
export interface TargetVariable
  extends Pick<CatalogueEntry, 'name' | 'label_en' | 'label_it' | 'unit' | 'quantity' | 'kind'> {
  /** Slot in the device's hot row; null for a name of the catalogue that the device does not have yet. */
  readonly slot: number | null;
}

export interface HeaderWords {
  /** Lower case, accents removed, words parted by single spaces, without the unit. */
  readonly words: string;
  readonly unit: string | undefined;
}

/** Lower case, accents removed, words parted by single spaces; a capital behind small letters begins a word. */
export const plain = (text: string): string =>
  text
    .replaceAll(/(?<=[a-z\d]{2})(?=[A-Z][a-z]{2})/g, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9%°²³/]+/g, ' ')
    .trim();

/** Units that may stand at a header's end without brackets; single letters would be taken for words' ends. */
const SUFFIXES = new Set([
  'kw',
  'w',
  'mw',
  'kwh',
  'wh',
  'mwh',
  'wm2',
  'w/m2',
  'w/m²',
  'kvar',
  'hz',
  'degc',
  '°c',
  'm/s',
]);

/** Words of loggers that hold their unit. */
const WITHIN: readonly (readonly [RegExp, string])[] = [
  [/^w[ad]c$/, 'W'],
  [/^v[ad]c$/, 'V'],
  [/^i[ad]c$/, 'A'],
  [/varac$/, 'var'],
];

/** Parts a column's header into its words and its unit: `Potenza AC [kW]`, `ac_power_2 (W)`, `energy kWh`. */
export function readHeader(header: string): HeaderWords {
  const bracketed = /[[(]([^\])]*)[\])]/.exec(header);
  const unit = bracketed ? readUnit(bracketed[1] ?? '') : undefined;
  if (unit !== undefined) return { words: plain(header.replace(bracketed?.[0] ?? '', ' ')), unit };
  const words = plain(header).split(' ');
  const last = words.at(-1) ?? '';
  if (SUFFIXES.has(last)) return { words: words.slice(0, -1).join(' '), unit: readUnit(last) };
  const [, spelled] = WITHIN.find(([pattern]) => words.some((word) => pattern.test(word))) ?? [];
  return { words: words.join(' '), unit: spelled };
}

type Guess = readonly [pattern: RegExp, quantity: Quantity];
/** Words of both languages, the more telling ones first. */
const BY_WORDS: readonly Guess[] = [
  [/cos ?phi|power ?factor|fattore di potenza|\bpf\b/, 'power_factor'],
  [/reactive|reattiva|varac\b/, 'reactive_power_kvar'],
  [
    /(dc|cc|continua).*(pow|potenz)|(pow|potenz).*(\bdc\b|\bcc\b|continua)|\bpdc\b|\bp dc\b|\bwdc\b/,
    'dc_power_kw',
  ],
  [/irr|radiaz|radiation|poa|\bghi\b|plane of array|global horizontal/, 'irradiance_poa_wm2'],
  [/pow|potenz|leistung|\bpac\b|\bp ac\b|\bwac\b/, 'ac_power_kw'],
  [/energ|contatore|counter|yield|produzione|production|kwh/, 'energy_export_kwh'],
  [/temp/, 'ambient_temperature_c'],
  [/wind|vento/, 'wind_speed_ms'],
  [/freq/, 'frequency_hz'],
  [/string|stringa/, 'string_current_a'],
  [/volt|tension|\bv[ad]c\b/, 'ac_voltage_v'],
  [/current|corrente|\bamp|\bi[ad]c\b/, 'ac_current_a'],
];
const BY_UNIT: Readonly<Record<string, Quantity>> = {
  kW: 'ac_power_kw',
  W: 'ac_power_kw',
  MW: 'ac_power_kw',
  kvar: 'reactive_power_kvar',
  var: 'reactive_power_kvar',
  kWh: 'energy_export_kwh',
  Wh: 'energy_export_kwh',
  MWh: 'energy_export_kwh',
  'W/m²': 'irradiance_poa_wm2',
  '°C': 'ambient_temperature_c',
  '°F': 'ambient_temperature_c',
  Hz: 'frequency_hz',
  V: 'ac_voltage_v',
  A: 'ac_current_a',
  'm/s': 'wind_speed_ms',
  'm³/s': 'water_flow_m3s',
  'm³/h': 'gas_flow_m3h',
};
/** What a family of quantities is told apart by. */
const FINER: Readonly<Partial<Record<Quantity, readonly Guess[]>>> = {
  ac_power_kw: [[/\bw?dc\b|\bcc\b|continua/, 'dc_power_kw']],
  energy_export_kwh: [[/import|prelev|consum|acquist|\btaken\b/, 'energy_import_kwh']],
  irradiance_poa_wm2: [[/ghi|horiz|orizz|global/, 'irradiance_ghi_wm2']],
  ambient_temperature_c: [
    [/mod|pann|cell/, 'module_temperature_c'],
    [/cab|inv|intern|dissip|heat|das/, 'device_temperature_c'],
  ],
  ac_voltage_v: [[/\bv?dc\b|\bcc\b|continua|\bpv\b|mppt/, 'dc_voltage_v']],
  ac_current_a: [
    [/string/, 'string_current_a'],
    [/\bi?dc\b|\bcc\b|continua|\bpv\b|mppt/, 'dc_current_a'],
  ],
};

/** What is measured beside a quantity, or said of it, and is none of it. */
const NO_QUANTITY =
  /direction|direzione|\bdir\b|azimu|\bdhi\b|\bdni\b|\bgni\b|diffus|direct normal|global normal|normale diretta|clear ?sky|zenith|humid|umidit|pressur|pressione|expected|forecast|attes[ao]|previst[ao]/;

/** What a header says that its column measures; undefined when it says nothing known. */
export function guessQuantity({ words, unit }: HeaderWords): Quantity | undefined {
  if (NO_QUANTITY.test(words)) return undefined;
  const coarse =
    (unit === undefined ? undefined : BY_UNIT[unit]) ??
    BY_WORDS.find(([pattern]) => pattern.test(words))?.[1];
  if (coarse === undefined) return undefined;
  return FINER[coarse]?.find(([pattern]) => pattern.test(words))?.[1] ?? coarse;
}
