import { z } from 'zod';
import { type CloudQuarter, NOTHING_TOLD } from '../../cloud-readings.model.ts';
import { type AskedSite, localTime, type Vendor } from './vendor.ts';

/** kW and kWh of the units that the API names. */
const FACTORS: Readonly<Record<string, number>> = {
  W: 0.001,
  KW: 1,
  MW: 1000,
  WH: 0.001,
  KWH: 1,
  MWH: 1000,
  GWH: 1_000_000,
  PERCENTAGE: 1,
  PERCENTAGE_100: 1,
};
const MAX_HOURS = 7 * 24;
/** More quarters of an hour than a question is of are no answer. */
const MAX_VALUES = MAX_HOURS * 4 + 8;
const MAX_DEVICES = 100;

const Series = z.object({
  unit: z.string().max(40),
  values: z
    .array(z.object({ timestamp: z.iso.datetime({ offset: true }), value: z.number().nullish() }))
    .max(MAX_VALUES),
});
const Devices = z
  .record(z.string().max(100), z.record(z.string().max(100), z.unknown()))
  .refine((devices) => Object.keys(devices).length <= MAX_DEVICES);
const Inverters = z.object({ inverters: Devices });
const Meters = z.object({ meters: Devices });
const Storage = z.object({ storage: Devices });

type Metric = ReadonlyMap<number, number | null>;
type DevicesAnswer = z.output<typeof Devices>;

/** What devices told of a metric together, by the begin of each quarter: null where one that has the metric did not tell. */
function metricOf(devices: DevicesAnswer, name: string): Metric {
  const having = Object.values(devices).flatMap(({ [name]: series }) =>
    series === undefined ? [] : [Series.parse(series)],
  );
  const sums = new Map<number, { sum: number; told: number }>();
  for (const { unit, values } of having) {
    const factor = FACTORS[unit.toUpperCase()];
    for (const { timestamp, value } of values) {
      const at = Date.parse(timestamp);
      const { sum, told } = sums.get(at) ?? { sum: 0, told: 0 };
      const isTold = value != null && factor !== undefined;
      sums.set(at, isTold ? { sum: sum + value * factor, told: told + 1 } : { sum, told });
    }
  }
  return new Map([...sums].map(([at, { sum, told }]) => [at, told === having.length ? sum : null]));
}

/** A share below which what a battery holds says too little of what it could hold. */
const MIN_CHARGE_PCT = 20;
/** Charge is what remains by what is usable: both together say what the battery can hold. */
const capacityOf = (remaining_kwh: number | null, charge_pct: number | null): number | null =>
  remaining_kwh === null || charge_pct === null || charge_pct < MIN_CHARGE_PCT
    ? null
    : (100 * remaining_kwh) / charge_pct;

const minus = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a - b;

/** Of batteries together a share is the mean. */
function meanOf(devices: DevicesAnswer, name: string): Metric {
  const many = Object.values(devices).filter((metrics) => metrics[name] !== undefined).length;
  return new Map(
    [...metricOf(devices, name)].map(([at, sum]) => [at, sum === null ? null : sum / Math.max(1, many)]),
  );
}

function readQuarters(
  inverters: DevicesAnswer,
  meters: DevicesAnswer,
  storage: DevicesAnswer,
): CloudQuarter[] {
  const told = {
    produced_kwh: metricOf(inverters, 'energy'),
    produced_kw: metricOf(inverters, 'power'),
    imported_kwh: metricOf(meters, 'importEnergy'),
    exported_kwh: metricOf(meters, 'exportEnergy'),
    imported_kw: metricOf(meters, 'importPower'),
    exported_kw: metricOf(meters, 'exportPower'),
    charged_kwh: metricOf(storage, 'chargeEnergy'),
    discharged_kwh: metricOf(storage, 'dischargeEnergy'),
    charge_kw: metricOf(storage, 'chargePower'),
    discharge_kw: metricOf(storage, 'dischargePower'),
    charge_pct: meanOf(storage, 'stateOfEnergy'),
    remaining_kwh: metricOf(storage, 'remainingEnergy'),
  };
  const starts = [...new Set(Object.values(told).flatMap((metric) => [...metric.keys()]))].sort(
    (a, b) => a - b,
  );
  return starts.map((at) => {
    const of = (name: keyof typeof told): number | null => told[name].get(at) ?? null;
    return {
      ...NOTHING_TOLD,
      at,
      produced_kwh: of('produced_kwh'),
      produced_kw: of('produced_kw'),
      imported_kwh: of('imported_kwh'),
      exported_kwh: of('exported_kwh'),
      grid_kw: minus(of('exported_kw'), of('imported_kw')),
      charged_kwh: of('charged_kwh'),
      discharged_kwh: of('discharged_kwh'),
      battery_kw: minus(of('discharge_kw'), of('charge_kw')),
      charge_pct: of('charge_pct'),
      capacity_kwh: capacityOf(of('remaining_kwh'), of('charge_pct')),
    };
  });
}

/**
 * SolarEdge Monitoring API V2 (api-docs.solaredge.com; V1 ended on 3 November 2026, and with it its questions of many sites at
 * once): telemetry of a site's devices by quarters of an hour. Twelve hours at once are documented, seven days are answered
 * (ADR 0074). A stamp marks the begin of its quarter; a question's times are those of the site.
 */
export const solarEdge: Vendor = {
  url: 'https://monitoringapi.solaredge.com',
  most_hours: MAX_HOURS,
  sure_hours: 12,
  headers: (key) => ({ 'x-api-key': key }),
  questions({ site_id, time_zone, with_storage, from, to }: AskedSite) {
    const window = new URLSearchParams({
      resolution: 'QUARTER_HOUR',
      from: localTime(time_zone, from),
      to: localTime(time_zone, to),
    });
    const families = ['inverters', 'meters', ...(with_storage ? ['storage'] : [])];
    return families.map((family) => `/v2/sites/${encodeURIComponent(site_id)}/${family}/telemetry?${window}`);
  },
  read([inverters, meters, storage]) {
    return readQuarters(
      Inverters.parse(inverters).inverters,
      Meters.parse(meters).meters,
      storage === undefined ? {} : Storage.parse(storage).storage,
    );
  },
};
