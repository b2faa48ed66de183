import { plantFilter, type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { MAX_LISTED, wholeList } from '../../../shared/server/whole-list.ts';
import { LEASE_OF_ARCHIVE } from '../archive.model.ts';

/** A plant of the archive, or one that stands, with how much hangs on it. */
export interface ArchiveRow {
  readonly id: number;
  readonly proj_code: string;
  readonly name: string;
  readonly archived_at: Date | null;
  readonly devices: number;
  readonly last_reading_at: Date | null;
  readonly version: number;
}

const COLUMNS = `p.id, p.proj_code, p.name, p.archived_at, p.version,
  (select count(*)::int from device d where d.company_id = $1 and d.plant_id = p.id
     and d.deleted_at is null and not d.template) as devices,
  (select l.last_reading_at from overview.plant_live l where l.company_id = $1 and l.plant_id = p.id) as last_reading_at`;

/** The archived plants that the scope may see, newest first. Demands `showBin`. @throws AppError as `wholeList` */
export async function listArchived(tx: Tx): Promise<ArchiveRow[]> {
  const { rows } = await tx.query<ArchiveRow>(
    `select ${COLUMNS} from plant p
     where p.company_id = $1 and p.archived_at is not null and ($2::bigint[] is null or p.id = any($2))
     order by p.archived_at desc, p.id desc limit ${MAX_LISTED + 1}`,
    [tx.scope.company_id, plantFilter(tx.scope)],
    'archived_plants',
  );
  return wholeList(rows, 'nothing');
}

/** The name of the archived plant with this code, where the scope may see it. Demands `showBin`. */
export async function findArchivedName(tx: Tx, proj_code: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    `select name from plant where company_id = $1 and proj_code = $2 and archived_at is not null
       and ($3::bigint[] is null or id = any($3))`,
    [tx.scope.company_id, proj_code, plantFilter(tx.scope)],
  );
  return rows[0]?.name;
}

/** A plant, archived or not, held until the transaction ends. Demands `showBin`. */
export async function holdPlant(tx: Tx, proj_code: string): Promise<ArchiveRow | undefined> {
  const { rows } = await tx.query<ArchiveRow>(
    `select ${COLUMNS} from plant p
     where p.company_id = $1 and p.proj_code = $2 and ($3::bigint[] is null or p.id = any($3)) for update of p`,
    [tx.scope.company_id, proj_code, plantFilter(tx.scope)],
    'plant_held',
  );
  return rows[0];
}

/** Puts a plant with its ports and devices into the archive, or takes it out (null). Demands `showBin`. */
export async function setArchived(tx: Tx, id: number, archived_at: Date | null): Promise<void> {
  const { company_id } = tx.scope;
  const values = [company_id, id, archived_at];
  await tx.query(
    'update plant set archived_at = $3, version = version + 1 where company_id = $1 and id = $2',
    values,
  );
  await tx.query('update port set archived_at = $3 where company_id = $1 and plant_id = $2', values);
  await tx.query('update device set archived_at = $3 where company_id = $1 and plant_id = $2', values);
  if (archived_at !== null) return;
  // Whoever polls has laid the leases of its ports aside: from here on they can be taken again.
  await tx.query(
    `delete from public.port_lease l using port p
     where p.company_id = $1 and p.plant_id = $2 and l.company_id = $1 and l.port_id = p.id and l.holder = $3`,
    [company_id, id, LEASE_OF_ARCHIVE],
  );
}

/**
 * Calculations whose results belong to other plants and which read from this one; of plants that the scope may not see
 * without their names. Demands `showBin`.
 */
export async function listReadElsewhere(tx: Tx, id: number): Promise<(string | null)[]> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<{ name: string | null }>(
      `select distinct case when $3::bigint[] is null or r.plant_id = any($3) then g.name end as name from cloudcontrol.calc_group_input i
     join device d on d.company_id = i.company_id and d.id = i.device_id
     join cloudcontrol.calc_group g on g.company_id = i.company_id and g.id = i.calc_group_id
     join device r on r.company_id = g.company_id and r.id = g.device_id
     where i.company_id = $1 and d.plant_id = $2 and r.plant_id <> $2 and r.deleted_at is null and r.archived_at is null
     order by 1`,
      [tx.scope.company_id, id, plantFilter(tx.scope)],
      'calculations_elsewhere',
    );
    return rows.map(({ name }) => name);
  });
}
