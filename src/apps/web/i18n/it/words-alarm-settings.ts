import notifications from '../../../../features/alarms/web/notifications/i18n/it.json';
import rules from '../../../../features/alarms/web/rules/i18n/it.json';

export const words = { rules, notifications };
