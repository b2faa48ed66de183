import type { Tx } from '../../../shared/server/tenancy.ts';
import { ITALY } from '../../../shared/units/zones.ts';
import type { LightingFaultRow } from '../lighting-reports.contract.ts';
import type { OwnTimes } from '../night.model.ts';

/** Lines of a municipality's boxes that follow the same times. */
export interface LineGroup extends OwnTimes {
  municipality_id: number;
  line: number;
  auto_mode: boolean;
  lines: number;
  /** What those take together whose load is known, and of how many it is not. */
  kw: number;
  unknown: number;
}

const GROUP = `b.municipality_id, l.line, b.auto_mode, b.turn_on_auto, b.turn_on_date, b.turn_off_auto, b.turn_off_date,
  count(*)::int as lines, coalesce(sum(coalesce(l.load_nominal_kw, p.kw)), 0) as kw,
  (count(*) filter (where coalesce(l.load_nominal_kw, p.kw) is null))::int as unknown`;
const GROUPED = `power_line l
  join lighting_box b on b.company_id = $1 and b.id = l.box_id
  left join (select box_id, line, sum(power_w) / 1000 as kw from light_point where company_id = $1 group by box_id, line) p
    on p.box_id = l.box_id and p.line = l.line`;
const IN_USE = `l.company_id = $1 and l.enabled and b.enabled and b.municipality_id is not null
  and ($2::bigint is null or b.municipality_id = $2)`;

/** Lines in use of boxes in use, by municipality, number and times. */
export async function listLineGroups(tx: Tx, comune_id: number | null): Promise<LineGroup[]> {
  const { rows } = await tx.query<LineGroup>(
    `select ${GROUP} from ${GROUPED} where ${IN_USE} group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2`,
    [tx.scope.company_id, comune_id],
    'lighting_report_groups',
  );
  return rows;
}

export interface ReportSpan {
  readonly from: string;
  readonly to: string;
  readonly comune_id: number | null;
}

/** The same of the boxes whose energy is known in a month. */
export async function listMeasuredGroups(
  tx: Tx,
  { from, to, comune_id }: ReportSpan,
): Promise<(LineGroup & { month: string })[]> {
  const { rows } = await tx.query<LineGroup & { month: string }>(
    `select ${GROUP}, d.month from ${GROUPED}
     join (select distinct box_id, to_char(day, 'YYYY-MM') as month from box_day
       where company_id = $1 and day between $3::date and $4::date) d on d.box_id = b.id
     where ${IN_USE} group by 1, 2, 3, 4, 5, 6, 7, d.month order by 1, 2`,
    [tx.scope.company_id, comune_id, from, to],
    'lighting_report_measured',
  );
  return rows;
}

export interface LitRow {
  municipality_id: number;
  month: string;
  line: number;
  /** Of how many lines the state is known. */
  lines: number;
  lit_s: number;
}

/**
 * For how long lines in use were lit, by municipality, month and number; also what is lit now, as far as it was read. One that
 * was read in the month and was dark is known too.
 */
export async function sumLit(tx: Tx, { from, to, comune_id }: ReportSpan): Promise<LitRow[]> {
  const { rows } = await tx.query<LitRow>(
    `with lit as (
       select d.box_id, d.line, to_char(d.day, 'YYYY-MM') as month, sum(d.lit_s) as lit_s from (
       select box_id, line, day, lit_s from line_day where company_id = $1 and day between $3::date and $4::date
       union all
       select l.box_id, l.line, n.day::date,
         extract(epoch from least(l.feedback_at, (n.day + interval '1 day') at time zone $5) - greatest(l.changed_at, n.day at time zone $5))
       from power_line l, generate_series(date_trunc('day', l.changed_at at time zone $5), l.feedback_at at time zone $5,
         interval '1 day') as n (day)
       where l.company_id = $1 and l.feedback and n.day::date between $3::date and $4::date
       ) d group by 1, 2, 3
     )
     select b.municipality_id, to_char(m.day, 'YYYY-MM') as month, l.line, count(*)::int as lines, coalesce(sum(t.lit_s), 0) as lit_s
     from power_line l
     join lighting_box b on b.company_id = $1 and b.id = l.box_id
     cross join generate_series($3::date::timestamp, $4::date::timestamp, interval '1 month') m (day)
     left join lit t on t.box_id = l.box_id and t.line = l.line and t.month = to_char(m.day, 'YYYY-MM')
     where ${IN_USE} and (t.lit_s is not null or (l.feedback_at >= m.day at time zone $5 and coalesce((
       select min(c.at) from power_line_change c where c.company_id = $1 and c.box_id = l.box_id and c.line = l.line),
       l.feedback_at) < (m.day + interval '1 month') at time zone $5))
     group by 1, 2, 3`,
    [tx.scope.company_id, comune_id, from, to, ITALY],
    'lighting_report_lit',
  );
  return rows;
}

export interface KwhRow {
  municipality_id: number;
  month: string;
  boxes: number;
  kwh: number;
}

/** What boxes used, by municipality and month. */
export async function sumKwh(tx: Tx, { from, to, comune_id }: ReportSpan): Promise<KwhRow[]> {
  const { rows } = await tx.query<KwhRow>(
    `select b.municipality_id, to_char(d.day, 'YYYY-MM') as month, count(distinct d.box_id)::int as boxes, sum(d.kwh) as kwh
     from box_day d join lighting_box b on b.company_id = $1 and b.id = d.box_id
     where d.company_id = $1 and d.day between $2::date and $3::date and b.municipality_id is not null
       and ($4::bigint is null or b.municipality_id = $4) group by 1, 2`,
    [tx.scope.company_id, from, to, comune_id],
    'lighting_report_kwh',
  );
  return rows;
}

/** Alarms and citizens' reports that began within these instants, by municipality, month and kind. */
export async function sumFaults(
  tx: Tx,
  { start, end, comune_id }: { readonly start: Date; readonly end: Date; readonly comune_id: number | null },
): Promise<LightingFaultRow[]> {
  const { rows } = await tx.query<LightingFaultRow>(
    `select b.municipality_id as comune_id, m.name as comune, to_char(f.began at time zone $5, 'YYYY-MM') as month, f.kind,
       count(*)::int as count, (count(*) filter (where f.ended is null))::int as open,
       avg(extract(epoch from f.ended - f.began) / 3600)::float8 as mean_hours,
       max(extract(epoch from f.ended - f.began) / 3600)::float8 as longest_hours
     from (
       select box_id, kind, date as began, end_date as ended from lighting_alarm
       where company_id = $1 and opened_at is not null and date >= $2 and date < $3
       union all
       select p.box_id, 'light_report', r.created_at, r.ended_at from light_report r
       join light_point p on p.company_id = $1 and p.id = r.light_id
       where r.company_id = $1 and r.created_at >= $2 and r.created_at < $3
     ) f
     join lighting_box b on b.company_id = $1 and b.id = f.box_id
     join municipality m on m.company_id = $1 and m.id = b.municipality_id
     where ($4::bigint is null or b.municipality_id = $4)
     group by 1, 2, 3, 4 order by lower(m.name), 1, 3, 4`,
    [tx.scope.company_id, start, end, comune_id, ITALY],
    'lighting_report_faults',
  );
  return rows;
}

export interface PellRow {
  id: number;
  istat_code: string | null;
  comune: string | null;
  pod: string;
  serial: string;
  reg_number: string;
  line: number;
  code: string;
  pole: string;
  street: string;
  lamp_kind: string;
  power_w: number | null;
  latitude: number | null;
  longitude: number | null;
  pell: Record<string, string | number | boolean>;
}

/** Light points by number, those after one, with their box and municipality. */
export async function listPell(
  tx: Tx,
  {
    comune_id,
    after,
    limit,
  }: { readonly comune_id: number | null; readonly after: number; readonly limit: number },
): Promise<PellRow[]> {
  const { rows } = await tx.query<PellRow>(
    `select p.id, m.istat_code, m.name as comune, b.pod, b.serial, b.reg_number, p.line, p.code, p.pole, p.street, p.lamp_kind,
       p.power_w, p.latitude, p.longitude, p.pell
     from light_point p join lighting_box b on b.company_id = $1 and b.id = p.box_id
     left join municipality m on m.company_id = $1 and m.id = b.municipality_id
     where p.company_id = $1 and p.id > $2 and ($3::bigint is null or b.municipality_id = $3) order by p.id limit $4`,
    [tx.scope.company_id, after, comune_id, limit],
  );
  return rows;
}
