import { useTranslation } from 'react-i18next';
import { decimalsFor } from '../format/units.model.ts';
import { type Answer, answerAt } from './answer.model.ts';
import classes from './chart.module.css';
import type { StyledSeries } from './look.ts';
import type { PlotScale } from './scale.ts';
import { momentWords, stretchWords } from './words.ts';
import { writeTime } from './zone.model.ts';

interface Props {
  at: number;
  scale: PlotScale;
  series: readonly StyledSeries[];
  zone: string;
  number: (value: number, decimals: number) => string;
}

interface Row {
  styled: StyledSeries;
  answer: Answer;
}

/** What each series says at an instant, in words; used by the tooltip and read out by screen readers. */
export function useCursorWords({ zone, number }: Pick<Props, 'zone' | 'number'>) {
  const { t } = useTranslation('charts');
  return (row: Row): string => {
    const { series } = row.styled.drawn;
    if (row.answer.kind === 'value') {
      const { value } = row.answer;
      const digits = decimalsFor(value, series.unit, series.decimals);
      const figure = `${number(value, digits)} ${series.unit}`.trim();
      return row.answer.state === 'stale' ? `${figure} (${t('partial')})` : figure;
    }
    if (row.answer.kind === 'nothing') return '–';
    const { start_at, end_at, kind } = row.answer.absence;
    const words = { from: momentWords(start_at, zone), to: momentWords(end_at, zone) };
    if (kind === 'marked') return t('marked', { ...words, reason: row.answer.absence.reason ?? '' });
    if (kind === 'failed') return t('failed', words);
    return kind === 'asleep' ? t('asleep', words) : t('gap', words);
  };
}

export function cursorRows(series: readonly StyledSeries[], at: number): Row[] {
  return series.map((styled) => ({ styled, answer: answerAt(styled.drawn, at) }));
}

/** When the values under the pointer were measured; the pointer's own time where there are none. */
export function cursorTime(rows: readonly Row[], at: number, zone: string): string {
  const stretches = rows.flatMap(({ styled, answer }) =>
    answer.kind === 'value' ? [stretchWords(answer, styled.drawn.series, zone)] : [],
  );
  return stretches[0] ?? momentWords(at, zone);
}

const WIDTH = 300;

/** A line through the plot and the values it meets. Everything is text: nothing of the data becomes markup. */
export function ChartCursor({ at, scale, series, zone, number }: Props) {
  const words = useCursorWords({ zone, number });
  const rows = cursorRows(series, at);
  const x = scale.toX(at);
  const beside = x + 14 + WIDTH > scale.right + 40 && x - 14 - WIDTH > 0;
  const steps = new Set(series.map(({ drawn }) => drawn.series.step));
  return (
    <>
      <div className={classes.cursorLine} style={{ left: x }} />
      <div
        className={classes.tooltip}
        style={
          beside
            ? { right: `calc(100% - ${x - 14}px)` }
            : { left: Math.min(x + 14, Math.max(8, scale.right - WIDTH)) }
        }
      >
        <div className={classes.tooltipTime}>{cursorTime(rows, at, zone)}</div>
        {rows.map((row) => (
          <div key={row.styled.drawn.series.id} className={classes.tooltipRow}>
            <span className={classes.swatch} style={{ background: row.styled.colour }} />
            <span className={classes.tooltipLabel}>
              {row.styled.drawn.series.label}
              {steps.size > 1 && row.answer.kind === 'value' && row.styled.drawn.series.step === 'raw' && (
                <span className={classes.tooltipMeta}> {writeTime(row.answer.start_at, zone)}</span>
              )}
            </span>
            <span className={row.answer.kind === 'absence' ? classes.tooltipAbsent : classes.tooltipValue}>
              {words(row)}
            </span>
          </div>
        ))}
      </div>
    </>
  );
}
