import type { Tx } from '../../../shared/server/tenancy.ts';
import type { LightPoint } from '../lighting-fields.contract.ts';
import { FROM, LIGHT } from './light-points.repository.ts';

/** Light points with these codes; `held`: nobody changes them until the transaction ends. In the order of their numbers, so that two files at once wait for each other. */
export async function findByCodes(
  tx: Tx,
  codes: readonly string[],
  { held }: { readonly held: boolean },
): Promise<LightPoint[]> {
  if (held)
    await tx.query(
      `select from light_point where company_id = $1 and code = any($2::text[]) order by id for no key update`,
      [tx.scope.company_id, codes],
    );
  const { rows } = await tx.query<LightPoint>(
    `select ${LIGHT} from ${FROM} where p.company_id = $1 and p.code = any($2::text[]) order by p.id`,
    [tx.scope.company_id, codes],
  );
  return rows;
}

/** Boxes by their serial numbers. */
export async function findBoxIds(tx: Tx, serials: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.query<{ id: number; serial: string }>(
    'select id, serial from lighting_box where company_id = $1 and serial = any($2::text[])',
    [tx.scope.company_id, serials],
  );
  return new Map(rows.map(({ id, serial }) => [serial, id]));
}

export type NewLight = Omit<LightPoint, 'id' | 'serial' | 'is_lit' | 'open_reports' | 'version'>;

const ROWS = `jsonb_to_recordset($2::jsonb) r (id bigint, box_id bigint, line int, code text, lamp_kind text, power_w float8, pole text,
  street text, latitude float8, longitude float8, pell jsonb)`;

/** Adds light points; answers the numbers of those whose code was free. */
export async function insertLights(tx: Tx, lights: readonly NewLight[]): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into light_point (company_id, box_id, line, code, lamp_kind, power_w, pole, street, latitude, longitude, pell)
     select $1, r.box_id, r.line, r.code, r.lamp_kind, r.power_w, r.pole, r.street, r.latitude, r.longitude, r.pell from ${ROWS}
     on conflict (company_id, code) do nothing returning id`,
    [tx.scope.company_id, JSON.stringify(lights)],
  );
  return rows.map(({ id }) => id);
}

export async function updateLights(
  tx: Tx,
  lights: readonly (NewLight & { readonly id: number })[],
): Promise<void> {
  await tx.query(
    `update light_point p set box_id = r.box_id, line = r.line, lamp_kind = r.lamp_kind, power_w = r.power_w, pole = r.pole,
       street = r.street, latitude = r.latitude, longitude = r.longitude, pell = r.pell, version = p.version + 1
     from ${ROWS} where p.company_id = $1 and p.id = r.id`,
    [tx.scope.company_id, JSON.stringify(lights)],
  );
}

export interface CensusOf {
  readonly box_id: number | null;
  readonly municipality_id: number | null;
}

/** Light points by their code, those after one of them. */
export async function lightsAfter(
  tx: Tx,
  { box_id, municipality_id }: CensusOf,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<LightPoint[]> {
  const { rows } = await tx.query<LightPoint>(
    `select ${LIGHT} from ${FROM}
     where p.company_id = $1 and ($2::bigint is null or p.box_id = $2) and ($3::bigint is null or b.municipality_id = $3)
       and ($4::text is null or p.code > $4)
     order by p.code limit $5`,
    [tx.scope.company_id, box_id, municipality_id, after, limit],
  );
  return rows;
}
