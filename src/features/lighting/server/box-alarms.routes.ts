import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { MaintenanceRequests } from '../../maintenance/server/requests.public.ts';
import type { lightingAlarmsCalls } from '../lighting-alarms.contract.ts';
import { requestOfAlarm } from './alarm-requests.service.ts';
import { listBoxAlarms, snoozeAlarm } from './box-alarms.service.ts';

/** Calls about alarms of public lighting. */
export const lightingAlarmsHandlers = (
  requests: MaintenanceRequests,
): Handlers<typeof lightingAlarmsCalls> => ({
  list: ({ tx, query, language, now }) => listBoxAlarms(tx, query, { language, now }),
  snooze: ({ tx, params, body, language, now }) => snoozeAlarm(tx, { ...params, ...body }, { language, now }),
  request: ({ tx, params, language, now }) => requestOfAlarm(tx, params.id, { requests, language, now }),
});
