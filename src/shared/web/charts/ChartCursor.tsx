import { useTranslation } from 'react-i18next';
import { type Answer, answerAt } from './answer.model.ts';
import classes from './chart.module.css';
import { useDurationLabels } from './duration-words.ts';
import type { StyledSeries } from './look.ts';
import { recoveredIn } from './recovered.model.ts';
import type { PlotScale } from './scale.ts';
import type { Absence, ChartSeries, Mark } from './series.model.ts';
import { useFigure } from './use-figure.ts';
import { momentWords, stretchWords } from './words.ts';
import { writeDate, writeTime } from './zone.model.ts';

const WHOLE_DAYS = new Set(['day', 'month', 'year']);

interface Props {
  at: number;
  scale: PlotScale;
  series: readonly StyledSeries[];
  /** Ranges that concern the whole chart. */
  marks: readonly Mark[];
  zone: string;
  number: (value: number, decimals: number) => string;
}

interface Row {
  styled: StyledSeries;
  answer: Answer;
}

/** How long before its place on the axis the part of a compared series was, by the point before `at`. */
function agoOf({ beside, at }: ChartSeries, place: number): number {
  if (beside?.as !== 'compared') return 0;
  const after = at.findIndex((one) => one > place);
  const i = Math.max(0, (after < 0 ? at.length : after) - 1);
  return (at[i] ?? 0) - (beside.were_at[i] ?? 0);
}

/** When the point of a compared series was, at the clock where it was measured. */
function whenOf({ drawn: { series } }: StyledSeries, answer: Answer): string | null {
  const { beside } = series;
  if (beside?.as !== 'compared' || answer.kind !== 'value') return null;
  const when = answer.start_at - agoOf(series, answer.start_at);
  return WHOLE_DAYS.has(series.step) ? writeDate(when, beside.zone) : momentWords(when, beside.zone);
}

/** Why there is no value, since when, until when and how long. */
function useAbsenceLabels() {
  const { t } = useTranslation('charts');
  const lasting = useDurationLabels();
  return (
    { kind, start_at, end_at, reason = '' }: Absence,
    series: ChartSeries,
    own_zone: string,
  ): string => {
    const zone = series.beside?.as === 'compared' ? series.beside.zone : own_zone;
    const ago = agoOf(series, start_at);
    const words = {
      from: momentWords(start_at - ago, zone),
      to: momentWords(end_at - ago, zone),
      long: lasting(end_at - start_at),
    };
    if (kind === 'marked') return t('marked', { ...words, reason });
    if (kind === 'failed') return t('failed', words);
    return kind === 'asleep' ? t('asleep', words) : t('gap', words);
  };
}

/** What each series says at an instant, in words; used by the tooltip and read out by screen readers. */
export function useCursorLabels({ zone, number }: Pick<Props, 'zone' | 'number'>) {
  const { t } = useTranslation('charts');
  const absent = useAbsenceLabels();
  const figureOf = useFigure(number);
  return ({ styled, answer }: Row): string => {
    const { series } = styled.drawn;
    if (answer.kind === 'nothing') return '–';
    if (answer.kind === 'absence') return absent(answer.absence, series, zone);
    const { value, state, marked } = answer;
    const recovered = recoveredIn(series, answer);
    const figure = `${figureOf(value, series)} ${series.unit}`.trim();
    const notes = [
      state === 'stale' ? t(series.step === 'raw' ? 'stale' : 'partial') : '',
      marked ? t('partly_marked', { reason: marked.reason ?? '' }) : '',
      recovered > 0
        ? t('partly_recovered', { figure: `${figureOf(recovered, series)} ${series.unit}`.trim() })
        : '',
    ].filter((one) => one !== '');
    return notes.length > 0 ? `${figure} (${notes.join(', ')})` : figure;
  };
}

export function cursorRows(series: readonly StyledSeries[], at: number): Row[] {
  return series.map((styled) => ({ styled, answer: answerAt(styled.drawn, at) }));
}

/** When the values under the pointer were measured; the pointer's own time where there are none. */
export function cursorTime(rows: readonly Row[], at: number, zone: string): string {
  const stretches = rows.flatMap(({ styled, answer }) =>
    answer.kind === 'value' && !styled.drawn.series.beside
      ? [stretchWords(answer, styled.drawn.series, zone)]
      : [],
  );
  return stretches[0] ?? momentWords(at, zone);
}

const WIDTH = 300;

/** A line through the plot and the values it meets. Everything is text: nothing of the data becomes markup. */
export function ChartCursor({ at, scale, series, marks, zone, number }: Props) {
  const { t } = useTranslation('charts');
  const words = useCursorLabels({ zone, number });
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
        {marks
          .filter((mark) => at >= mark.start_at && at < mark.end_at)
          .map((mark) => (
            <div key={`${mark.start_at} ${mark.reason}`} className={classes.tooltipMark}>
              {t('mark', { reason: mark.reason })}
            </div>
          ))}
        {rows.map((row) => (
          <div key={row.styled.drawn.series.id} className={classes.tooltipRow}>
            <span className={classes.swatch} style={{ background: row.styled.colour }} />
            <span className={classes.tooltipLabel}>
              {row.styled.drawn.series.label}
              {whenOf(row.styled, row.answer) && (
                <span className={classes.tooltipMeta}> {whenOf(row.styled, row.answer)}</span>
              )}
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
