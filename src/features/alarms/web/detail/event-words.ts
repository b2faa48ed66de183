import { useTranslation } from 'react-i18next';
import { useDurationWords } from '../../../../shared/web/charts/duration-words.ts';
import type { AlarmEvent } from '../../alarms.contract.ts';

type Said = Pick<AlarmEvent, 'kind' | 'detail'>;

/** The person that an event names in its detail. */
function nameIn({ assigned_to }: Said['detail']): string | null {
  const named = typeof assigned_to === 'object' && assigned_to !== null && 'name' in assigned_to;
  return named ? String(assigned_to.name) : null;
}

/** Says an entry of an alarm's history: a closing with how long the alarm had lasted and, if it did not recover, why. */
export function useEventWords(): (event: Said) => string {
  const { t, i18n } = useTranslation('detail');
  const duration = useDurationWords();
  const closing = ({ duration_s, reason }: Said['detail']): string => {
    const said =
      typeof duration_s === 'number'
        ? t('event.closed_after', { lasted: duration(Math.max(1, duration_s) * 1000) })
        : t('event.closed');
    const why = `reason.${String(reason)}`;
    return i18n.exists(`detail:${why}`) ? `${said}: ${t(why as never)}` : said;
  };
  return ({ kind, detail }) => {
    if (kind === 'closed') return closing(detail);
    if (kind === 'unacknowledged' && detail.reason === 'repeated') return t('event.unacknowledged_again');
    const name = nameIn(detail);
    if (kind === 'assigned' && name !== null) return t('event.assigned_to', { name });
    const opening = kind === 'opened' || kind === 'repeated';
    if (opening && detail.silent === 'snoozed') return `${t(`event.${kind}`)} (${t('event.muted')})`;
    if (detail.unsent === true) return `${t(`event.${kind}`)} (${t('event.unsent')})`;
    return t(`event.${kind}`);
  };
}
