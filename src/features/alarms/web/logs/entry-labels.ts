import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useLogLabels } from '../../../cloudcontrol/web/field/log-words.public.ts';
import { ALARM_CODES } from '../../../notifications/alarm-codes.model.ts';
import { ALARM_EVENTS } from '../../alarms.model.ts';
import { nameKeyOf } from '../../fault-text.model.ts';
import { type LogEntry, SNOOZE_ENTRIES } from '../../logs.contract.ts';
import { useEventLabels } from '../detail/event-labels.ts';

type Words = (entry: LogEntry) => string;

/** Of which kind the device was whose alarm it is, as the alarm keeps it. */
const categoryOf = (params: unknown): string | null =>
  typeof params === 'object' && params !== null && 'category' in params ? String(params.category) : null;

/** What happened to an alarm, and to which. */
function useAlarmEntry(): Words {
  const { t } = useTranslation('alarms');
  const events = useEventLabels();
  return ({ kind, detail, actor }) => {
    const event = ALARM_EVENTS.find((one) => one === kind);
    const said = event ? events({ kind: event, detail, actor }) : kind;
    const code = ALARM_CODES.find((one) => one === detail.code);
    return code ? `${t(nameKeyOf(code, { category: categoryOf(detail.params) }))} – ${said}` : said;
  };
}

function useSnoozeEntry(): Words {
  const { t } = useTranslation('logs');
  const { t: ts, i18n } = useTranslation('snooze');
  const { dateTimeAt } = useFormat();
  return ({ kind, detail, time_zone }) => {
    const known = SNOOZE_ENTRIES.find((one) => one === kind);
    if (!known) return kind;
    const from = dateTimeAt(String(detail.starts_at), time_zone);
    const to = dateTimeAt(String(detail.ends_at), time_zone);
    const said = t(`snooze.${known}`, { from, to });
    const why = `reason.${String(detail.reason)}`;
    return known === 'ended' && i18n.exists(`snooze:${why}`) ? `${said}: ${ts(why as never)}` : said;
  };
}

/** A change of the configuration is called as the audit calls it. */
function useConfigurationEntry(): Words {
  const { t } = useTranslation('logs');
  const { t: ta, i18n } = useTranslation('audit');
  return ({ kind, detail }) => {
    const action = `actions.${kind}`;
    const said = i18n.exists(`audit:${action}`) ? ta(action as never) : kind;
    return typeof detail.number === 'number' ? t('version', { said, number: detail.number }) : said;
  };
}

/** Says an entry of a log in the reader's language, wherever it comes from. */
export function useEntryLabels(): Words {
  const alarm = useAlarmEntry();
  const snooze = useSnoozeEntry();
  const device = useLogLabels();
  const configuration = useConfigurationEntry();
  return (entry) => ({ alarm, snooze, device, configuration })[entry.source](entry);
}
