/** What stands for "no value" in files of loggers and spreadsheets. */
const EMPTY = /^(|-{1,3}|nan|null|none|n\/?a|n\/?d|#n\/?a|#n\/?d|"")$/i;

/** Whether a cell means that there is no value. */
export function isEmptyCell(cell: string): boolean {
  return EMPTY.test(cell.trim());
}

/** What loggers write where they have no valid figure. */
const INVALID_CODES = new Set([9999, 99_999, 999_999, 9_999_999]);

/** Whether a figure may be a logger's code for an invalid one. */
export function isInvalidCode(figure: number): boolean {
  return INVALID_CODES.has(Math.abs(figure));
}

const PLAIN = {
  '.': /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/,
  ',': /^[+-]?(\d+(,\d*)?|,\d+)([eE][+-]?\d+)?$/,
};
const GROUPED = {
  '.': /^[+-]?\d{1,3}([,'’\u00a0\u202f ]\d{3})+(\.\d*)?$/,
  ',': /^[+-]?\d{1,3}([.'’\u00a0\u202f ]\d{3})+(,\d*)?$/,
};

/** The number in a cell with this decimal sign, thousands marks allowed; undefined when it is none. */
export function parseNumber(cell: string, decimal: '.' | ','): number | undefined {
  const text = cell.trim();
  if (PLAIN[decimal].test(text)) return Number(decimal === ',' ? text.replace(',', '.') : text);
  if (!GROUPED[decimal].test(text)) return undefined;
  const digits = text.replaceAll(decimal === ',' ? /[.'’\s]/g : /[,'’\s]/g, '');
  return Number(decimal === ',' ? digits.replace(',', '.') : digits);
}

/** The decimal sign that more of the cells are written with; a point when nothing tells. */
export function detectDecimal(cells: readonly string[], separator: string): '.' | ',' {
  if (separator === ',' && !cells.some((cell) => /^\s*[+-]?\d+,\d+\s*$/.test(cell))) return '.';
  let balance = 0;
  for (const cell of cells) {
    const text = cell.trim();
    const [point, comma] = [parseNumber(text, '.'), parseNumber(text, ',')];
    if (point === undefined && comma !== undefined) balance++;
    else if (comma === undefined && point !== undefined) balance--;
    // 1.234 and 1,234 can be read both ways; three digits behind one mark are more often decimals in measurements.
    else if (/\d,\d{3}$/.test(text)) balance += 0.1;
    else if (/\d\.\d{3}$/.test(text)) balance -= 0.1;
  }
  return balance > 0 ? ',' : '.';
}

type Factor = readonly [factor: number, offset: number];
/** Units by what they measure, each with factor and offset to the first of its list. */
const UNITS: readonly Readonly<Record<string, Factor>>[] = [
  { kW: [1, 0], W: [1e-3, 0], MW: [1e3, 0], GW: [1e6, 0], mW: [1e-6, 0] },
  { kvar: [1, 0], var: [1e-3, 0], Mvar: [1e3, 0] },
  { kWh: [1, 0], Wh: [1e-3, 0], MWh: [1e3, 0], GWh: [1e6, 0], MJ: [1 / 3.6, 0], GJ: [1000 / 3.6, 0] },
  { 'W/m²': [1, 0], 'kW/m²': [1e3, 0] },
  { '°C': [1, 0], '°F': [5 / 9, -160 / 9], K: [1, -273.15] },
  { A: [1, 0], mA: [1e-3, 0], kA: [1e3, 0] },
  { V: [1, 0], mV: [1e-3, 0], kV: [1e3, 0] },
  { Hz: [1, 0], kHz: [1e3, 0] },
  { 'm/s': [1, 0], 'km/h': [1 / 3.6, 0], kn: [0.514444, 0], mph: [0.44704, 0] },
  { 'm³/s': [1, 0], 'l/s': [1e-3, 0], 'm³/h': [1 / 3600, 0] },
  { m: [1, 0], cm: [1e-2, 0], mm: [1e-3, 0] },
  { '': [1, 0], '%': [1e-2, 0] },
];

const SPELLINGS: Readonly<Record<string, string>> = {
  kw: 'kW',
  w: 'W',
  mw: 'MW',
  watt: 'W',
  watts: 'W',
  kvar: 'kvar',
  var: 'var',
  kwh: 'kWh',
  wh: 'Wh',
  mwh: 'MWh',
  gwh: 'GWh',
  mj: 'MJ',
  gj: 'GJ',
  'w/m2': 'W/m²',
  'w/m²': 'W/m²',
  'w/m^2': 'W/m²',
  wm2: 'W/m²',
  'w m-2': 'W/m²',
  'kw/m2': 'kW/m²',
  'kw/m²': 'kW/m²',
  c: '°C',
  '°c': '°C',
  ºc: '°C',
  degc: '°C',
  f: '°F',
  '°f': '°F',
  degf: '°F',
  k: 'K',
  a: 'A',
  ma: 'mA',
  ka: 'kA',
  amp: 'A',
  v: 'V',
  mv: 'mV',
  kv: 'kV',
  volt: 'V',
  hz: 'Hz',
  'm/s': 'm/s',
  ms: 'm/s',
  'km/h': 'km/h',
  kmh: 'km/h',
  kn: 'kn',
  mph: 'mph',
  'm3/s': 'm³/s',
  'm³/s': 'm³/s',
  'm3/h': 'm³/h',
  'm³/h': 'm³/h',
  m3h: 'm³/h',
  'l/s': 'l/s',
  m: 'm',
  cm: 'cm',
  mm: 'mm',
  '%': '%',
};

/** The unit that a text spells, as the catalogue writes it; undefined when it spells none. */
export function readUnit(text: string): string | undefined {
  const bare = text.trim();
  if (UNITS.some((family) => bare !== '' && bare in family)) return bare;
  return SPELLINGS[bare.toLowerCase()];
}

/**
 * How to turn values of one unit into another: `value * factor + offset`. Undefined when the units measure different
 * things; a unit that nobody knows can only be turned into itself.
 */
export function conversion(from: string, to: string): { factor: number; offset: number } | undefined {
  if (from.trim() === to.trim()) return { factor: 1, offset: 0 };
  const [source, target] = [readUnit(from) ?? from.trim(), readUnit(to) ?? to.trim()];
  if (source === target) return { factor: 1, offset: 0 };
  const family = UNITS.find((units) => source in units && target in units);
  const [a, b] = [family?.[source], family?.[target]];
  if (!a || !b) return undefined;
  return { factor: a[0] / b[0], offset: (a[1] - b[1]) / b[0] };
}
