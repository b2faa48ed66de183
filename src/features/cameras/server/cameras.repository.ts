import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Camera } from '../cameras.contract.ts';

const CAMERA = `c.id, c.cam_name, c.cam_name as name, c.cam_num, c.cam_num as stream, c.is_thermal_camera, c.is_active, p.proj_code, p.name as plant_name, c.version`;
const FROM = `from camera c join plants.plant p on p.company_id = c.company_id and p.id = c.plant_id where c.company_id = $1`;

export interface CameraFilter {
  readonly plant_id: number | null;
  readonly is_thermal_camera: boolean | null;
}

/** Cameras in the person's order; those that it does not name by plant and number. */
export async function listCameras(tx: Tx, { plant_id, is_thermal_camera }: CameraFilter): Promise<Camera[]> {
  const { rows } = await tx.query<Camera>(
    `select ${CAMERA} ${FROM} and ($3::bigint is null or c.plant_id = $3) and ($4::boolean is null or c.is_thermal_camera = $4)
     order by array_position((select o.camera_ids from camera_order o where o.company_id = $1 and o.user_id = $2), c.id),
       lower(p.name), p.proj_code, c.cam_num`,
    [tx.scope.company_id, tx.scope.user_id, plant_id, is_thermal_camera],
  );
  return rows;
}

export async function findCamera(tx: Tx, id: number): Promise<(Camera & { plant_id: number }) | undefined> {
  const { rows } = await tx.query<Camera & { plant_id: number }>(
    `select ${CAMERA}, c.plant_id ${FROM} and c.id = $2`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** How many of these there are. */
export async function countCameras(tx: Tx, ids: readonly number[]): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count ${FROM} and c.id = any($2::bigint[])`,
    [tx.scope.company_id, ids],
  );
  return rows[0]?.count ?? 0;
}

/** How many cameras there are of a plant and of the company; who adds several at once takes their turn until the transaction ends. */
export async function countAll(tx: Tx, plant_id: number): Promise<{ plant: number; company: number }> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('camera'), $1)`, [tx.scope.company_id]);
  const { rows } = await tx.query<{ plant: number; company: number }>(
    `select count(*) filter (where plant_id = $2)::int as plant, count(*)::int as company
     from camera where company_id = $1`,
    [tx.scope.company_id, plant_id],
  );
  return rows[0] ?? { plant: 0, company: 0 };
}

export type CameraFields = Pick<Camera, 'cam_name' | 'cam_num' | 'is_thermal_camera' | 'is_active'>;

/** Adds a camera; undefined where its number is taken. */
export async function insertCamera(
  tx: Tx,
  plant_id: number,
  { cam_name, cam_num, is_thermal_camera, is_active }: CameraFields,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into camera (company_id, plant_id, cam_name, cam_num, is_thermal_camera, is_active)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
    [tx.scope.company_id, plant_id, cam_name, cam_num, is_thermal_camera, is_active],
  );
  return rows[0]?.id;
}

/** Whether another camera of the plant has the number. */
export async function isNumberTaken(
  tx: Tx,
  { plant_id, cam_num, id }: { plant_id: number; cam_num: number; id: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from camera where company_id = $1 and plant_id = $2 and cam_num = $3 and id <> $4',
    [tx.scope.company_id, plant_id, cam_num, id],
  );
  return rowCount > 0;
}

/** Changes a camera; whether it was still of this version. */
export async function updateCamera(
  tx: Tx,
  { id, version }: Pick<Camera, 'id' | 'version'>,
  { cam_name, cam_num, is_thermal_camera, is_active }: CameraFields,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update camera set cam_name = $4, cam_num = $5, is_thermal_camera = $6, is_active = $7, version = version + 1
     where company_id = $1 and id = $2 and version = $3`,
    [tx.scope.company_id, id, version, cam_name, cam_num, is_thermal_camera, is_active],
  );
  return rowCount > 0;
}

export async function deleteCamera(tx: Tx, id: number): Promise<void> {
  await tx.query('delete from camera where company_id = $1 and id = $2', [tx.scope.company_id, id]);
}

export async function saveOrder(tx: Tx, camera_ids: readonly number[]): Promise<void> {
  await tx.query(
    `insert into camera_order (company_id, user_id, camera_ids) values ($1, $2, $3)
     on conflict (company_id, user_id) do update set camera_ids = excluded.camera_ids`,
    [tx.scope.company_id, tx.scope.user_id, camera_ids],
  );
}
