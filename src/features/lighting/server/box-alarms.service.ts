import type { Out } from '../../../shared/contract/call.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Language } from '../../../shared/server/language.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { savedMeanwhile } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import type { BoxAlarm, lightingAlarmsCalls } from '../lighting-alarms.contract.ts';
import { type BoxAlarmRow, findBoxAlarm, muteAlarm, pageOfBoxAlarms } from './box-alarms.repository.ts';
import { readBox } from './boxes.service.ts';
import { hold } from './hold.repository.ts';
import { presentAlarm } from './ill-pub.service.ts';
import { refusals } from './refusals.ts';

type Calls = typeof lightingAlarmsCalls;

const LONGEST_MUTE_MS = 366 * DAY_MS;

const present = ({ device_id, proj_code, ...row }: BoxAlarmRow, language: Language): BoxAlarm => ({
  ...presentAlarm(row, language),
  device_id,
  proj_code,
});

/** A page of alarms. @throws AppError not_found for a box that is not the company's */
export async function listBoxAlarms(
  tx: Tx,
  { box_id, closed, ...page }: Out<Calls['list']['query']>,
  { language, now }: { readonly language: Language; readonly now: Date },
): Promise<{ count: number; results: BoxAlarm[] }> {
  if (box_id !== undefined) await readBox(tx, box_id, now);
  const of = { box_id: box_id ?? null, closed: closed === undefined ? null : closed === 'true' };
  const { count, results } = await pageOfBoxAlarms(tx, of, page);
  return { count, results: results.map((row) => present(row, language)) };
}

/** Whether it is muted otherwise than the person saw it. */
const isOther = (seen: string | null | undefined, stored: Date | null): boolean =>
  seen !== undefined && (seen === null ? null : Date.parse(seen)) !== (stored?.getTime() ?? null);

type Asked = Out<Calls['snooze']['body']> & { readonly id: number };

/** Mutes an open alarm, or ends that. @throws AppError not_found, invalid; conflict where it is over, or muted otherwise than seen */
export async function snoozeAlarm(
  tx: Tx,
  { id, until, message, seen }: Asked,
  { language, now }: { readonly language: Language; readonly now: Date },
): Promise<BoxAlarm> {
  await hold(tx, 'lighting_alarm', id);
  const before = (await findBoxAlarm(tx, id)) ?? notFound();
  if (before.end_date) throw refusals.alarmOver();
  if (isOther(seen, before.snooze_date)) throw savedMeanwhile(present(before, language));
  const at = until === null ? null : new Date(until);
  if (at && (at <= now || at.getTime() - now.getTime() > LONGEST_MUTE_MS)) throw refusals.mutePast();
  await muteAlarm(tx, { id, until: at, message });
  const said = { lighting_alarm: before.kind, muted_until: until };
  await recordAudit(tx, 'lighting_box.alarm_snoozed', String(before.box_id), said);
  await notifyTopics(tx, ['lighting']);
  return present((await findBoxAlarm(tx, id)) ?? notFound(), language);
}
