import alarms from '../../../../features/alarms/i18n/en.json';
import detail from '../../../../features/alarms/web/detail/i18n/en.json';
import logs from '../../../../features/alarms/web/logs/i18n/en.json';
import snooze from '../../../../features/alarms/web/snooze/i18n/en.json';
import charts from '../../../../shared/web/charts/i18n/en.json';

export const words = { alarms, charts, detail, logs, snooze };
