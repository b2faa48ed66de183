import { ActionIcon, Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '../../../../../shared/web/charts/choice.model.ts';
import { TimeSeriesChart } from '../../../../../shared/web/charts/TimeSeriesChart.tsx';
import { type Edge, useLiveEdge } from '../../../../../shared/web/charts/use-live-edge.ts';
import { stepsInForce, windowOf } from '../../../../../shared/web/charts/window.model.ts';
import { dateOf } from '../../../../../shared/web/charts/zone.model.ts';
import { EmptyState } from '../../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../../shared/web/ui/ErrorState.tsx';
import { seriesOf } from '../../chart/chart-query.public.ts';
import type { AllDevicesData } from '../../receipt.model.ts';
import classes from '../board.module.css';
import { CHARTED, type DevicesRequest, useDevicesPage } from './devices-queries.ts';

interface Props {
  request: DevicesRequest;
  /** Counters are drawn as the energy of each step. */
  shape: 'line' | 'bar';
  title: string;
  choice: Choice;
  now: number;
  zone: string;
  page: number;
  onPage: (page: number) => void;
  plantName: (proj_code: string) => string;
  /** What may move the window's live edge. */
  edge: Omit<Edge, 'refetch'>;
}

/** One for each of the first devices; those after them take shades of the unit's own. */
const COLOURS = [
  '#2456E6',
  '#B83280',
  '#0E8F82',
  '#9B4FD0',
  '#4D7C0F',
  '#B45309',
  '#0E7490',
  '#475467',
  '#7A5C86',
  '#0369A1',
];

/** Which devices of how many are drawn, and the way to the others. */
function Pager({ data, page, onPage }: Pick<Props, 'page' | 'onPage'> & { data: AllDevicesData }) {
  const { t } = useTranslation('board');
  const from = (page - 1) * CHARTED + 1;
  const to = Math.min(data.count, from + data.devices.length - 1);
  return (
    <div className={classes.pager}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('devices.previous')}
        disabled={data.previous === null}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={17} stroke={1.7} />
      </ActionIcon>
      <span className="num" role="status">
        {t('devices.of', { from, to, count: data.count })}
      </span>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('devices.next')}
        disabled={data.next === null}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={17} stroke={1.7} />
      </ActionIcon>
    </div>
  );
}

function Drawing({ data, ...props }: Props & { data: AllDevicesData }) {
  const { shape, title, choice, now, zone, plantName } = props;
  const window = useMemo(() => windowOf(choice, now, zone), [choice, now, zone]);
  const series = useMemo(() => {
    const one = new Set(data.devices.map(({ proj_code }) => proj_code)).size === 1;
    return data.devices.flatMap(({ device_id, proj_code, short_name, results = [] }, i) =>
      results.map((answer) => ({
        ...seriesOf({ key: `${device_id}.${answer.name}`, shape }, answer, {
          window,
          at: answer.ts.map((ts) => Date.parse(ts)),
        }),
        label: one ? (short_name ?? '') : `${plantName(proj_code)} · ${short_name}`,
        // The variable's one colour would tell none of them from another.
        colour: COLOURS[i],
      })),
    );
  }, [data, shape, window, plantName]);
  const { t } = useTranslation('charts');
  if (series.every(({ values }) => values.every((value) => value === null))) {
    return <EmptyState title={t('none_found')} hint={t('none_found_hint')} />;
  }
  const [from, to] = [dateOf(window.start_at, zone), dateOf(window.end_at - 1, zone)];
  return (
    <TimeSeriesChart
      title={title}
      fileName={[title.replace(/[^\p{L}\p{N}]+/gu, '-'), from, ...(from === to ? [] : [to])].join('_')}
      series={series}
      window={window}
      windowKey={JSON.stringify([choice, zone])}
      now={now}
      zone={zone}
    />
  );
}

/** An address may name a page that is no more: the last one is shown. */
function LastPage({ onPage }: { onPage: () => void }) {
  useEffect(onPage);
  return <Skeleton height={470} radius={8} />;
}

/** The same variable of every device, a page of them at a time; a refusal is told in the server's words. // spec §8 */
export function DevicesChart(props: Props) {
  const { request, shape, title, choice, now, zone, page, onPage } = props;
  const { t } = useTranslation('board');
  const steps = stepsInForce(windowOf(choice, now, zone), undefined);
  const { data, error, refetch } = useDevicesPage(request, steps[shape], page);
  useLiveEdge({ ...props.edge, refetch });
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton height={470} radius={8} />;
  if (data.failure !== undefined) return <ErrorState error={data.failure} onRetry={() => refetch()} />;
  if (data.desc_error !== undefined) {
    return <EmptyState title={t('devices.refused')} hint={data.desc_error} />;
  }
  if (data.count > 0 && data.devices.length === 0)
    return <LastPage onPage={() => onPage(Math.ceil(data.count / CHARTED))} />;
  if (data.count === 0) return <EmptyState title={t('devices.none')} hint={t('devices.none_hint')} />;
  return (
    <section aria-label={title}>
      <Pager data={data} page={page} onPage={onPage} />
      <Drawing {...props} data={data} />
    </section>
  );
}
