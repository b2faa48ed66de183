import { useTranslation } from 'react-i18next';
import classes from './chart.module.css';
import type { StyledSeries } from './look.ts';
import { bandsOf } from './marks.model.ts';
import { hasRecoveredBars } from './recovered.model.ts';
import type { AbsenceKind } from './series.model.ts';

interface Props {
  all: readonly StyledSeries[];
  hidden: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

/** The series by name and colour, each a switch, and what the bands behind the lines mean. */
export function ChartLegend({ all, hidden, onToggle }: Props) {
  const { t } = useTranslation('charts');
  const shown = all.filter(({ drawn }) => !hidden.has(drawn.series.id));
  const kinds = new Set<AbsenceKind>(bandsOf(shown.map((one) => one.drawn)).map((band) => band.kind));
  return (
    <ul className={classes.legend} aria-label={t('legend')}>
      {all.map(({ drawn: { series, points }, colour, dash }) => {
        const off = hidden.has(series.id);
        return (
          <li key={series.id}>
            <button
              type="button"
              className={classes.entry}
              aria-pressed={!off}
              data-off={off || undefined}
              onClick={() => onToggle(series.id)}
            >
              <span
                className={series.shape === 'bar' ? classes.barMark : classes.lineMark}
                style={{ color: colour }}
                data-dash={dash}
                data-beside={series.beside?.as}
              />
              {series.label}
              {series.unit && <span className={classes.unit}>{series.unit}</span>}
              {points.length === 0 && <span className={classes.unit}>· {t('no_series_data')}</span>}
            </button>
          </li>
        );
      })}
      {[...kinds].map((kind) => (
        <li key={kind} className={classes.bandEntry}>
          <span className={classes.bandMark} data-kind={kind} />
          {t(`band_${kind}`)}
        </li>
      ))}
      {hasRecoveredBars(shown.map((one) => one.drawn)) && (
        <li className={classes.bandEntry}>
          <span className={classes.bandMark} data-kind="recovered" />
          {t('bar_recovered')}
        </li>
      )}
    </ul>
  );
}
