import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { lightingAlarmsCalls } from '../lighting-alarms.contract.ts';
import { listBoxAlarms, snoozeAlarm } from './box-alarms.service.ts';

/** Calls about alarms of public lighting. */
export const lightingAlarmsHandlers: Handlers<typeof lightingAlarmsCalls> = {
  list: ({ tx, query, language, now }) => listBoxAlarms(tx, query, { language, now }),
  snooze: ({ tx, params, body, language, now }) => snoozeAlarm(tx, { ...params, ...body }, { language, now }),
};
