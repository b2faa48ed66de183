import type { In, Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Municipality, municipalitiesCalls } from '../municipalities.contract.ts';
import { comuneByCode } from './comuni/comuni.ts';
import { hold } from './hold.repository.ts';
import {
  deleteMunicipality,
  insertMunicipality,
  listMunicipalities,
  updateMunicipality,
} from './municipalities.repository.ts';
import { refusals } from './refusals.ts';
import { insertSettings } from './settings.repository.ts';

type Calls = typeof municipalitiesCalls;

/** @throws AppError not_found */
export async function readMunicipality(tx: Tx, id: number): Promise<Municipality> {
  const [found] = await listMunicipalities(tx, id);
  return found ?? notFound();
}

interface Place {
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
}

/** @throws AppError invalid where only one of both is given */
export function assertWholePlace({ latitude, longitude }: Place, before: Place = {}): void {
  const [lat, lon] = [
    latitude === undefined ? before.latitude : latitude,
    longitude === undefined ? before.longitude : longitude,
  ];
  if ((lat ?? null) === null && (lon ?? null) !== null) throw refusals.halfPlace('latitude');
  if ((lon ?? null) === null && (lat ?? null) !== null) throw refusals.halfPlace('longitude');
}

/** Adds a municipality with its default settings. // spec §4 @throws AppError invalid, conflict */
export async function createMunicipality(
  tx: Tx,
  { istat_code, latitude, longitude }: Out<Calls['create']['body']>,
): Promise<Municipality> {
  assertWholePlace({ latitude, longitude });
  const listed = await comuneByCode(istat_code);
  if (!listed) throw refusals.noSuchMunicipality();
  const given = latitude === undefined ? {} : { latitude, longitude: longitude ?? null };
  const id = await insertMunicipality(tx, { ...listed, ...given });
  if (id === undefined) throw refusals.municipalityThere();
  await insertSettings(tx, id);
  await recordAudit(tx, 'municipality.created', String(id), { istat_code });
  await notifyTopics(tx, ['lighting']);
  return readMunicipality(tx, id);
}

/** @throws AppError not_found, invalid; conflict where somebody saved in between */
export async function changeMunicipality(
  tx: Tx,
  id: number,
  { version, ...fields }: Out<Calls['change']['body']>,
): Promise<Municipality> {
  await hold(tx, 'municipality', id);
  const before = await readMunicipality(tx, id);
  await assertVersion(before, version, () => before);
  assertWholePlace(fields, before);
  await updateMunicipality(tx, id, fields);
  await recordAudit(tx, 'municipality.changed', String(id), fields);
  await notifyTopics(tx, ['lighting']);
  return readMunicipality(tx, id);
}

/** Deletes a municipality with its settings. @throws AppError not_found; conflict where boxes are assigned to it */
export async function removeMunicipality(tx: Tx, id: number): Promise<In<Calls['remove']['ok']>> {
  const { boxes, istat_code } = await readMunicipality(tx, id);
  if (boxes > 0) throw refusals.hasBoxes(boxes);
  await deleteMunicipality(tx, id);
  await recordAudit(tx, 'municipality.removed', String(id), { istat_code });
  await notifyTopics(tx, ['lighting']);
}
