import type { Tx } from '../../../shared/server/tenancy.ts';
import type { AskedProvider } from '../../weather/weather.model.ts';
import { BESIDE, type ExpectedDay, PAIRED, type PairedSums } from '../expected-day.model.ts';
import type { DaySums } from '../figures.model.ts';
import { horizontalBits, horizontalOf, INPUTS, TEMPERATURES } from '../inputs.model.ts';
import { packHours, unpackHours } from './packed-hours.ts';

/** What is kept of a day beside its sums. */
export interface Kept {
  readonly plant_id: number;
  readonly basis: string;
  readonly neighbour_id: number | null;
  readonly weather_provider: AskedProvider | null;
}

export type KeptSums = Kept & DaySums;
export type KeptDay = Kept & Omit<ExpectedDay, 'start'>;

interface SumsRow extends Kept {
  day: string;
  inputs: number[];
  temperature: number;
  measured: boolean;
  sun_hours: number;
  missing_hours: number;
  day_kwh: number | null;
  horizontal_kwh_m2: number | null;
  /** A bit for each place among HORIZONTAL. */
  horizontal_from: number;
  /** Those of PAIRED, then those of BESIDE. */
  sums: number[];
}

const SUMS =
  'plant_id, day, basis, inputs, temperature, measured, sun_hours, missing_hours, day_kwh, sums, horizontal_kwh_m2, horizontal_from, neighbour_id, weather_provider';
const BETWEEN =
  'where company_id = $1 and plant_id = any($2::bigint[]) and day >= $3 and day <= $4 order by plant_id, day';

const sumsOf = ({
  sums,
  inputs,
  temperature,
  horizontal_kwh_m2: kwh_m2,
  horizontal_from,
  ...row
}: SumsRow): KeptSums => ({
  ...row,
  horizontal: kwh_m2 === null ? null : { kwh_m2, from: horizontalOf(horizontal_from) },
  inputs: inputs.map((place) => INPUTS[place] ?? 'clear_sky'),
  temperature: TEMPERATURES[temperature] ?? 'latitude',
  sums: Object.fromEntries(PAIRED.map((name, place) => [name, sums[place] ?? 0])) as unknown as PairedSums,
  specific_yield: sums[PAIRED.length] ?? 0,
  unknown_hours: sums[PAIRED.length + 1] ?? 0,
  irradiation_kwh_m2: Number.isNaN(sums[PAIRED.length + 2] ?? Number.NaN)
    ? null
    : (sums[PAIRED.length + 2] ?? null),
});

interface Query {
  readonly plant_ids: readonly number[];
  /** First and last day, both included. */
  readonly from: string;
  readonly to: string;
}

/** Days that are kept, without their hours. */
export async function listSums(tx: Tx, { plant_ids, from, to }: Query): Promise<KeptSums[]> {
  const { rows } = await tx.query<SumsRow>(
    `select ${SUMS} from expected_day ${BETWEEN}`,
    [tx.scope.company_id, plant_ids, from, to],
    'forecast_sums',
  );
  return rows.map(sumsOf);
}

/** Days that are kept, with their hours. */
export async function listDays(tx: Tx, { plant_ids, from, to }: Query): Promise<KeptDay[]> {
  const { rows } = await tx.query<SumsRow & { hours: Buffer }>(
    `select ${SUMS}, hours from expected_day ${BETWEEN}`,
    [tx.scope.company_id, plant_ids, from, to],
    'forecast_days',
  );
  return rows.map(({ hours, ...row }) => {
    const lists = unpackHours(hours, row.inputs.length);
    return { ...sumsOf(row), ...lists, hours: lists.expected.length };
  });
}

/** Keeps days, in place of those that were made from something else. */
export async function saveDays(tx: Tx, days: readonly (Kept & ExpectedDay)[]): Promise<void> {
  if (days.length === 0) return;
  const list = (numbers: readonly number[]) => `{${numbers.join(',')}}`;
  await tx.query(
    `insert into expected_day (company_id, plant_id, day, basis, inputs, temperature, measured, sun_hours, missing_hours,
                               day_kwh, sums, hours, neighbour_id, weather_provider, horizontal_kwh_m2, horizontal_from, made_at)
     select $1, u.plant_id, u.day, u.basis, u.inputs::smallint[], u.temperature, u.measured, u.sun_hours, u.missing_hours, u.day_kwh,
            u.sums::float8[], u.hours, u.neighbour_id, u.weather_provider, u.horizontal_kwh_m2, u.horizontal_from, now()
     from unnest($2::bigint[], $3::date[], $4::text[], $5::text[], $6::smallint[], $7::bool[], $8::smallint[], $9::float8[],
                 $10::text[], $11::bytea[], $12::bigint[], $13::float8[], $14::text[], $15::float8[], $16::smallint[])
       u (plant_id, day, basis, inputs, temperature, measured, sun_hours, missing_hours, sums, hours, neighbour_id,
          day_kwh, weather_provider, horizontal_kwh_m2, horizontal_from)
     join plants.plant p on p.company_id = $1 and p.id = u.plant_id
     order by u.plant_id, u.day
     on conflict (company_id, plant_id, day) do update set
       basis = excluded.basis, inputs = excluded.inputs, temperature = excluded.temperature, measured = excluded.measured,
       sun_hours = excluded.sun_hours, missing_hours = excluded.missing_hours, day_kwh = excluded.day_kwh,
       sums = excluded.sums, hours = excluded.hours,
       horizontal_kwh_m2 = excluded.horizontal_kwh_m2, horizontal_from = excluded.horizontal_from,
       neighbour_id = excluded.neighbour_id, weather_provider = excluded.weather_provider, made_at = excluded.made_at`,
    [
      tx.scope.company_id,
      days.map((one) => one.plant_id),
      days.map((one) => one.day),
      days.map((one) => one.basis),
      days.map((one) => list(one.inputs.map((input) => INPUTS.indexOf(input)))),
      days.map((one) => TEMPERATURES.indexOf(one.temperature)),
      days.map((one) => one.measured),
      days.map((one) => one.sun_hours),
      days.map((one) => one.missing_hours),
      days.map((one) =>
        list([...PAIRED.map((name) => one.sums[name]), ...BESIDE.map((name) => one[name] ?? Number.NaN)]),
      ),
      days.map((one) => packHours(one)),
      days.map((one) => one.neighbour_id),
      days.map((one) => one.day_kwh),
      days.map((one) => one.weather_provider),
      days.map((one) => one.horizontal?.kwh_m2 ?? null),
      days.map((one) => horizontalBits(one.horizontal?.from ?? [])),
    ],
  );
}
