import type { Given } from '../../../shared/server/changed-fields.ts';
import { assignments } from '../../../shared/server/columns.ts';
import { within } from '../../../shared/server/like.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { LightPoint } from '../lighting-fields.contract.ts';

/** Whether a lamp burns: behind a breaker that has tripped none does, whatever its line's contactor says. */
const IS_LIT = '(l.feedback and l.breaker_tripped is not true)';
export const LIGHT = `p.id, p.box_id, b.serial, p.line, p.code, p.lamp_kind, p.power_w, p.pole, p.street, p.latitude, p.longitude,
  p.pell, ${IS_LIT} as is_lit, p.version,
  (select count(*)::int from light_report r where r.company_id = $1 and r.light_id = p.id and r.state = 'open') as open_reports`;
export const FROM = `light_point p
  join lighting_box b on b.company_id = $1 and b.id = p.box_id
  left join power_line l on l.company_id = $1 and l.box_id = p.box_id and l.line = p.line`;

export interface LightFilter {
  readonly box_id: number | null;
  readonly municipality_id: number | null;
  readonly line: number | null;
  readonly search: string | null;
}

/** Light points by their code, a page of them. */
export async function pageOfLights(
  tx: Tx,
  of: LightFilter,
  { page, page_size }: { readonly page: number; readonly page_size: number },
): Promise<{ results: LightPoint[]; count: number }> {
  const filter = [of.box_id, of.municipality_id, of.line, of.search === null ? null : within(of.search)];
  const where = `p.company_id = $1 and ($2::bigint is null or p.box_id = $2) and ($3::bigint is null or b.municipality_id = $3)
    and ($4::int is null or p.line = $4)
    and ($5::text is null or p.code ilike $5 or p.street ilike $5 or p.pole ilike $5)`;
  const { rows } = await tx.query<LightPoint>(
    `select ${LIGHT} from ${FROM} where ${where} order by p.code, p.id limit $6 offset $7`,
    [tx.scope.company_id, ...filter, page_size, (page - 1) * page_size],
  );
  const { rows: counted } = await tx.query<{ count: number }>(
    `select count(*)::int as count from light_point p join lighting_box b on b.company_id = $1 and b.id = p.box_id where ${where}`,
    [tx.scope.company_id, ...filter],
  );
  return { results: rows, count: counted[0]?.count ?? 0 };
}

export async function findLight(
  tx: Tx,
  { id, municipality_id }: { readonly id: number; readonly municipality_id: number | null },
): Promise<LightPoint | undefined> {
  const { rows } = await tx.query<LightPoint>(
    `select ${LIGHT} from ${FROM}
     where p.company_id = $1 and p.id = $2 and ($3::bigint is null or b.municipality_id = $3)`,
    [tx.scope.company_id, id, municipality_id],
  );
  return rows[0];
}

export type LightChange = Given<
  Pick<
    LightPoint,
    | 'box_id'
    | 'line'
    | 'code'
    | 'lamp_kind'
    | 'power_w'
    | 'pole'
    | 'street'
    | 'latitude'
    | 'longitude'
    | 'pell'
  >
>;

export async function updateLight(tx: Tx, id: number, { pell, ...fields }: LightChange): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const changes = assignments({ ...fields, ...(pell && { pell: JSON.stringify(pell) }) }, values);
  await tx.query(
    `update light_point set version = version + 1${changes} where company_id = $1 and id = $2`,
    values,
  );
}

/** Deletes a light point with its reports; answers the code that it had. */
export async function deleteLight(tx: Tx, id: number): Promise<string | undefined> {
  const { rows } = await tx.query<{ code: string }>(
    'delete from light_point where company_id = $1 and id = $2 returning code',
    [tx.scope.company_id, id],
  );
  return rows[0]?.code;
}

/** Whether another light point has the code. */
export async function isCodeTaken(
  tx: Tx,
  { code, id }: { readonly code: string; readonly id: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from light_point where company_id = $1 and code = $2 and id <> $3',
    [tx.scope.company_id, code, id],
  );
  return rowCount > 0;
}

export interface KindRow {
  lamp_kind: LightPoint['lamp_kind'];
  count: number;
  lit: number;
  dark: number;
  unknown: number;
  reported: number;
  power_kw: number | null;
}

/** Light points of a municipality by their kind. */
export async function countKinds(tx: Tx, municipality_id: number): Promise<KindRow[]> {
  const { rows } = await tx.query<KindRow>(
    `select p.lamp_kind, count(*)::int as count, (count(*) filter (where ${IS_LIT}))::int as lit,
       (count(*) filter (where not ${IS_LIT}))::int as dark, (count(*) filter (where ${IS_LIT} is null))::int as unknown,
       (count(*) filter (where exists (
         select from light_report r where r.company_id = $1 and r.light_id = p.id and r.state = 'open')))::int as reported,
       sum(p.power_w) / 1000 as power_kw
     from ${FROM} where p.company_id = $1 and b.municipality_id = $2 group by 1 order by 1`,
    [tx.scope.company_id, municipality_id],
  );
  return rows;
}

/** On a map no more can be told apart. */
export const MAX_ON_MAP = 5000;

export interface PlacedLight extends Pick<LightPoint, 'id' | 'box_id' | 'code' | 'is_lit'> {
  latitude: number;
  longitude: number;
}

export interface Stretch extends Readonly<Record<'south' | 'west' | 'north' | 'east', number>> {
  readonly comune_id: number | null;
}

/** Light points within a stretch of the map, of a municipality or of all, one more than can be shown where there are more. */
export async function listLightsWithin(
  tx: Tx,
  { south, west, north, east, comune_id }: Stretch,
): Promise<PlacedLight[]> {
  const { rows } = await tx.query<PlacedLight>(
    `select p.id, p.box_id, p.code, p.latitude, p.longitude, ${IS_LIT} as is_lit
     from (
       select o.id, o.box_id, o.line, o.code, o.latitude, o.longitude from light_point o
       where o.company_id = $1 and o.latitude between $2 and $3 and o.longitude between $4 and $5
         and ($7::bigint is null or exists (
           select from lighting_box b where b.company_id = $1 and b.id = o.box_id and b.municipality_id = $7))
       order by o.id limit $6) p
     left join power_line l on l.company_id = $1 and l.box_id = p.box_id and l.line = p.line order by p.id`,
    [tx.scope.company_id, south, north, west, east, MAX_ON_MAP + 1, comune_id],
  );
  return rows;
}
