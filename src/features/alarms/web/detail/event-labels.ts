import { useTranslation } from 'react-i18next';
import { useDurationLabels } from '../../../../shared/web/charts/duration-words.ts';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import type { AlarmEvent } from '../../alarms.contract.ts';

type WordedEvent = Pick<AlarmEvent, 'kind' | 'detail'> & {
  readonly actor: { readonly id: number | null } | null;
};

/** The person that an event names in its detail. */
function nameIn({ assigned_to }: WordedEvent['detail']): string | null {
  const named = typeof assigned_to === 'object' && assigned_to !== null && 'name' in assigned_to;
  return named ? String(assigned_to.name) : null;
}

/** What a person did, in the second person where the reader did it: in Italian the verb differs. */
const BY_YOU = ['acknowledged', 'unacknowledged', 'assigned', 'unassigned', 'commented'] as const;

/** Says an entry of an alarm's history: a closing with how long the alarm had lasted and, if it did not recover, why. */
export function useEventLabels(): (event: WordedEvent) => string {
  const { t, i18n } = useTranslation('detail');
  const duration = useDurationLabels();
  const { user_id } = useBelonging();
  const closing = ({ duration_s, reason }: WordedEvent['detail']): string => {
    const text =
      typeof duration_s === 'number'
        ? t('event.closed_after', { lasted: duration(Math.max(1, duration_s) * 1000) })
        : t('event.closed');
    const why = `reason.${String(reason)}`;
    return i18n.exists(`detail:${why}`) ? `${text}: ${t(why as never)}` : text;
  };
  /** What somebody did to the alarm, which the reader is told in the second person. */
  const doing = ({ kind, detail, actor }: WordedEvent): string | null => {
    const own = actor !== null && actor.id === user_id;
    const name = nameIn(detail);
    if (kind === 'assigned' && name !== null)
      return t(own ? 'event_by_you.assigned_to' : 'event.assigned_to', { name });
    const kindByYou = own ? BY_YOU.find((one) => one === kind) : undefined;
    return kindByYou ? t(`event_by_you.${kindByYou}`) : null;
  };
  return (event) => {
    const { kind, detail } = event;
    if (kind === 'closed') return closing(detail);
    if (kind === 'unacknowledged' && detail.reason === 'repeated') return t('event.unacknowledged_again');
    const done = doing(event);
    if (done !== null) return done;
    const opening = kind === 'opened' || kind === 'repeated';
    if (opening && detail.silent === 'snoozed') return `${t(`event.${kind}`)} (${t('event.muted')})`;
    if (detail.unsent === true) return `${t(`event.${kind}`)} (${t('event.unsent')})`;
    return t(`event.${kind}`);
  };
}
