import rules from '../../../../features/alarms/web/rules/i18n/en.json';
import told from '../../../../features/alarms/web/told/i18n/en.json';

export const words = { rules, told };
