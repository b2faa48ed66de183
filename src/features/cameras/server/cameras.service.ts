import type { In, Out } from '../../../shared/contract/call.ts';
import { allows } from '../../../shared/contract/capabilities.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion, savedMeanwhile } from '../../../shared/server/records/version.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { Camera, camerasCalls } from '../cameras.contract.ts';
import { MAX_CAMERAS } from '../cameras.model.ts';
import { listServers } from './camera-servers.repository.ts';
import { presentServer } from './camera-servers.service.ts';
import {
  type CameraFields,
  countAll,
  countCameras,
  deleteCamera,
  findCamera,
  insertCamera,
  isNumberTaken,
  listCameras,
  saveOrder,
  updateCamera,
} from './cameras.repository.ts';
import { plantOf } from './plant-of.ts';
import { numberTaken, tooManyCameras } from './refusals.ts';

type Calls = typeof camerasCalls;
type NewCamera = Out<Calls['create']['body']>;
type CameraChange = Out<Calls['change']['body']>;

/** Cameras that the scope may see; how they are reached is shown to who may change it. @throws AppError not_found */
export async function presentCameras(
  tx: Tx,
  { proj_code, is_thermal_camera }: Out<Calls['list']['query']>,
): Promise<In<Calls['list']['ok']>> {
  const plant_id = proj_code === undefined ? null : await plantOf(tx, proj_code);
  const thermal = is_thermal_camera === undefined ? null : is_thermal_camera === 'true';
  const cameras = await listCameras(tx, { plant_id, is_thermal_camera: thermal });
  const servers = allows('plants.write', tx.scope.roles) ? await listServers(tx, plant_id) : [];
  return { success: true, error: null, cameras, plants: servers.map(presentServer) };
}

async function readCamera(tx: Tx, id: number): Promise<Camera> {
  const { plant_id: _, ...camera } = (await findCamera(tx, id)) ?? notFound();
  return camera;
}

const saved = async (tx: Tx, id: number): Promise<In<Calls['change']['ok']>> => {
  await notifyTopics(tx, ['cameras']);
  return { success: true, error: null, camera: await readCamera(tx, id) };
};

/** Adds a camera. @throws AppError not_found; conflict where its number is taken, or there are too many */
export async function createCamera(
  tx: Tx,
  { proj_code, name, stream, is_thermal_camera }: NewCamera,
): Promise<In<Calls['create']['ok']>> {
  const plant_id = await plantOf(tx, proj_code);
  const { plant, company } = await withEveryPlant(tx, () => countAll(tx, plant_id));
  if (plant >= MAX_CAMERAS.plant) throw tooManyCameras(MAX_CAMERAS.plant, 'plant');
  if (company >= MAX_CAMERAS.company) throw tooManyCameras(MAX_CAMERAS.company, 'company');
  const fields = { cam_name: name, cam_num: stream, is_thermal_camera, is_active: true };
  const id = await insertCamera(tx, plant_id, fields);
  if (id === undefined) throw numberTaken('stream');
  await recordAudit(tx, 'camera.created', String(id), { proj_code, ...fields });
  return saved(tx, id);
}

/** Changes a camera; what is left out stays. @throws AppError not_found, invalid; conflict where its number is taken, or somebody saved in between */
export async function changeCamera(
  tx: Tx,
  id: number,
  { id: named, version, ...change }: CameraChange,
): Promise<In<Calls['change']['ok']>> {
  const { plant_id, ...before } = (await findCamera(tx, id)) ?? notFound();
  // A body about another one than the address is about none.
  if (named !== undefined && named !== id) notFound();
  await assertVersion(before, version, () => before);
  const fields = {
    cam_name: change.cam_name ?? before.cam_name,
    cam_num: change.cam_num ?? before.cam_num,
    is_thermal_camera: change.is_thermal_camera ?? before.is_thermal_camera,
    is_active: change.is_active ?? before.is_active,
  };
  if (await isNumberTaken(tx, { plant_id, cam_num: fields.cam_num, id })) throw numberTaken('cam_num');
  if (!(await updateCamera(tx, before, fields satisfies CameraFields)))
    throw savedMeanwhile(await readCamera(tx, id));
  await recordAudit(tx, 'camera.changed', String(id), { proj_code: before.proj_code, ...fields });
  return saved(tx, id);
}

/** @throws AppError not_found */
export async function removeCamera(tx: Tx, id: number): Promise<In<Calls['remove']['ok']>> {
  const { proj_code, cam_name } = await readCamera(tx, id);
  await deleteCamera(tx, id);
  await recordAudit(tx, 'camera.removed', String(id), { proj_code, cam_name });
  await notifyTopics(tx, ['cameras']);
  return { success: true, error: null };
}

/** Keeps the order in which the person looks at cameras. @throws AppError not_found for one that they may not see */
export async function orderCameras(tx: Tx, camera_ids: readonly number[]): Promise<void> {
  const ids = [...new Set(camera_ids)];
  if (tx.scope.user_id === null || (await countCameras(tx, ids)) < ids.length) notFound();
  await saveOrder(tx, ids);
}
