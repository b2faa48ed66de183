import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { AlarmRulePreview } from '../../alarm-rules.contract.ts';
import classes from './rules.module.css';

type Day = AlarmRulePreview['days'][number];
const share = (count: number, max: number) => `${(100 * count) / Math.max(1, max)}%`;

/** What would have opened, day by day, over what opens with the values in force. */
export function PreviewBars({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation('rules');
  const { date } = useFormat();
  const max = Math.max(...days.flatMap(({ proposed, in_force }) => [proposed, in_force]));
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last || max === 0) return null;
  const named = (day: string) => date(`${day}T12:00:00Z`, 'UTC');
  const busiest = days.reduce((best, day) => (day.proposed > best.proposed ? day : best), first);
  const label = t('preview.bars', { day: named(busiest.day), count: busiest.proposed });
  return (
    <div>
      <div className={classes.bars} role="img" aria-label={label}>
        {days.map(({ day, proposed, in_force }) => (
          <span key={day} className={classes.day} title={`${named(day)}: ${proposed} / ${in_force}`}>
            <span className={classes.inForce} style={{ height: share(in_force, max) }} />
            <span className={classes.proposed} style={{ height: share(proposed, max) }} />
          </span>
        ))}
      </div>
      <p className={classes.axis} aria-hidden="true">
        <span>{named(first.day)}</span>
        <span>{t('preview.most', { count: max })}</span>
        <span>{named(last.day)}</span>
      </p>
      <p className={classes.legend} aria-hidden="true">
        <span data-series="proposed">{t('preview.proposed')}</span>
        <span data-series="in_force">{t('preview.in_force')}</span>
      </p>
    </div>
  );
}
