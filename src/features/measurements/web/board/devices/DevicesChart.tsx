import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '../../../../../shared/web/charts/choice.model.ts';
import { finerStretch } from '../../../../../shared/web/charts/finer.model.ts';
import { TimeSeriesChart } from '../../../../../shared/web/charts/TimeSeriesChart.tsx';
import { type Edge, useLiveEdge } from '../../../../../shared/web/charts/use-live-edge.ts';
import { stepsInForce, type TimeWindow, windowOf } from '../../../../../shared/web/charts/window.model.ts';
import { dateOf } from '../../../../../shared/web/charts/zone.model.ts';
import { EmptyState } from '../../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../../shared/web/ui/ErrorState.tsx';
import { seriesOf } from '../../chart/chart-query.public.ts';
import type { AllDevicesData } from '../../receipt.model.ts';
import { type DevicesRequest, useDevicesSeries } from './devices-queries.ts';

interface Props {
  /** With the devices that are drawn; null until they are known. */
  request: DevicesRequest | null;
  /** Counters are drawn as the energy of each step. */
  shape: 'line' | 'bar';
  title: string;
  choice: Choice;
  now: number;
  zone: string;
  /** What of the period is on screen. */
  zoom: TimeWindow | undefined;
  onZoom: (zoom: TimeWindow | undefined) => void;
  plantName: (proj_code: string) => string;
  /** What may move the window's live edge. */
  edge: Omit<Edge, 'refetch'>;
}

/** As high as the chart will be, with its legend. */
const HEIGHT = 500;

/** One for each device of a page. */
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

const spanOf = ({ start_at, end_at }: TimeWindow) => ({
  start: new Date(start_at).toISOString(),
  end: new Date(end_at).toISOString(),
});

/** The devices' lines in the order of the request, each in its colour. */
function useSeries(
  { request, shape, plantName }: Props,
  data: AllDevicesData | undefined,
  window: TimeWindow,
) {
  return useMemo(() => {
    const devices = data?.devices ?? [];
    const places = new Map(request?.devices?.split(',').map((id, i) => [Number(id), i]));
    const placeOf = ({ device_id }: (typeof devices)[number]) => places.get(device_id ?? 0) ?? 0;
    const one = new Set(devices.map(({ proj_code }) => proj_code)).size === 1;
    return devices
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .flatMap(({ device_id, proj_code, short_name, results = [] }, i) =>
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
  }, [data, request?.devices, shape, window, plantName]);
}

function Drawing({ data, ...props }: Props & { data: AllDevicesData }) {
  const { request, shape, title, choice, now, zone, zoom } = props;
  const { t } = useTranslation('charts');
  const window = useMemo(() => windowOf(choice, now, zone), [choice, now, zone]);
  const stretch = useMemo(() => (zoom ? finerStretch(zoom, window) : null), [zoom, window]);
  const finer = useDevicesSeries(
    stretch && request ? { ...request, ...spanOf(stretch) } : null,
    stepsInForce(stretch ?? window, undefined)[shape],
  );
  const series = useSeries(props, data, window);
  const fine = useSeries(props, stretch ? finer.data : undefined, stretch ?? window);
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
      zoom={zoom}
      onZoom={props.onZoom}
      finer={
        stretch && fine.length > 0 && !finer.isPlaceholderData ? { series: fine, window: stretch } : undefined
      }
    />
  );
}

/** The variable of the devices that the table shows; a refusal is told in the server's words. // spec §8 */
export function DevicesChart(props: Props) {
  const { request, shape, choice, now, zone } = props;
  const { t } = useTranslation('board');
  const steps = stepsInForce(windowOf(choice, now, zone), undefined);
  const { data, error, refetch } = useDevicesSeries(request, steps[shape]);
  useLiveEdge({ ...props.edge, refetch: () => request && refetch() });
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton height={HEIGHT} radius={8} />;
  if (data.failure !== undefined) return <ErrorState error={data.failure} onRetry={() => refetch()} />;
  if (data.desc_error !== undefined) {
    return <EmptyState title={t('devices.refused')} hint={data.desc_error} />;
  }
  return data.count > 0 && <Drawing {...props} data={data} />;
}
