import alarms from '../../../../features/alarms/i18n/it.json';
import detail from '../../../../features/alarms/web/detail/i18n/it.json';
import logs from '../../../../features/alarms/web/logs/i18n/it.json';
import snooze from '../../../../features/alarms/web/snooze/i18n/it.json';
import charts from '../../../../shared/web/charts/i18n/it.json';

export const words = { alarms, charts, detail, logs, snooze };
