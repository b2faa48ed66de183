import notifications from '../../../../features/alarms/web/notifications/i18n/en.json';
import rules from '../../../../features/alarms/web/rules/i18n/en.json';

export const words = { rules, notifications };
