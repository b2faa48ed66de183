import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartSeries } from '../../../shared/web/charts/series.model.ts';
import { TimeSeriesChart } from '../../../shared/web/charts/TimeSeriesChart.tsx';
import { addUnits } from '../../../shared/web/charts/zone.model.ts';
import type { EnergyBalance } from '../../overview/energy-balance.contract.ts';
import type { ExpectedData } from '../forecast.contract.ts';
import { expectedBeside } from './chart-expected.model.ts';

const HEIGHT = 280;
const STEP_S = { hour: 3600, day: 86_400, month: 2_592_000, year: 31_536_000 } as const;

const instants = (ts: readonly string[]) => ts.map((at) => Date.parse(at));

/** Parts that can be drawn: no part to come, and no running hour, whose energy so far would stand as a mean power that is too low. */
function partsUntil(at: readonly number[], now: number, isPower: boolean): number[] {
  return at.filter((start) => (isPower ? start + 3_600_000 <= now : start < now));
}

interface Props {
  proj_code: string;
  time_zone: string;
  /** What was to be expected; null where nothing is. */
  data: ExpectedData | null;
  /** What was made, and the year before; where it is not known, what was made in the hours compared stands. */
  balance: EnergyBalance | null;
  /** Epoch ms: what comes after it is not missing. */
  now: number;
}

/**
 * What was made, with what was expected as a dashed line of its hue and the year before behind it: mean power of hours, energy of
 * days and months.
 */
export function EnergyChart({ proj_code, time_zone: zone, data, balance, now }: Props) {
  const { t } = useTranslation('forecast');
  const shown = balance ?? data;
  const series = useMemo((): ChartSeries[] => {
    if (!shown) return [];
    const { resolution } = shown;
    const isPower = resolution === 'hour';
    const label = t(`chart.${isPower ? 'power' : 'energy'}`);
    const shape = {
      unit: isPower ? 'kW' : 'kWh',
      decimals: 1,
      shape: isPower ? 'line' : 'bar',
      step: resolution,
      step_s: STEP_S[resolution],
      aggregate: isPower ? 'mean' : 'energy',
    } as const;
    const at = instants(shown.ts);
    const expected = data && expectedBeside(data, balance);
    const past = partsUntil(at, now, isPower);
    const made: ChartSeries = {
      ...shape,
      id: 'energy',
      label,
      at: past,
      values: (balance?.produced.kwh ?? data?.actual_kwh ?? []).slice(0, past.length),
      expected: expected ? past.map((one) => expected.get(one) ?? null) : undefined,
    };
    if (!balance || balance.year_ago.total_kwh === null) return [made];
    const words = t('chart.year_ago');
    return [
      made,
      {
        ...shape,
        id: 'energy compared',
        label: `${label} – ${words}`,
        at,
        values: balance.year_ago.kwh,
        beside: {
          as: 'compared',
          id: 'energy',
          words,
          were_at: at.map((one) => addUnits(one, 'year', -1, zone)),
          zone,
        },
      },
    ];
  }, [shown, data, balance, now, zone, t]);
  const window = useMemo(
    () => ({ start_at: Date.parse(shown?.start ?? ''), end_at: Date.parse(shown?.end ?? '') }),
    [shown],
  );
  if (!shown) return null;
  return (
    <TimeSeriesChart
      title={t('chart.title')}
      fileName={`${proj_code}_expected`}
      series={series}
      window={window}
      windowKey={`${window.start_at}-${window.end_at}`}
      now={Math.min(now, window.end_at)}
      zone={zone}
      height={HEIGHT}
    />
  );
}
