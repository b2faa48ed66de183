import { IconHeartbeat } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDurationLabels } from '../../../shared/web/charts/duration-words.ts';
import { dateOf, writeTime } from '../../../shared/web/charts/zone.model.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import type { Alarm } from '../alarms.contract.ts';

/** While an open alarm's fault is gone: since when, and when it closes if that holds, by the plant's clocks. */
export function Recovering({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms');
  const { dateTimeAt } = useFormat();
  const now = useNow(30_000);
  const { recovering, time_zone: zone } = alarm;
  if (recovering === null) return null;
  const today = dateOf(now, zone);
  const clock = (at: string) => {
    const instant = Date.parse(at);
    return dateOf(instant, zone) === today ? writeTime(instant, zone) : dateTimeAt(at, zone);
  };
  const [since, closes] = [clock(recovering.since), clock(recovering.closes_at)];
  return (
    <span>
      <IconHeartbeat size={13} aria-hidden="true" />
      {Date.parse(recovering.closes_at) > now
        ? t('closing.back', { since, closes })
        : t('closing.due', { since })}
    </span>
  );
}

/** For how long the fault of an open alarm must be gone now, which is longer once it came back. */
export function ClosesAfter({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms');
  const duration = useDurationLabels();
  const { closes_after_s, count } = alarm;
  if (closes_after_s === null) return null;
  const lasted = duration(closes_after_s * 1000);
  return <span>{count > 1 ? t('closing.after_again', { lasted }) : t('closing.after', { lasted })}</span>;
}
