import { assignments, insertRows } from '../../../shared/server/columns.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { MAX_LISTED, wholeList } from '../../../shared/server/whole-list.ts';
import type { PlantSection } from '../sections.contract.ts';

const SECTION = `s.id, p.proj_code, s.name, s.position, s.tilt_deg, s.azimuth_deg, s.kw_peak, s.losses_percent, s.version,
  (select count(*)::int from device d where d.company_id = $1 and d.section_id = s.id) as devices`;
const FROM = `plant_section s join plant p on p.company_id = s.company_id and p.id = s.plant_id
  where s.company_id = $1 and ($2::bigint[] is null or p.id = any($2))`;

/** Sections of the plants that the scope may see, of one plant where its code is given. @throws AppError as `wholeList` */
export async function listPlantSections(tx: Tx, proj_code?: string): Promise<PlantSection[]> {
  const { rows } = await tx.query<PlantSection>(
    `select ${SECTION} from ${FROM} and ($3::text is null or p.proj_code = $3)
     order by p.proj_code, s.position, s.name limit $4`,
    [tx.scope.company_id, plantFilter(tx.scope), proj_code ?? null, MAX_LISTED + 1],
  );
  return wholeList(rows, 'plant');
}

/** One section that the scope may see; `kept` as it is until the transaction ends. */
export async function findSection(
  tx: Tx,
  id: number,
  kept: 'kept' | 'read' = 'read',
): Promise<PlantSection | undefined> {
  const { rows } = await tx.query<PlantSection>(
    `select ${SECTION} from ${FROM} and s.id = $3 ${kept === 'kept' ? 'for update of s' : ''}`,
    [tx.scope.company_id, plantFilter(tx.scope), id],
  );
  return rows[0];
}

export async function insertSection(tx: Tx, section: object): Promise<number> {
  const [made] = await insertRows<{ id: number }>(
    tx,
    'plant_section',
    [{ ...section, company_id: tx.scope.company_id }],
    'returning id',
  );
  if (!made) throw new Error('no section was stored');
  return made.id;
}

export async function updateSection(tx: Tx, id: number, fields: object): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const changes = assignments(fields, values);
  await tx.query(
    `update plant_section set version = version + 1${changes} where company_id = $1 and id = $2`,
    values,
  );
}

/** Puts these sections in this order; their versions stay, as nothing of what is written in them changes. */
export async function placeSections(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query(
    `update plant_section s set position = o.place - 1
     from unnest($2::bigint[]) with ordinality o (id, place)
     where s.company_id = $1 and s.id = o.id and s.position <> o.place - 1`,
    [tx.scope.company_id, [...ids]],
  );
}

/** Short names of the first devices in a section, and how many there are. */
export async function listDevicesInSection(
  tx: Tx,
  id: number,
): Promise<{ short_name: string; of: number }[]> {
  const { rows } = await tx.query<{ short_name: string; of: number }>(
    `select short_name, count(*) over ()::int as of from device
     where company_id = $1 and section_id = $2 order by length(short_name), short_name limit 5`,
    [tx.scope.company_id, id],
  );
  return rows;
}

/** Deletes a section; devices in the bin that stood in it come back without one. */
export async function deleteSection(tx: Tx, id: number): Promise<void> {
  const values = [tx.scope.company_id, id];
  await withBin(tx, () =>
    tx.query('update device set section_id = null where company_id = $1 and section_id = $2', values),
  );
  await tx.query('delete from plant_section where company_id = $1 and id = $2', values);
}
