import { Button, Group, Stack } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartStage } from '../../../../shared/web/charts/ChartStage.tsx';
import type { ChartSeries, Moment } from '../../../../shared/web/charts/series.model.ts';
import { TimeSeriesChart } from '../../../../shared/web/charts/TimeSeriesChart.tsx';
import { boardSearchFor } from '../../../measurements/web/chart/board-search.public.ts';
import type { Alarm, Evidence } from '../../alarms.contract.ts';
import { useAlarmSentence } from '../use-alarm-message.ts';
import { choiceFor, drawableOf, windowOfEvidence } from './evidence.model.ts';
import { useEvidenceChart } from './use-evidence-chart.ts';

/** More lines than these hide the one that is at fault; the full chart has them all. */
const MAX_LINES = 8;

const hasValues = (series: readonly ChartSeries[]) =>
  series.some(({ values }) => values.some((value) => value !== null));

/** When it began and, once it is over, when it ended. */
function useMoments({ date, end_date }: Alarm): Moment[] {
  const { t } = useTranslation('detail');
  return useMemo(
    () => [
      { at: Date.parse(date), label: t('evidence.began') },
      ...(end_date === null ? [] : [{ at: Date.parse(end_date), label: t('evidence.ended') }]),
    ],
    [date, end_date, t],
  );
}

/** What was looked at when the alarm was raised, drawn, and the way to the full chart. */
export function EvidenceChart({ alarm, evidence }: { alarm: Alarm; evidence: Evidence }) {
  const { t } = useTranslation('detail');
  const messageFor = useAlarmSentence();
  const { proj_code, time_zone, end_date } = alarm;
  const all = useMemo(() => evidence.series.map((one) => drawableOf(one, proj_code)), [evidence, proj_code]);
  // Where it ends is taken once: a chart that is looked at does not creep.
  const window = useMemo(() => windowOfEvidence(evidence, { end_date }, Date.now()), [evidence, end_date]);
  const moments = useMoments(alarm);
  const chosen = all.slice(0, MAX_LINES);
  const asking = useEvidenceChart({ alarm, evidence, window }, chosen);
  const board = boardSearchFor({
    chosen: all,
    choice: choiceFor(window, time_zone),
    step: 'raw',
    compare: undefined,
    zoom: window,
    at: Date.parse(alarm.date),
  });
  return (
    <Stack gap={6} miw={0}>
      <ChartStage asking={asking} hasValues={hasValues}>
        {(series) => (
          <TimeSeriesChart
            title={messageFor(alarm)}
            fileName={`${proj_code}_alarm_${alarm.id}`}
            series={series}
            window={window}
            windowKey={`${alarm.id}`}
            now={Date.now()}
            zone={time_zone}
            height={260}
            moments={moments}
          />
        )}
      </ChartStage>
      <Group gap={8} justify="flex-end">
        {all.length > MAX_LINES && (
          <span className="muted">{t('evidence.more_lines', { count: all.length - MAX_LINES })}</span>
        )}
        <Button
          variant="default"
          size="xs"
          rightSection={<IconArrowUpRight size={15} aria-hidden="true" />}
          renderRoot={(root) => <Link {...root} to="/apps/asset/charts" search={board} />}
        >
          {t('evidence.open_chart')}
        </Button>
      </Group>
    </Stack>
  );
}
