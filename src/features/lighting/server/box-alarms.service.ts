import type { Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Language } from '../../../shared/server/language.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { savedMeanwhile } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { namedRequests } from '../../maintenance/server/requests.public.ts';
import type { BoxAlarm, lightingAlarmsCalls } from '../lighting-alarms.contract.ts';
import { type BoxAlarmRow, findBoxAlarm, muteAlarm, pageOfBoxAlarms } from './box-alarms.repository.ts';
import { readBox } from './boxes.service.ts';
import { hold } from './hold.repository.ts';
import { presentAlarm } from './ill-pub.service.ts';
import { refusals } from './refusals.ts';

type Calls = typeof lightingAlarmsCalls;

const MAX_MUTE_MS = 366 * DAY_MS;

/** Alarms in the reader's language, each with the request that was made of it. */
async function present(tx: Tx, rows: readonly BoxAlarmRow[], language: Language): Promise<BoxAlarm[]> {
  const requests = await namedRequests(
    tx,
    rows.flatMap(({ request_id }) => request_id ?? []),
  );
  return rows.map(({ device_id, proj_code, request_id, ...row }) => ({
    ...presentAlarm(row, language),
    device_id,
    proj_code,
    request: requests.get(request_id ?? 0) ?? null,
  }));
}

/** An alarm. @throws AppError not_found */
export async function readAlarm(tx: Tx, id: number, language: Language): Promise<BoxAlarm> {
  const found = (await findBoxAlarm(tx, id)) ?? notFound();
  return (await present(tx, [found], language))[0] ?? notFound();
}

/** A page of alarms. @throws AppError not_found for a box that is not the company's */
export async function listBoxAlarms(
  tx: Tx,
  { box_id, closed, ...page }: Out<Calls['list']['query']>,
  { language, now }: { readonly language: Language; readonly now: Date },
): Promise<{ count: number; results: BoxAlarm[] }> {
  if (box_id !== undefined) await readBox(tx, box_id, now);
  const of = { box_id: box_id ?? null, closed: closed === undefined ? null : closed === 'true' };
  const { count, results } = await pageOfBoxAlarms(tx, of, page);
  return { count, results: await present(tx, results, language) };
}

/** Whether it is muted otherwise than the person saw it. */
const isOther = (seen: string | null | undefined, stored: Date | null): boolean =>
  seen !== undefined && (seen === null ? null : Date.parse(seen)) !== (stored?.getTime() ?? null);

type Snooze = Out<Calls['snooze']['body']> & { readonly id: number };

/** Mutes an open alarm, or ends that. @throws AppError not_found, invalid; conflict where it is over, or muted otherwise than seen */
export async function snoozeAlarm(
  tx: Tx,
  { id, until, message, seen }: Snooze,
  { language, now }: { readonly language: Language; readonly now: Date },
): Promise<BoxAlarm> {
  await hold(tx, 'lighting_alarm', id);
  const before = (await findBoxAlarm(tx, id)) ?? notFound();
  if (before.end_date) throw refusals.alarmOver();
  if (isOther(seen, before.snooze_date)) throw savedMeanwhile(await readAlarm(tx, id, language));
  const at = until === null ? null : new Date(until);
  if (at && (at <= now || at.getTime() - now.getTime() > MAX_MUTE_MS)) throw refusals.mutePast();
  await muteAlarm(tx, { id, until: at, message });
  const [box, said] = [String(before.box_id), { lighting_alarm: before.kind }];
  if (until === null) await recordAudit(tx, 'lighting_box.alarm_woken', box, said);
  else await recordAudit(tx, 'lighting_box.alarm_snoozed', box, { ...said, muted_until: until });
  await notifyTopics(tx, ['lighting']);
  return readAlarm(tx, id, language);
}
