import { insertRows } from '../../../shared/server/columns.ts';
import { epochMs } from '../../../shared/server/epoch-ms.ts';
import type { PageQuery } from '../../../shared/server/http/pages.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { AlarmCode } from '../../notifications/alarm-codes.model.ts';
import { type KeptSuggestion, type NewSuggestion, sumOfDays } from '../keep-suggestions.model.ts';

export type SuggestionOfPlant = KeptSuggestion & { readonly plant_id: number };

/** Suggestions of plants that touch a window (epoch ms), or last, in the order of their numbers. */
export async function listSuggestionsWithin(
  tx: Tx,
  { plant_ids, start, end }: { plant_ids: readonly number[]; start: number; end: number },
): Promise<SuggestionOfPlant[]> {
  const { rows } = await tx.query<SuggestionOfPlant>(
    `select g.id, g.plant_id, g.device_ids, ${epochMs('g.start_at')} as start, ${epochMs('g.stop_at')} as stop, g.kind, g.state, g.evidence
     from downtime_suggestion g
     where g.company_id = $1 and g.plant_id = any($2::bigint[]) and g.start_at < $4 and (g.stop_at is null or g.stop_at > $3)
     order by g.id for update`,
    [tx.scope.company_id, plant_ids, new Date(start), new Date(end)],
  );
  return rows;
}

const columnsOf = (one: NewSuggestion) => ({
  device_ids: `{${one.device_ids.join(',')}}`,
  start_at: new Date(one.start),
  stop_at: one.stop === null ? null : new Date(one.stop),
  kind: one.kind,
  ...sumOfDays(one.evidence),
  evidence: JSON.stringify(one.evidence),
});

/** Adds suggestions of a plant; answers their numbers. */
export async function insertSuggestions(
  tx: Tx,
  plant_id: number,
  added: readonly NewSuggestion[],
): Promise<number[]> {
  if (added.length === 0) return [];
  const { company_id } = tx.scope;
  const rows = added.map((one) => ({ company_id, plant_id, ...columnsOf(one) }));
  const made = await insertRows<{ id: number }>(tx, 'downtime_suggestion', rows, 'returning id');
  return made.map(({ id }) => id);
}

/** Writes suggestions anew; their versions rise, so that who decides on one sees what it has become. */
export async function updateSuggestion(
  tx: Tx,
  { id, ...one }: NewSuggestion & { readonly id: number },
): Promise<void> {
  const { device_ids, start_at, stop_at, kind, energy_kwh, share, evidence } = columnsOf(one);
  await tx.query(
    `update downtime_suggestion set device_ids = $3, start_at = $4, stop_at = $5, kind = $6, energy_kwh = $7, share = $8, evidence = $9,
            version = version + 1
     where company_id = $1 and id = $2`,
    [tx.scope.company_id, id, device_ids, start_at, stop_at, kind, energy_kwh, share, evidence],
  );
}

/** Writes what a person has decided on a suggestion. */
export async function decideSuggestion(
  tx: Tx,
  id: number,
  { state, reason = '', downtime_id = null }: { state: string; reason?: string; downtime_id?: number | null },
): Promise<void> {
  await tx.query(
    `update downtime_suggestion set state = $3, reason = $4, downtime_id = $5, version = version + 1
     where company_id = $1 and id = $2`,
    [tx.scope.company_id, id, state, reason, downtime_id],
  );
}

/** A suggestion as it is held until the transaction ends. */
export type HeldSuggestion = SuggestionOfPlant & { readonly version: number };

export async function holdSuggestion(tx: Tx, id: number): Promise<HeldSuggestion | undefined> {
  const { rows } = await tx.query<HeldSuggestion>(
    `select g.id, g.plant_id, g.device_ids, ${epochMs('g.start_at')} as start, ${epochMs('g.stop_at')} as stop, g.kind, g.state, g.evidence,
            g.version
     from downtime_suggestion g
     where g.company_id = $1 and g.id = $2 and ($3::bigint[] is null or g.plant_id = any($3)) for update`,
    [tx.scope.company_id, id, plantFilter(tx.scope)],
  );
  return rows[0];
}

/** A suggestion as it is answered, but for the alarms of its time. */
export interface SuggestionRow extends SuggestionOfPlant {
  readonly proj_code: string;
  readonly plant_name: string;
  readonly time_zone: string;
  readonly devices: { device_id: number; short_name: string }[];
  readonly share: number;
  readonly energy_kwh: number;
  readonly reason: string;
  readonly downtime_id: number | null;
  readonly found_at: Date;
  readonly version: number;
}

const ROW = `g.id, g.plant_id, p.proj_code, p.name as plant_name, p.time_zone, g.device_ids,
  (select coalesce(jsonb_agg(jsonb_build_object('device_id', v.id, 'short_name', v.short_name) order by v.short_name, v.id), '[]')
   from plants.device v where v.company_id = $1 and v.id = any(g.device_ids)) as devices,
  ${epochMs('g.start_at')} as start, ${epochMs('g.stop_at')} as stop, g.kind, g.share, g.energy_kwh, g.state, g.reason, g.downtime_id,
  g.evidence, g.found_at, g.version`;
const OF_PLANT = 'downtime_suggestion g join plants.plant p on p.company_id = $1 and p.id = g.plant_id';

/** Suggestions of these numbers that the scope may see, the latest first. */
export async function listSuggestionRows(tx: Tx, ids: readonly number[]): Promise<SuggestionRow[]> {
  const { rows } = await tx.query<SuggestionRow>(
    `select ${ROW} from ${OF_PLANT} where g.company_id = $1 and g.id = any($2::bigint[]) order by g.start_at desc, g.id desc`,
    [tx.scope.company_id, ids],
    'downtimes_suggestions',
  );
  return rows;
}

/** A page of the suggestions in a state, the latest first, and how many there are in all. */
export async function pageOfSuggestions(
  tx: Tx,
  { state, plant_id }: { state: string; plant_id: number | null },
  { page, page_size }: PageQuery,
): Promise<{ count: number; ids: number[] }> {
  const where = `g.company_id = $1 and g.state = $2 and ($3::bigint is null or g.plant_id = $3)
    and ($4::bigint[] is null or g.plant_id = any($4))`;
  const values = [tx.scope.company_id, state, plant_id, plantFilter(tx.scope)];
  const counted = await tx.query<{ count: number }>(
    `select count(*)::int as count from downtime_suggestion g where ${where}`,
    values,
  );
  const { rows } = await tx.query<{ id: number }>(
    `select g.id from downtime_suggestion g where ${where} order by g.start_at desc, g.id desc limit $5 offset $6`,
    [...values, page_size, (page - 1) * page_size],
  );
  return { count: counted.rows[0]?.count ?? 0, ids: rows.map(({ id }) => id) };
}

/** An alarm of a plant's time. */
export interface AlarmWithin {
  readonly plant_id: number;
  readonly id: number;
  readonly device_id: number | null;
  readonly code: AlarmCode;
  readonly date: Date;
  readonly end_date: Date | null;
}

/** Alarms that readings gave, of plants, that were open at some time of a window (epoch ms), the first first. */
export async function listAlarmsWithin(
  tx: Tx,
  { plant_ids, start, end }: { plant_ids: readonly number[]; start: number; end: number },
): Promise<AlarmWithin[]> {
  const { rows } = await tx.query<AlarmWithin>(
    `select a.plant_id, a.id, a.device_id, a.code, a.date, a.end_date from alarms.alarm a
     where a.company_id = $1 and a.plant_id = any($2::bigint[]) and a.date < $4 and (a.end_date is null or a.end_date > $3)
       and a.raised_for = ''
     order by a.date, a.id`,
    [tx.scope.company_id, plant_ids, new Date(start), new Date(end)],
    'downtimes_alarms_within',
  );
  return rows;
}

/** Alarms of these numbers that the scope may see. */
export async function listAlarmsOf(tx: Tx, ids: readonly number[]): Promise<AlarmWithin[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<AlarmWithin>(
    `select a.plant_id, a.id, a.device_id, a.code, a.date, a.end_date from alarms.alarm a
     where a.company_id = $1 and a.id = any($2::bigint[]) order by a.date, a.id`,
    [tx.scope.company_id, [...new Set(ids)]],
    'downtimes_alarms_of',
  );
  return rows;
}
