import { Progress as Bar, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLate } from '../../../../shared/web/ui/use-late.ts';
import { unitsText } from '../../unit-range.model.ts';
import type { Results } from './find.model.ts';
import classes from './find.module.css';

/** Nobody has taken the question up after so long: whoever waits is told why that may be. */
const LATE_MS = 3_000;

/** How far the search is: which unit is being asked, how many have ended. */
export function Progress({ results, units }: { results: Results; units: readonly number[] }) {
  const { t } = useTranslation('find');
  const { asking, ended, found } = results;
  const waiting = asking.length === 0 && ended === 0;
  const late = useLate(waiting, LATE_MS);
  const now = asking.length > 0 ? asking : units;
  return (
    <section className={`panel ${classes.progress}`} aria-label={t('progress.title')}>
      <p role="status" className={classes.now}>
        <Loader size={16} aria-hidden="true" />
        <span>{t('progress.asking', { units: unitsText(now), count: now.length })}</span>
        <span className="muted">
          {t('progress.ended', { ended, all: units.length })} · {t('found', { count: found.length })}
        </span>
      </p>
      {units.length > 1 && (
        <Bar value={(100 * ended) / units.length} size="sm" aria-label={t('progress.title')} />
      )}
      {late && <p className="muted">{t('progress.nobody')}</p>}
    </section>
  );
}
