import { defineFeature, type Services } from '../../shared/server/feature.ts';
import type { WorkerServices } from '../../shared/server/feature-work.ts';
import { alarmEvaluations } from '../../shared/server/metrics.ts';
import { MAIL_STOP_KEY } from '../notifications/server/mail-stop.public.ts';
import * as alarmRules from './alarm-rules.contract.ts';
import * as alarms from './alarms.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as logs from './logs.contract.ts';
import {
  MailStop,
  NotificationPreference,
  notificationPreferencesCalls,
} from './notification-preferences.contract.ts';
import { ALARM_KIND } from './server/alarm-kind.ts';
import { alarmsHandlers } from './server/alarms.routes.ts';
import { alarmsTargets } from './server/audit-targets.repository.ts';
import { startEvaluationScheduler } from './server/evaluation-scheduler.ts';
import { logsHandlers } from './server/logs.routes.ts';
import { notificationPreferencesHandlers } from './server/notification-preferences.routes.ts';
import { deleteOldNotifications } from './server/notifications.repository.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { type AlarmRulesDeps, alarmRulesHandlers } from './server/rules.routes.ts';
import { snoozesHandlers } from './server/snoozes.routes.ts';
import * as snoozes from './snoozes.contract.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    alarms: typeof auditEn;
  }
}

/** Alarms, the thresholds they open by, and who is notified of them. */
export const alarmsFeature = defineFeature({
  name: 'alarms',
  tables: [
    'alarm',
    'alarm_evaluation_state',
    'alarm_event',
    'alarm_notification',
    'alarm_notification_preference',
    'alarm_quarter',
    'alarm_rule',
    'alarm_snooze',
  ],
  calls: {
    alarmRules: alarmRules.alarmRulesCalls,
    alarms: { ...alarms.alarmsCalls, ...alarms.alarmWorkCalls },
    snoozes: snoozes.snoozesCalls,
    logs: logs.logsCalls,
    choices: notificationPreferencesCalls,
  },
  notifications: [ALARM_KIND],
  handlers: (services: Services & Pick<AlarmRulesDeps, 'previews'>) => ({
    alarmRules: alarmRulesHandlers(services),
    alarms: alarmsHandlers,
    snoozes: snoozesHandlers,
    logs: logsHandlers,
    choices: notificationPreferencesHandlers({
      ...services,
      publicUrl: services.config.publicUrl,
      stopKey: services.keyFor(MAIL_STOP_KEY),
      kinds: services.notificationKinds,
    }),
  }),
  schemas: {
    alarmRules,
    alarms,
    choices: { AlarmChoice: NotificationPreference, MailStop },
    logs,
    snoozes,
  },
  refusals,
  audit: { words: { en: auditEn, it: auditIt }, targets: alarmsTargets },
  background: async (services: WorkerServices) => [
    await startEvaluationScheduler({
      ...services,
      onEvaluation: (_, ms) => alarmEvaluations.observe(ms / 1000),
    }),
  ],
  housekeeping: {
    company: deleteOldNotifications,
  },
});
