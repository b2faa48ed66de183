import { useTranslation } from 'react-i18next';
import { Note } from '../page/Text.tsx';
import type { ChartSeries } from './series.model.ts';
import { useFigure } from './use-figure.ts';
import { writeDate } from './zone.model.ts';

/** Days that are named one by one; the others are counted. */
const NAMED = 3;

interface Props {
  series: readonly ChartSeries[];
  zone: string;
  number: Parameters<typeof useFigure>[0];
}

/** Says which days hold energy that was booked when a counter came back: they are no ordinary days. */
export function RecoveredNote({ series, zone, number }: Props) {
  const { t } = useTranslation('charts');
  const figureOf = useFigure(number);
  const all = series.flatMap((one) => (one.recovered ?? []).map((day) => ({ one, ...day })));
  if (all.length === 0) return null;
  const said = all.slice(0, NAMED).map(({ one, start_at, energy }) => ({
    key: `${one.id} ${start_at}`,
    text: t('recovered', {
      day: writeDate(start_at, zone),
      figure: `${figureOf(energy, one)} ${one.unit}`.trim(),
      label: one.label,
    }),
  }));
  return (
    <Note tone="warning" filled small role="note">
      {said.map(({ key, text }) => (
        <span key={key}>{text} </span>
      ))}
      {all.length > NAMED && t('recovered_more', { count: all.length - NAMED })}
    </Note>
  );
}
