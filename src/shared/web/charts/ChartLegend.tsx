import { useTranslation } from 'react-i18next';
import classes from './chart.module.css';
import type { StyledSeries } from './look.ts';
import { bandsOf } from './marks.model.ts';
import { hasRecoveredBars } from './recovered.model.ts';
import type { AbsenceKind } from './series.model.ts';

interface Props {
  all: readonly StyledSeries[];
  hidden: ReadonlySet<string>;
  /** Series that stand by name and colour beside the chart. */
  listed?: ReadonlySet<string> | undefined;
  onToggle: (id: string) => void;
}

/** The series by name and colour, each a switch, and what the bands behind the lines mean. */
export function ChartLegend({ all, hidden, listed, onToggle }: Props) {
  const { t } = useTranslation('charts');
  const shown = all.filter(({ drawn }) => !hidden.has(drawn.series.id));
  const kinds = new Set<AbsenceKind>(bandsOf(shown.map((one) => one.drawn)).map((band) => band.kind));
  const named = all.filter(({ drawn: { series, points } }) => !listed?.has(series.id) || points.length === 0);
  const recovered = hasRecoveredBars(shown.map((one) => one.drawn));
  if (named.length === 0 && kinds.size === 0 && !recovered) return null;
  return (
    <ul className={classes.legend} aria-label={t('legend')}>
      {named.map(({ drawn: { series, points }, colour, dash }) => {
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
      {recovered && (
        <li className={classes.bandEntry}>
          <span className={classes.bandMark} data-kind="recovered" />
          {t('bar_recovered')}
        </li>
      )}
    </ul>
  );
}
