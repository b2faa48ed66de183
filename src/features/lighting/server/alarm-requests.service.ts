import { recordAudit } from '../../../shared/server/audit.ts';
import type { Language } from '../../../shared/server/language.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { ITALY } from '../../../shared/units/zones.ts';
import { SETTLED } from '../../maintenance/request-states.model.ts';
import type { MaintenanceRequests } from '../../maintenance/server/requests.public.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };
import type { BoxAlarm } from '../lighting-alarms.contract.ts';
import { keepRequest } from './box-alarms.repository.ts';
import { readAlarm } from './box-alarms.service.ts';
import { hold } from './hold.repository.ts';
import { refusals } from './refusals.ts';

/** What is asked for, in the words of whoever asks. */
function textsOf(
  { serial, line, message, date }: BoxAlarm,
  language: Language,
): { title: string; description: string } {
  const words = language === 'it' ? it : en;
  const box = line === null ? serial : `${serial}, ${words.lines.one.replace('{{line}}', String(line))}`;
  const at = new Intl.DateTimeFormat(language === 'it' ? 'it-IT' : 'en-GB', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: ITALY,
  }).format(new Date(date));
  const told = { alarm: message, box, at };
  const description = words.alarms.request_text.replace(
    /\{\{(alarm|box|at)\}\}/g,
    (_, name: keyof typeof told) => told[name],
  );
  return { title: `${box}: ${message}`.slice(0, 160), description };
}

interface Asking {
  readonly requests: MaintenanceRequests;
  readonly language: Language;
  readonly now: Date;
}

/** Makes a request of an open alarm, unless one stands. @throws AppError not_found; conflict where it is over, or its plant is not seen */
export async function requestOfAlarm(
  tx: Tx,
  id: number,
  { requests, language, now }: Asking,
): Promise<BoxAlarm> {
  await hold(tx, 'lighting_alarm', id);
  const alarm = await readAlarm(tx, id, language);
  if (alarm.end_date) throw refusals.alarmOver();
  if (alarm.request && !SETTLED.includes(alarm.request.state)) return alarm;
  const { proj_code, device_id } = alarm;
  if (proj_code === null) throw refusals.noPlant();
  const device_ids = device_id === null ? [] : [device_id];
  const made = await requests.create(tx, { ...textsOf(alarm, language), proj_code, device_ids }, now);
  await keepRequest(tx, { id, request_id: made.id });
  await recordAudit(tx, 'lighting_box.alarm_requested', String(alarm.box_id), { lighting_alarm: alarm.kind });
  await notifyTopics(tx, ['lighting']);
  return readAlarm(tx, id, language);
}
