import { Skeleton } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { TimeSeriesChart } from '../../../../shared/web/charts/TimeSeriesChart.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import type { CalcPreview } from '../../calculations.contract.ts';

interface Props {
  preview: CalcPreview | undefined;
  label: string;
  /** Nothing to show yet: something is not chosen. */
  waiting: boolean;
  error: unknown;
  onRetry: () => void;
}

/**
 * What is drawn. Where inputs come more rarely than results are wanted, most instants have nothing to calculate: those are
 * left out, and a result holds until the next one usually comes.
 */
function pointsOf({ ts, values, quality, interval_s }: CalcPreview, missing: number) {
  const rare = missing > 0.5 && missing < 1;
  const places = ts.flatMap((_, i) => (rare && quality[i] === 'missing' ? [] : i));
  const at = places.map((i) => Date.parse(ts[i] ?? ''));
  const between = at.slice(1).map((one, i) => one - (at[i] ?? one));
  const usual_ms = between.toSorted((a, b) => a - b)[Math.floor(between.length / 2)];
  return {
    at,
    values: places.map((i) => values[i] ?? null),
    states: places.flatMap((i) => quality[i] ?? []),
    step_s: rare && usual_ms !== undefined ? usual_ms / 1000 : interval_s,
  };
}

function Drawing({ preview, label }: { preview: CalcPreview; label: string }) {
  const { t } = useTranslation('calc');
  const { unit, decimals, interval_s, time_zone, quality } = preview;
  const missing = quality.filter((state) => state === 'missing').length / Math.max(1, quality.length);
  const { at, values, states, step_s } = useMemo(() => pointsOf(preview, missing), [preview, missing]);
  const window = useMemo(
    () => ({
      start_at: Date.parse(preview.start),
      end_at: Date.parse(preview.end) + preview.interval_s * 1000,
    }),
    [preview],
  );
  const series = useMemo(
    () => [
      {
        id: 'preview',
        label,
        unit,
        decimals,
        shape: 'line' as const,
        step: 'raw' as const,
        step_s,
        at,
        values,
        states,
      },
    ],
    [label, unit, decimals, step_s, at, values, states],
  );
  return (
    <>
      {missing > 0.5 && (
        <Note tone="muted" role="status">
          {t(missing === 1 ? 'preview.nothing' : 'preview.sparse')}
        </Note>
      )}
      <TimeSeriesChart
        title={t('preview.title')}
        fileName="preview"
        series={series}
        window={window}
        windowKey={`${interval_s}/${time_zone}`}
        now={window.end_at}
        zone={time_zone}
        height={300}
      />
    </>
  );
}

/** What the definition in hand gives for the last day. */
export function Preview({ preview, label, waiting, error, onRetry }: Props) {
  const { t } = useTranslation('calc');
  const refused = error instanceof CallError && error.status === 400;
  return (
    <Section title={t('preview.title')}>
      {waiting && (
        <EmptyState icon={IconChartLine} title={t('preview.empty')} hint={t('preview.empty_hint')} />
      )}
      {!waiting && refused && (
        <EmptyState icon={IconChartLine} title={t('preview.faulty')} hint={t('preview.faulty_hint')} />
      )}
      {!waiting && !refused && error !== null && <ErrorState error={error} onRetry={onRetry} />}
      {!waiting && error === null && !preview && <Skeleton height={300} radius={8} />}
      {!waiting && error === null && preview && <Drawing preview={preview} label={label} />}
    </Section>
  );
}
