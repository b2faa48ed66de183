import type { Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { lightPointsCalls } from '../light-points.contract.ts';
import type { LightPoint } from '../lighting-fields.contract.ts';
import { readBox } from './boxes.service.ts';
import { insertLights } from './census.repository.ts';
import { hold } from './hold.repository.ts';
import { deleteLight, findLight, isCodeTaken, pageOfLights, updateLight } from './light-points.repository.ts';
import { linesThere } from './lines.repository.ts';
import { assertWholePlace } from './municipalities.service.ts';
import { refusals } from './refusals.ts';
import { forgetSums } from './sums.repository.ts';

type Calls = typeof lightPointsCalls;

/** A light point; with a municipality, only if it stands there. @throws AppError not_found */
export async function readLight(
  tx: Tx,
  id: number,
  municipality_id: number | null = null,
): Promise<LightPoint> {
  return (await findLight(tx, { id, municipality_id })) ?? notFound();
}

/** A page of light points. @throws AppError not_found for a box that is not the company's */
export async function presentLights(
  tx: Tx,
  { box_id, line, search, page, page_size }: Out<Calls['list']['query']>,
  now: Date,
): Promise<{ count: number; results: LightPoint[] }> {
  if (box_id !== undefined) await readBox(tx, box_id, now);
  const filter = {
    box_id: box_id ?? null,
    municipality_id: null,
    line: line === undefined ? null : Number(line),
    search: search || null,
  };
  return pageOfLights(tx, filter, { page, page_size });
}

/** Its line stays until the transaction ends. @throws AppError invalid where the box has none of that number */
async function assertLine(
  tx: Tx,
  { box_id, line }: { readonly box_id: number; readonly line: number },
): Promise<void> {
  const there = await linesThere(tx, [box_id], { held: true });
  if (!there.some((one) => one.line === line)) throw refusals.noSuchLine(line);
}

/** Adds a light point. @throws AppError not_found, invalid; conflict where its code is taken */
export async function createLight(
  tx: Tx,
  light: Out<Calls['create']['body']>,
  now: Date,
): Promise<LightPoint> {
  assertWholePlace(light);
  await readBox(tx, light.box_id, now);
  await assertLine(tx, light);
  const [id] = await insertLights(tx, [light]);
  if (id === undefined) throw refusals.codeTaken();
  const { pell: _, ...said } = light;
  await recordAudit(tx, 'light_point.created', String(id), said);
  await forgetSums(tx, { boxes: [light.box_id] });
  await notifyTopics(tx, ['lighting']);
  return readLight(tx, id);
}

/** Deletes a light point with what was reported of it. @throws AppError not_found */
export async function removeLight(tx: Tx, id: number): Promise<undefined> {
  const { box_id } = await readLight(tx, id);
  const code = (await deleteLight(tx, id)) ?? notFound();
  await recordAudit(tx, 'light_point.removed', String(id), { code, box_id });
  await forgetSums(tx, { boxes: [box_id] });
  await notifyTopics(tx, ['lighting']);
}

/** @throws AppError not_found, invalid; conflict where its code is taken, or somebody saved in between */
export async function changeLight(
  tx: Tx,
  { id, version, ...fields }: Out<Calls['change']['body']> & { readonly id: number },
  now: Date,
): Promise<LightPoint> {
  await hold(tx, 'light_point', id);
  const before = await readLight(tx, id);
  await assertVersion(before, version, () => before);
  assertWholePlace(fields, before);
  if (fields.box_id !== undefined) await readBox(tx, fields.box_id, now);
  const { box_id = before.box_id, line = before.line } = fields;
  if (box_id !== before.box_id || line !== before.line) await assertLine(tx, { box_id, line });
  if (fields.code !== undefined && (await isCodeTaken(tx, { code: fields.code, id })))
    throw refusals.codeTaken();
  await updateLight(tx, id, fields);
  const { pell: _, ...said } = fields;
  await recordAudit(tx, 'light_point.changed', String(id), said);
  await forgetSums(tx, { boxes: [before.box_id, box_id] });
  await notifyTopics(tx, ['lighting']);
  return readLight(tx, id);
}
