import { Stack } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MARKET_CLOCK } from '../../../../shared/units/zones.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import type { ChartSeries } from '../../../../shared/web/charts/series.model.ts';
import { TimeSeriesChart } from '../../../../shared/web/charts/TimeSeriesChart.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Figure, Figures } from '../../../../shared/web/page/Figures.tsx';
import { FoldButton } from '../../../../shared/web/page/FoldButton.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { communityCalls } from '../../community.contract.ts';
import type { CommunityResults } from '../../results.contract.ts';
import { type ResultField, type Stretch, stretchesOf, sumOf } from './period.model.ts';

const DAY_S = 86_400;
const TOLD: readonly ResultField[] = ['injected', 'withdrawn', 'shared', 'incentive', 'valorisation'];
const unitOf = (told: ResultField) => (told === 'incentive' || told === 'valorisation' ? '€' : 'kWh');

interface Props {
  community: string;
  /** Local days, the last excluded. */
  start: string;
  end: string;
  step: 'day' | 'month';
  /** How a stretch is called, and where it leads. */
  cell: (row: Stretch) => ReactNode;
  nameOf: (row: Stretch) => string;
}

/** What the period comes to, with what is not known of it. */
function Totals({
  results,
  rows,
  step,
}: { results: CommunityResults; rows: readonly Stretch[] } & Pick<Props, 'step'>) {
  const { t } = useTranslation('results');
  const { number } = useFormat();
  const gaps = rows.some(({ completeness }) => completeness !== null && completeness < 1);
  const there = rows.filter(({ completeness }) => completeness !== null).length;
  return (
    <Stack gap={12}>
      <Figures columns={6}>
        {TOLD.map((told) => {
          const { sum, known } = sumOf(rows, told);
          const unit = unitOf(told);
          return (
            <Figure
              key={told}
              label={t(`field.${told}`)}
              value={sum === null ? null : number(sum, unit === '€' ? 2 : 0)}
              unit={unit}
              {...(told === 'incentive' && { hint: t('incentive_hint') })}
              {...(sum !== null && known < there && { note: t(`of_${step}`, { known, count: there }) })}
            />
          );
        })}
        <Figure
          label={t('field.completeness')}
          value={number(completenessOf(rows), 1)}
          unit="%"
          hint={t('completeness_hint')}
        />
      </Figures>
      {gaps && <Note tone="warning">{t('gaps')}</Note>}
      {results.unpriced_kwh > 0 && (
        <Note tone="warning">{t('unpriced', { kwh: number(results.unpriced_kwh, 0) })}</Note>
      )}
      {results.partial && <Note tone="muted">{t('partial')}</Note>}
      {results.few_members.some((few) => few) && rows.every(({ withdrawn }) => withdrawn === null) && (
        <Note tone="muted">{t('few')}</Note>
      )}
    </Stack>
  );
}

/** Percent, each stretch by itself, as days and months are nearly alike; of those in which somebody belonged to it. */
function completenessOf(rows: readonly Stretch[]): number | null {
  const known = rows.flatMap(({ completeness }) => completeness ?? []);
  return known.length === 0 ? null : (100 * known.reduce((sum, one) => sum + one, 0)) / known.length;
}

function Chart({ rows, step, start }: { rows: readonly Stretch[] } & Pick<Props, 'step' | 'start'>) {
  const { t } = useTranslation('results');
  const length_s = step === 'day' ? DAY_S : 30 * DAY_S;
  const series = useMemo(
    (): ChartSeries[] =>
      (['injected', 'withdrawn', 'shared'] as const).map((told) => ({
        id: told,
        label: t(`field.${told}`),
        unit: 'kWh',
        decimals: 0,
        step,
        step_s: length_s,
        shape: told === 'shared' ? 'bar' : 'line',
        at: rows.map(({ at }) => at),
        values: rows.map((row) => row[told]),
        aggregate: 'energy',
      })),
    [rows, step, length_s, t],
  );
  const window = useMemo(() => {
    const [first, last] = [rows[0]?.at ?? 0, rows.at(-1)?.at ?? 0];
    return { start_at: first, end_at: last + length_s * 1000 };
  }, [rows, length_s]);
  return (
    <TimeSeriesChart
      title={t('chart')}
      fileName={`cer_${start}`}
      series={series}
      window={window}
      windowKey={start}
      now={window.end_at}
      zone={MARKET_CLOCK}
      height={280}
    />
  );
}

function Rows({
  rows,
  step,
  cell,
  nameOf,
}: { rows: readonly Stretch[] } & Pick<Props, 'step' | 'cell' | 'nameOf'>) {
  const { t } = useTranslation('results');
  const { number } = useFormat();
  const columns = useMemo(
    (): readonly DataColumn<Stretch>[] => [
      {
        id: 'at',
        header: t(step === 'day' ? 'field.day' : 'month'),
        names: true,
        value: ({ at }) => at,
        text: nameOf,
        cell,
      },
      ...TOLD.map((told): DataColumn<Stretch> => {
        const unit = unitOf(told);
        return {
          id: told,
          header: `${t(`field.${told}`)} (${unit})`,
          numeric: true,
          value: (row) => row[told],
          cell: (row) => number(row[told], unit === '€' ? 2 : 1),
        };
      }),
      {
        id: 'completeness',
        header: `${t('field.completeness')} (%)`,
        numeric: true,
        value: ({ completeness }) => completeness,
        cell: ({ completeness }) => number(completeness === null ? null : 100 * completeness, 1),
      },
    ],
    [t, number, step, cell, nameOf],
  );
  const label = t(step === 'day' ? 'days' : 'months');
  // A phone would scroll past a month of days to nothing.
  const [open, setOpen] = useState(step === 'month');
  return (
    <Section
      title={
        <FoldButton open={open} onToggle={setOpen}>
          {label}
        </FoldButton>
      }
      look="plain"
    >
      {open && (
        <DataTable
          label={t(step === 'day' ? 'days_table' : 'months_table')}
          columns={columns}
          rows={rows}
          rowKey={({ at }) => at}
          search={null}
          empty={{ icon: IconChartBar, title: t('none'), hint: t('none_hint') }}
        />
      )}
    </Section>
  );
}

/** A month or a year of a community as it was measured: what it comes to, day by day or month by month. */
export function Period({
  community,
  start,
  end,
  step,
  cell,
  nameOf,
  children,
}: Props & { children?: ReactNode }) {
  const { t } = useTranslation('results');
  const query = useCall(communityCalls.resultsData, { query: { community, start, end, resolution: step } });
  const rows = useMemo(() => (query.data ? stretchesOf(query.data) : []), [query.data]);
  return (
    <Known query={query} height={480}>
      {(results) =>
        rows.every(
          ({ completeness, withdrawn, injected }) =>
            (completeness ?? 0) === 0 && withdrawn === null && injected === null,
        ) ? (
          <EmptyState icon={IconChartBar} title={t('none')} hint={t('no_readings')} />
        ) : (
          <Stack gap={16}>
            <Totals results={results} rows={rows} step={step} />
            <Section title={t('chart')}>
              <Chart rows={rows} step={step} start={start} />
            </Section>
            {children}
            <Rows rows={rows} step={step} cell={cell} nameOf={nameOf} />
          </Stack>
        )
      }
    </Known>
  );
}
