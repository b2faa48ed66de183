import rules from '../../../../features/alarms/web/rules/i18n/it.json';
import told from '../../../../features/alarms/web/told/i18n/it.json';

export const words = { rules, told };
