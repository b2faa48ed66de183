import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompanyRules } from '../src/features/alarms/alarm-rules.model.ts';
import { PlantReplay } from '../src/features/alarms/server/replay/plant-replay.ts';
import type { DeviceFacts } from '../src/features/alarms/server/watched.repository.ts';
import type { Readings } from '../src/features/measurements/columns.model.ts';
import { EVALUATED_CODES, type EvaluatedCode } from '../src/features/notifications/alarm-codes.model.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/shared/units/zones.ts';

// Lets the evaluator of alarms look at published series of real plants and prints what it raised beside what is documented:
// MERIDIANA_REAL_SERIES=<folder of the series> node scripts/launch.mjs scripts/real-series.ts. Sources and findings: docs/alarms.md.

const RHYTHM_S = 900;
const QUANTITIES = {
  ac_power_kw: 'kW',
  energy_export_kwh: 'kWh',
  irradiance_poa_wm2: 'W/m²',
  ambient_temperature_c: '°C',
  module_temperature_c: '°C',
} as const;
type Quantity = keyof typeof QUANTITIES;

interface Series {
  readonly title: string;
  readonly file: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly nominal_kw: number;
  /** Epoch ms of a row's first cell that tells the time. */
  readonly timeOf: (cells: readonly string[]) => number;
  /** Columns by quantity, and what a number there is times. */
  readonly inverter: Partial<Record<Quantity, readonly [column: number, factor: number]>>;
  readonly weather: Partial<Record<Quantity, readonly [column: number, factor: number]>>;
  /** What is documented of it: a stretch, and the alarms of which one should tell of it. */
  readonly events: readonly Documented[];
  /** A column that marks its rows as wrong: each stretch of them is documented. */
  readonly marks?: { readonly column: number; readonly codes: readonly EvaluatedCode[] };
}

interface Documented {
  readonly name: string;
  readonly from: string;
  readonly until: string;
  readonly codes: readonly EvaluatedCode[];
}

const withZone = (cells: readonly string[]) => Date.parse((cells[0] ?? '').replace(' ', 'T'));
/** `9/14/2018 2:15` of a clock so many hours from UTC. */
const american = (column: number, offset_h: number) => (cells: readonly string[]) => {
  const [, month, day, year, hour, minute] =
    /(\d+)\/(\d+)\/(\d+) (\d+):(\d+)/.exec(cells[column] ?? '') ?? [];
  return (
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) - offset_h * HOUR_MS
  );
};

const SERIES: readonly Series[] = [
  {
    title: 'pvOps, plant R27, the hurricane of September 2018',
    file: 'pvops_example_perf_data.csv',
    // The metadata say -81 and -36: longitude and latitude in each other's place, one with a wrong sign.
    latitude: 36,
    longitude: -81,
    nominal_kw: 475,
    timeOf: american(1, -4),
    inverter: { ac_power_kw: [3, 1], energy_export_kwh: [4, 1] },
    weather: { irradiance_poa_wm2: [5, 1] },
    events: [
      {
        name: 'outage of its ticket, 14 September 10:30 to 16 September 16:45',
        from: '2018-09-14T14:30:00Z',
        until: '2018-09-16T20:45:00Z',
        codes: ['no_production', 'no_data'],
      },
    ],
  },
  {
    title: 'PVDAQ system 50, 2012',
    file: 'pvanalytics_system50_ac_power_2012_15min.csv',
    latitude: 39.74,
    longitude: -105.17,
    nominal_kw: 6,
    timeOf: withZone,
    inverter: { ac_power_kw: [1, 0.001] },
    weather: {},
    events: [
      {
        name: 'nothing produced on 16 August',
        from: '2012-08-16T13:00:00Z',
        until: '2012-08-17T02:00:00Z',
        codes: ['no_production'],
      },
    ],
  },
  {
    title: 'pvanalytics, inverter 2173, stretches that stand still',
    file: 'pvanalytics_ac_power_inv_2173_stale_data.csv',
    // Where it stands is not told: its clock says when the sun is highest.
    latitude: 39.7,
    longitude: 0,
    nominal_kw: 1,
    timeOf: withZone,
    inverter: { ac_power_kw: [1, 1] },
    weather: {},
    events: [],
    marks: { column: 2, codes: ['readings_still'] },
  },
  {
    title: 'pvanalytics, inverter 7539, outliers',
    file: 'pvanalytics_ac_power_inv_7539_outliers.csv',
    // Where it stands is not told: its clock says when the sun is highest.
    latitude: 39.7,
    longitude: -12,
    nominal_kw: 1,
    timeOf: withZone,
    inverter: { ac_power_kw: [1, 1] },
    weather: {},
    events: [],
    marks: { column: 2, codes: ['readings_implausible'] },
  },
  {
    title: 'pvanalytics, snow of January 2022',
    file: 'pvanalytics_snow_data.csv',
    // By the height of the sun that the file tells.
    latitude: 44.5,
    longitude: -72.5,
    nominal_kw: 40,
    timeOf: american(0, -5),
    inverter: { ac_power_kw: [4, 1] },
    weather: { irradiance_poa_wm2: [1, 1], module_temperature_c: [5, 1], ambient_temperature_c: [6, 1] },
    events: [],
  },
];

type Columns = Series['inverter'];

function factsOf(device_id: number, columns: Columns, nominal_power: number | null): DeviceFacts {
  return {
    plant_id: 1,
    device_id,
    short_name: device_id === 1 ? 'INV1' : 'METEO',
    category: device_id === 1 ? 'inverter' : 'weather_station',
    port_id: 1,
    section_id: null,
    nominal_power,
    rhythm_s: RHYTHM_S,
    polled: true,
    created_at: 0,
    slots: (Object.keys(columns) as Quantity[]).map((quantity, slot) => ({
      slot,
      name: quantity,
      quantity,
      unit: QUANTITIES[quantity],
      rhythm_s: RHYTHM_S,
      value_table: null,
    })),
  };
}

interface Row {
  readonly ts: number;
  readonly cells: readonly string[];
}

/** A device's readings: a row in which none of its cells says anything is none. */
function readingsOf(rows: readonly Row[], columns: Columns): Readings {
  const wanted = Object.values(columns);
  const numberIn = ({ cells }: Row, [column, factor]: readonly [number, number]) => {
    const text = (cells[column] ?? '').trim();
    return text === '' ? Number.NaN : Number(text) * factor;
  };
  const spoken = rows.filter((row) => wanted.some((one) => !Number.isNaN(numberIn(row, one))));
  return {
    ts: Float64Array.from(spoken, ({ ts }) => ts),
    columns: wanted.map((one) => ({
      values: Float64Array.from(spoken, (row) => numberIn(row, one)),
      quality: null,
    })),
  };
}

function rowsOf(folder: string, { file, timeOf }: Series): Row[] {
  const lines = readFileSync(join(folder, file), 'utf8').split(/\r?\n/).slice(1);
  const rows = lines.filter(Boolean).map((line) => {
    const cells = line.split(',');
    return { ts: timeOf(cells), cells };
  });
  return rows.filter(({ ts }) => !Number.isNaN(ts)).sort((a, b) => a.ts - b.ts);
}

interface Raised {
  readonly code: EvaluatedCode;
  readonly from: number;
  readonly to: number;
}

function raisedOf(
  series: Series,
  rows: readonly Row[],
  codes: readonly EvaluatedCode[] = EVALUATED_CODES,
): Raised[] {
  const start = rows[0]?.ts ?? 0;
  const end = (rows.at(-1)?.ts ?? 0) + MINUTE_MS;
  const hasWeather = Object.keys(series.weather).length > 0;
  const parts = [series.inverter, ...(hasWeather ? [series.weather] : [])];
  const readings = parts.map((columns) => readingsOf(rows, columns));
  const { latitude, longitude, nominal_kw } = series;
  return codes.flatMap((code) => {
    const replay = new PlantReplay({
      plant: {
        plant_id: 1,
        proj_code: 'REAL',
        production_type: 'photovoltaic',
        latitude,
        longitude,
        created_at: 0,
      },
      devices: parts.map((columns, i) => factsOf(i + 1, columns, i === 0 ? nominal_kw : null)),
      ports: [{ port_id: 1, name: 'logger' }],
      start,
      step_ms: 5 * MINUTE_MS,
      rules: [new CompanyRules([])],
      counted: { code, device_id: null },
    });
    replay.run(readings, end);
    const [alarms = []] = replay.raised(start);
    return alarms.map(({ opened_at, began_at, end: to }) => ({
      code,
      from: Math.min(began_at, opened_at),
      to: to ?? end,
    }));
  });
}

interface Marked {
  readonly from: number;
  readonly until: number;
}

/** Stretches of rows that are marked as wrong; one that is marked alone lasts until the next. */
function markedOf(rows: readonly Row[], column: number): Marked[] {
  const found: Marked[] = [];
  let from: number | null = null;
  for (const { ts, cells } of rows) {
    if ((cells[column] ?? '').trim().toLowerCase() === 'true') from ??= ts;
    else if (from !== null) {
      found.push({ from, until: ts });
      from = null;
    }
  }
  return found;
}

/** Each stretch is looked for with the others taken out, so that none is found by its neighbour's alarm. */
function tellMarks(series: Series, rows: readonly Row[]): void {
  if (!series.marks) return;
  const { column, codes } = series.marks;
  const marked = markedOf(rows, column);
  const isIn = ({ ts }: Row, { from, until }: Marked) => ts >= from && ts < until;
  const without = (kept?: Marked) =>
    rows.filter((row) => !marked.some((one) => one !== kept && isIn(row, one)));
  for (const one of marked) {
    const alarms = raisedOf(series, without(one), codes);
    const found = alarms.some(({ from, to }) => from < one.until && to > one.from);
    console.log(`  ${found ? 'found' : 'MISSED'}: marked ${minuteOf(one.from)} – ${minuteOf(one.until)}`);
  }
  console.log(`  without what is marked: ${raisedOf(series, without(), codes).length} ${codes.join(', ')}`);
}

const minuteOf = (ts: number) => new Date(ts).toISOString().slice(0, 16);

function tell(folder: string, series: Series): void {
  const rows = rowsOf(folder, series);
  const raised = raisedOf(series, rows);
  const days = Math.round(((rows.at(-1)?.ts ?? 0) - (rows[0]?.ts ?? 0)) / DAY_MS);
  console.log(`\n${series.title}: ${rows.length} rows, ${days} days`);
  const expected = new Set<Raised>();
  for (const { name, from, until, codes } of series.events) {
    const own = raised.filter(
      (alarm) => codes.includes(alarm.code) && alarm.from < Date.parse(until) && alarm.to > Date.parse(from),
    );
    for (const alarm of own) expected.add(alarm);
    console.log(`  ${own.length > 0 ? 'found' : 'MISSED'}: ${name}`);
  }
  tellMarks(series, rows);
  for (const alarm of raised)
    console.log(
      `  ${expected.has(alarm) ? ' of it' : 'other'} ${alarm.code} ${minuteOf(alarm.from)} – ${minuteOf(alarm.to)}`,
    );
}

const folder = process.env.MERIDIANA_REAL_SERIES;
if (!folder) {
  console.log('MERIDIANA_REAL_SERIES names no folder: nothing was looked at');
} else {
  for (const series of SERIES) tell(folder, series);
}
