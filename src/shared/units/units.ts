/** One part of a unit in its true spelling, by how people type it (lower case, without spaces, dots and degrees' kin). */
const SPELLINGS = {
  wh: 'Wh',
  kwh: 'kWh',
  mwh: 'MWh',
  gwh: 'GWh',
  w: 'W',
  kw: 'kW',
  mw: 'MW',
  gw: 'GW',
  wp: 'Wp',
  kwp: 'kWp',
  mwp: 'MWp',
  gwp: 'GWp',
  va: 'VA',
  kva: 'kVA',
  mva: 'MVA',
  vah: 'VAh',
  kvah: 'kVAh',
  var: 'var',
  kvar: 'kvar',
  mvar: 'Mvar',
  varh: 'varh',
  kvarh: 'kvarh',
  mvarh: 'Mvarh',
  v: 'V',
  kv: 'kV',
  mv: 'mV',
  a: 'A',
  ma: 'mA',
  ka: 'kA',
  ah: 'Ah',
  hz: 'Hz',
  khz: 'kHz',
  ohm: 'Ω',
  kohm: 'kΩ',
  mohm: 'MΩ',
  ω: 'Ω',
  kω: 'kΩ',
  eur: '€',
  euro: '€',
  '€': '€',
  ct: 'ct',
  '%': '%',
  pct: '%',
  perc: '%',
  percent: '%',
  percento: '%',
  '°c': '°C',
  degc: '°C',
  celsius: '°C',
  c: '°C',
  '°': '°',
  deg: '°',
  gradi: '°',
  k: 'K',
  kelvin: 'K',
  s: 's',
  sec: 's',
  min: 'min',
  h: 'h',
  hr: 'h',
  ora: 'h',
  ore: 'h',
  hour: 'h',
  hours: 'h',
  day: 'd',
  m: 'm',
  mm: 'mm',
  cm: 'cm',
  km: 'km',
  m2: 'm²',
  mq: 'm²',
  'm²': 'm²',
  m3: 'm³',
  mc: 'm³',
  'm³': 'm³',
  nm3: 'Nm³',
  'nm³': 'Nm³',
  smc: 'Sm³',
  sm3: 'Sm³',
  l: 'l',
  lt: 'l',
  kg: 'kg',
  g: 'g',
  t: 't',
  pa: 'Pa',
  hpa: 'hPa',
  kpa: 'kPa',
  bar: 'bar',
  mbar: 'mbar',
  rpm: 'rpm',
  ppm: 'ppm',
  lx: 'lx',
  lux: 'lx',
  dbm: 'dBm',
} as const;
const PARTS = new Map<string, string>(Object.entries(SPELLINGS));

/** What is a true spelling already stays, among it symbols that differ from another by a capital alone. */
const KNOWN = new Set<string>([...PARTS.values(), 'mW', 'mWh', 'MV', 'MA']);

function spellPart(typed: string): string {
  if (KNOWN.has(typed)) return typed;
  const plain = typed
    .toLowerCase()
    .replace(/[\s._^]/g, '')
    .replace(/[º˚]/g, '°')
    .replace('μ', 'µ');
  return PARTS.get(plain) ?? typed;
}

/**
 * A unit of measure as it is shown, however it was typed: kwh and KWH are kWh, eur/MWH is €/MWh, degC is °C. What is
 * not known stays as it was typed. // spec §9: kwh shown as kWh, eur as €
 */
export function spellUnit(typed: string): string {
  const trimmed = typed.trim();
  if (trimmed === '' || trimmed === '-') return '';
  // Siemens; a second only where it divides.
  if (trimmed === 'S') return trimmed;
  return trimmed
    .replace(/^\[(.*)\]$/, '$1')
    .split('/')
    .map((part) => spellPart(part.trim()))
    .join('/');
}

// spec §5, §9: at most 4 units of measure in a chart
export const MAX_UNITS = 4;

/** Units a thousand times one another, least first. */
const LADDERS: readonly (readonly string[])[] = [
  ['Wh', 'kWh', 'MWh', 'GWh', 'TWh'],
  ['W', 'kW', 'MW', 'GW'],
  ['Wp', 'kWp', 'MWp', 'GWp'],
  ['var', 'kvar', 'Mvar'],
  ['varh', 'kvarh', 'Mvarh'],
  ['VA', 'kVA', 'MVA'],
  ['g', 'kg', 't'],
];

/**
 * What figures of one unit are multiplied by to stand in another: 0.001 from W to kW. Undefined where the two measure
 * different things; a unit that is not known equals itself alone.
 */
export function factorBetween(from: string, to: string): number | undefined {
  const [had, wanted] = [spellUnit(from), spellUnit(to)];
  if (had === wanted) return 1;
  const ladder = LADDERS.find((one) => one.includes(had) && one.includes(wanted));
  if (!ladder) return undefined;
  const steps = ladder.indexOf(had) - ladder.indexOf(wanted);
  // A negative power of ten is no exact number; its inverse is.
  return steps >= 0 ? 1000 ** steps : 1 / 1000 ** -steps;
}

/** The unit in which figures are written, and what they are divided by. */
export interface Shown {
  unit: string;
  factor: number;
}

/** From here on, as it would be rounded to two decimals, a figure is written in the next larger unit. */
const MAX = 999.995;

/**
 * In which unit figures of a declared one are shown, the same everywhere: the declared one up to 999.99, then the
 * next larger. Never a smaller one: who declares MWh sees MWh.
 * @param largest the largest size among the figures that are to share the unit
 */
export function shownIn(declared: string, largest: number): Shown {
  const unit = spellUnit(declared);
  const ladder = LADDERS.find((one) => one.includes(unit)) ?? [unit];
  let step = ladder.indexOf(unit);
  let factor = 1;
  while (largest / factor >= MAX && step + 1 < ladder.length) {
    step += 1;
    factor *= 1000;
  }
  return { unit: ladder[step] ?? unit, factor };
}

const LARGE = /^[MGT](Wh|W|Wp|varh?|VA)$/;
const MAX_DECIMALS = 6;

/**
 * Decimals with which a figure is written: those stated, but in a large unit as many as a small figure needs to keep
 * two digits – a few kWh are 0.0032 MWh, not 0.00.
 */
export function decimalsFor(value: number, unit: string, stated: number): number {
  const size = Math.abs(value);
  if (!LARGE.test(unit) || size === 0 || size >= 0.1) return stated;
  const needed = 1 - Math.floor(Math.log10(size));
  return needed > MAX_DECIMALS ? stated : Math.max(stated, needed);
}

/** The decimals that tell a mark of an axis from its neighbours, whose distance is about its size: at most three digits. */
export function tickDecimals(value: number): number {
  const size = Math.abs(value);
  if (size === 0) return 0;
  const max = Math.min(MAX_DECIMALS, Math.max(2, 2 - Math.floor(Math.log10(size))));
  for (let decimals = 0; decimals < max; decimals++) {
    const scaled = size * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return max;
}

/** A figure without the noise of adding and subtracting in floating point: to a millionth, which no meter tells. */
export const withoutNoise = <T extends number | null>(value: T): T =>
  (value === null ? null : Math.round(value * 1e6) / 1e6) as T;
