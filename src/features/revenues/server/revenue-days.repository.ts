import type { Tx } from '../../../shared/server/tenancy.ts';
import type { FedInDay } from '../revenue.model.ts';
import { DAY_SUMS, type DayPrice, type RevenueDay } from '../revenue-day.model.ts';

interface Span {
  /** Days of the plants' calendars, both included. */
  readonly from: string;
  readonly to: string;
}

export interface KeptRevenueDay extends RevenueDay {
  readonly plant_id: number;
  readonly basis: string;
  readonly tariffs: string;
}

/** Days of plants as they are kept, ascending. */
export async function listKeptDays(
  tx: Tx,
  { plant_ids, from, to }: Span & { readonly plant_ids: readonly number[] },
): Promise<KeptRevenueDay[]> {
  const { rows } = await tx.query<KeptRevenueDay>(
    `select plant_id, day, basis, tariffs, silent, hours, produced_kwh, exported_kwh, used_kwh, produced_missing, exported_missing,
       used_missing, market_eur, unpriced_kwh, unpriced_hours, mean_price
     from revenue_day where company_id = $1 and plant_id = any($2::bigint[]) and day between $3 and $4 order by plant_id, day`,
    [tx.scope.company_id, plant_ids, from, to],
  );
  return rows;
}

type FedIn = readonly [day: string, kwh: number | null, eur: number, unpriced_kwh: number, hours: number];

/**
 * What plants fed in by those kept days that count, ascending: a text for each plant, for a row for each of their days takes twice as
 * long.
 */
export async function listFedIn(
  tx: Tx,
  plants: readonly SummedPlant[],
  { from, to }: Span,
): Promise<Map<number, FedInDay[]>> {
  const { rows } = await tx.query<{ plant_id: number; days: readonly FedIn[] | null }>(
    `select k.plant_id, json_agg(json_build_array(k.day::text, k.exported_kwh, k.market_eur, k.unpriced_kwh, k.unpriced_hours) order by k.day)
       as days
     from unnest($2::bigint[], $3::text[], $4::text[]) u (plant_id, model, tariffs)
     join revenue_day k on k.company_id = $1 and k.plant_id = u.plant_id and k.day between $5 and $6
       and k.tariffs = u.tariffs and split_part(k.basis, '.', 1) = u.model group by k.plant_id`,
    [...summed(tx, plants), from, to],
  );
  const dayOf = ([day, exported_kwh, market_eur, unpriced_kwh, unpriced_hours]: FedIn): FedInDay => ({
    day,
    exported_kwh,
    market_eur,
    unpriced_kwh,
    unpriced_hours,
  });
  return new Map(rows.map(({ plant_id, days }) => [plant_id, (days ?? []).map(dayOf)]));
}

/** What days of a plant are kept, and of what they were made. */
export async function listKeptBases(
  tx: Tx,
  { plant_id, from, to }: Span & { readonly plant_id: number },
): Promise<{ day: string; basis: string; tariffs: string }[]> {
  const { rows } = await tx.query<{ day: string; basis: string; tariffs: string }>(
    `select day, basis, tariffs from revenue_day where company_id = $1 and plant_id = $2 and day between $3 and $4`,
    [tx.scope.company_id, plant_id, from, to],
  );
  return rows;
}

export interface RevenueSum {
  plant_id: number;
  /** The first letters of its days. */
  period: string;
  days: number;
  heard: boolean;
  produced_kwh: number | null;
  exported_kwh: number | null;
  used_kwh: number | null;
  /** EUR, in cents. */
  amount_cents: number;
  has_amount: boolean;
  has_fee: boolean;
}

/** Days that are added up, both included, and what they are called together. */
export interface SummedPeriod extends Span {
  readonly period: string;
}

/** A plant, and what its kept days must have been made of to count. */
export interface SummedPlant {
  readonly plant_id: number;
  readonly model: string;
  readonly tariffs: string;
}

const summed = (tx: Tx, plants: readonly SummedPlant[]) => [
  tx.scope.company_id,
  plants.map(({ plant_id }) => plant_id),
  plants.map(({ model }) => model),
  plants.map(({ tariffs }) => tariffs),
];

/** Days of plants as they are kept: those that count, and those that were made of other devices or tariffs than there are now. */
export interface CountedDays {
  readonly counted: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

export async function listCountedDays(
  tx: Tx,
  plants: readonly SummedPlant[],
  { from, to }: Span,
): Promise<Map<number, CountedDays>> {
  const { rows } = await tx.query<{ plant_id: number; counted: string[] | null; others: string[] | null }>(
    `select d.plant_id, json_agg(d.day::text) filter (where d.counts) as counted, json_agg(d.day::text) filter (where not d.counts) as others
     from (
       select k.plant_id, k.day, k.tariffs = u.tariffs and split_part(k.basis, '.', 1) = u.model as counts
       from unnest($2::bigint[], $3::text[], $4::text[]) u (plant_id, model, tariffs)
       join revenue_day k on k.company_id = $1 and k.plant_id = u.plant_id and k.day between $5 and $6) d
     group by d.plant_id`,
    [...summed(tx, plants), from, to],
  );
  return new Map(
    rows.map(({ plant_id, counted, others }) => [
      plant_id,
      { counted: new Set(counted), others: new Set(others) },
    ]),
  );
}

/**
 * What kept days of plants come to by periods; those that were made of other devices or other tariffs than there are now are left out.
 * Each period of a plant is read by itself: sorting all days of all plants takes twice as long.
 */
export async function sumKeptDays(
  tx: Tx,
  plants: readonly SummedPlant[],
  periods: readonly SummedPeriod[],
): Promise<RevenueSum[]> {
  const { rows } = await tx.query<RevenueSum>(
    `select u.plant_id, p.period, d.days, d.heard, d.produced_kwh, d.exported_kwh, d.used_kwh, d.amount_cents, d.has_amount, d.has_fee
     from unnest($2::bigint[], $3::text[], $4::text[]) u (plant_id, model, tariffs),
       unnest($5::date[], $6::date[], $7::text[]) p (first, last, period),
       lateral (
         select count(*)::int as days, bool_or(not silent) as heard, sum(produced_kwh) as produced_kwh, sum(exported_kwh) as exported_kwh,
           sum(used_kwh) as used_kwh, sum(amount_cents)::float8 as amount_cents, bool_or(has_amount) as has_amount,
           bool_or(has_fee) as has_fee
         from revenue_day k where k.company_id = $1 and k.plant_id = u.plant_id and k.day between p.first and p.last
           and k.tariffs = u.tariffs and split_part(k.basis, '.', 1) = u.model) d
     where d.days > 0`,
    [
      ...summed(tx, plants),
      periods.map(({ from }) => from),
      periods.map(({ to }) => to),
      periods.map(({ period }) => period),
    ],
  );
  return rows;
}

/** A day to keep. */
export interface NewRevenueDay extends RevenueDay, DayPrice {
  readonly plant_id: number;
  readonly basis: string;
  readonly tariffs: string;
}

const PRICED = ['amount_cents', 'has_amount', 'has_fee'] as const;
const KEPT = ['basis', 'tariffs', 'silent', ...DAY_SUMS, ...PRICED] as const;

/** Keeps days, in place of those that were made from something else. */
export async function saveRevenueDays(tx: Tx, days: readonly NewRevenueDay[]): Promise<void> {
  if (days.length === 0) return;
  const of = (name: (typeof KEPT)[number]) => days.map((day) => day[name]);
  await tx.query(
    `insert into revenue_day (company_id, plant_id, day, basis, tariffs, silent, hours, produced_kwh, exported_kwh, used_kwh,
       produced_missing, exported_missing, used_missing, market_eur, unpriced_kwh, unpriced_hours, mean_price, amount_cents,
       has_amount, has_fee, made_at)
     select $1, u.plant_id, u.day, u.basis, u.tariffs, u.silent, u.hours, u.produced_kwh, u.exported_kwh, u.used_kwh,
       u.produced_missing, u.exported_missing, u.used_missing, u.market_eur, u.unpriced_kwh, u.unpriced_hours, u.mean_price,
       u.amount_cents, u.has_amount, u.has_fee, now()
     from unnest($2::bigint[], $3::date[], $4::text[], $5::text[], $6::boolean[], $7::int[], $8::float8[], $9::float8[],
         $10::float8[], $11::int[], $12::int[], $13::int[], $14::float8[], $15::float8[], $16::int[], $17::float8[], $18::bigint[],
         $19::boolean[], $20::boolean[])
       u (plant_id, day, basis, tariffs, silent, hours, produced_kwh, exported_kwh, used_kwh, produced_missing, exported_missing,
         used_missing, market_eur, unpriced_kwh, unpriced_hours, mean_price, amount_cents, has_amount, has_fee)
     join plants.plant p on p.company_id = $1 and p.id = u.plant_id
     order by u.plant_id, u.day
     on conflict (company_id, plant_id, day) do update set
       ${KEPT.map((name) => `${name} = excluded.${name}`).join(', ')}, made_at = excluded.made_at`,
    [tx.scope.company_id, days.map(({ plant_id }) => plant_id), days.map(({ day }) => day), ...KEPT.map(of)],
  );
}

/** Says anew what kept days of a plant bring: its tariffs are others. */
export async function repriceDays(
  tx: Tx,
  {
    plant_id,
    tariffs,
    days,
  }: {
    readonly plant_id: number;
    readonly tariffs: string;
    readonly days: readonly (DayPrice & { day: string })[];
  },
): Promise<void> {
  await tx.query(
    `update revenue_day d set tariffs = $3, amount_cents = u.amount_cents, has_amount = u.has_amount, has_fee = u.has_fee
     from unnest($4::date[], $5::bigint[], $6::boolean[], $7::boolean[]) u (day, amount_cents, has_amount, has_fee)
     where d.company_id = $1 and d.plant_id = $2 and d.day = u.day`,
    [
      tx.scope.company_id,
      plant_id,
      tariffs,
      days.map(({ day }) => day),
      ...PRICED.map((name) => days.map((day) => day[name])),
    ],
  );
}

/** Days of a plant that were kept before a day and are of another model than its own is now. */
export async function listOtherDaysBefore(
  tx: Tx,
  { plant_id, before, model }: { readonly plant_id: number; readonly before: string; readonly model: string },
): Promise<string[]> {
  const { rows } = await tx.query<{ day: string }>(
    `select day from revenue_day where company_id = $1 and plant_id = $2 and day < $3 and split_part(basis, '.', 1) <> $4 order by day`,
    [tx.scope.company_id, plant_id, before, model],
  );
  return rows.map(({ day }) => day);
}

/** Says of kept days that they stand on what a plant is made of now: they are left as they are, for their readings were let go. */
export async function restampDays(
  tx: Tx,
  { plant_id, days }: { readonly plant_id: number; readonly days: readonly { day: string; basis: string }[] },
): Promise<void> {
  if (days.length === 0) return;
  await tx.query(
    `update revenue_day k set basis = u.basis from unnest($3::date[], $4::text[]) u (day, basis)
     where k.company_id = $1 and k.plant_id = $2 and k.day = u.day`,
    [tx.scope.company_id, plant_id, days.map(({ day }) => day), days.map(({ basis }) => basis)],
  );
}

/** Lets one transaction at a time write days of each of these plants. */
export async function lockRevenueDays(tx: Tx, plant_ids: readonly number[]): Promise<void> {
  for (const id of [...plant_ids].sort((a, b) => a - b))
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('revenue_day ' || $1, $2))`, [
      String(id),
      tx.scope.company_id,
    ]);
}
