import { NativeSelect } from '@mantine/core';
import { IconReportAnalytics } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { spanOfMonth } from '../../../shared/units/months.ts';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { dateOf } from '../../../shared/web/charts/zone.model.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { HERE } from '../../../shared/web/format/dates.ts';
import { useMonthName } from '../../../shared/web/format/month-name.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { useMonths } from '../../../shared/web/format/use-months.ts';
import type { DataColumn } from '../../../shared/web/list/data-table.model.ts';
import { PickSeveralFilter } from '../../../shared/web/list/filters.tsx';
import { MAX_CODES } from '../../../shared/web/list/list-state.ts';
import { useListState } from '../../../shared/web/list/use-list-state.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { asRead, type FigureName, WRITTEN } from '../figures.model.ts';
import { type K451Report, type K451Row, reportsCalls } from '../reports.contract.ts';
import { K451_PERIODS } from '../reports.model.ts';
import { ReportFrame } from './ReportFrame.tsx';
import { type K451Address, K451List, plantsOf } from './report-lists.ts';
import { usePlantOptions } from './use-plant-options.ts';
import { type Together, useTogether } from './use-together.tsx';

interface Shown extends K451Row, Together {
  readonly key: string;
}
const keyed = ({ all_plants = [], rows, totals }: K451Report): Shown[] =>
  [...all_plants, ...rows, ...totals].map((row) => ({ ...row, key: `${row.proj_code}/${row.period}` }));

function useColumns(): readonly DataColumn<Shown>[] {
  const { t } = useTranslation('reporting');
  const { number, date, euro } = useFormat();
  const monthName = useMonthName();
  const { plant, sum } = useTogether();
  return useMemo(() => {
    const periodName = (period: string) => {
      if (period.length === 10) return date(period);
      return period.length === 7 ? monthName(period) : period;
    };
    const figure = (id: Extract<FigureName, keyof K451Row>): DataColumn<Shown> => ({
      id,
      header: t(`column.${id}` as 'column.pr'),
      numeric: true,
      value: (row) => row[id] ?? null,
      cell: (row) => sum(row, id, number(asRead(id, row[id] ?? null), WRITTEN[id].decimals)),
    });
    const money = (id: 'lost_eur' | 'revenue_eur'): DataColumn<Shown> => ({
      id,
      header: t(`column.${id}`),
      numeric: true,
      value: (row) => row[id],
      cell: (row) => sum(row, id, euro(row[id])),
    });
    return [
      plant,
      {
        id: 'period',
        header: t('column.period'),
        value: ({ period }) => period || '9999',
        cell: ({ period }) => (period === '' ? t('total') : periodName(period)),
      },
      figure('produced_kwh'),
      { ...figure('exported_kwh'), extra: true },
      { ...figure('used_kwh'), extra: true },
      { ...figure('imported_kwh'), extra: true },
      figure('irradiation_kwh_m2'),
      {
        ...figure('irradiation_horizontal_kwh_m2'),
        cell: ({ irradiation_horizontal_kwh_m2: kwh_m2 = null, irradiation_horizontal_from: from = [] }) => (
          <>
            {number(kwh_m2, WRITTEN.irradiation_horizontal_kwh_m2.decimals)}
            {from.length > 0 && (
              <Muted as="div">{from.map((one) => t(`horizontal.${one}`)).join(', ')}</Muted>
            )}
          </>
        ),
      },
      figure('expected_kwh'),
      figure('pr'),
      { ...figure('pr_25'), extra: true },
      { ...figure('pr_weather'), extra: true },
      { ...figure('performance_index'), extra: true },
      { ...figure('missing_share'), extra: true },
      { ...figure('availability_raw'), extra: true },
      figure('availability'),
      { ...figure('completeness'), extra: true },
      {
        id: 'downtimes',
        header: t('column.downtimes'),
        sortable: false,
        value: ({ downtimes }) => downtimes.map(({ cause }) => cause).join(', '),
        cell: ({ downtimes }) =>
          downtimes
            .map(
              ({ cause, energy_kwh, earning_eur }) =>
                `${cause}: ${number(energy_kwh, WRITTEN.energy_kwh.decimals)} kWh, ${euro(earning_eur)}`,
            )
            .join('; '),
      },
      { ...figure('lost_kwh'), extra: true },
      money('lost_eur'),
      money('revenue_eur'),
    ];
  }, [t, number, date, euro, plant, sum, monthName]);
}

const CALCS = ['1', '2', '3'] as const;

/** Days of a month, months of a year, years of five: what the calculation is told of. */
function spanOf(calc: '1' | '2' | '3', month: string): { from: string; to: string } {
  const year = month.slice(0, 4);
  return calc === '1' ? spanOfMonth(month) : { from: `${year}-01-01`, to: `${year}-12-31` };
}

/** Plants, calculation, and the month or year of it. */
function Narrowing({ state, today }: { state: K451Address; today: string }) {
  const { t } = useTranslation('reporting');
  const { calc, month = today.slice(0, 7) } = state.search;
  const months = useMonths(today, 36);
  const options = usePlantOptions();
  const years = Array.from({ length: 8 }, (_, i) => String(Number(today.slice(0, 4)) - i));
  return (
    <>
      <PickSeveralFilter
        state={state}
        name={'plant'}
        label={t('column.plant')}
        options={options}
        most={MAX_CODES}
        any={t('any_plant')}
      />
      <NativeSelect
        aria-label={t('calc.label')}
        data={CALCS.map((value) => ({ value, label: t(`calc.${value}`) }))}
        value={calc}
        onChange={({ currentTarget: { value } }) =>
          state.set({ calc: CALCS.find((one) => one === value) ?? '1' })
        }
      />
      <NativeSelect
        aria-label={t(calc === '1' ? 'month' : 'year')}
        data={calc === '1' ? months : years}
        value={calc === '1' ? month : month.slice(0, 4)}
        onChange={({ currentTarget: { value } }) =>
          state.set({ month: value.length === 4 ? `${value}-01` : value })
        }
      />
    </>
  );
}

/** The K451 report. // spec §2, §9 */
export function K451ReportPage() {
  const { t } = useTranslation('reporting');
  const { id_client: company } = useCompany();
  const state = useListState(K451List);
  const today = dateOf(useNow(60_000), HERE);
  const { plant, calc, month = today.slice(0, 7) } = state.search;
  const span = spanOf(calc, month);
  const body = { idcalc: Number(calc), ...span, ...(plant && { codes: [...plantsOf(plant)] }) };
  const { data, error, dataUpdatedAt, refetch } = useCall(reportsCalls.k451, { body });
  const rows = useMemo(() => data && keyed(data), [data]);
  const load = (format: 'csv' | 'xlsx' | 'pdf') =>
    send(reportsCalls.k451File, {
      query: { ...span, idcalc: calc, format, ...(plant && { codes: plant }) },
      company,
    });
  return (
    <ReportFrame
      kind="k451"
      state={state}
      asked={{ plants: plantsOf(plant), ...span, by: K451_PERIODS[calc] }}
      fields={<Narrowing state={state} today={today} />}
      query={{ data: rows, error, dataUpdatedAt, refetch }}
      columns={useColumns()}
      icon={IconReportAnalytics}
      load={load}
      note={
        [
          ...(data && !data.with_availability ? [t('no_availability')] : []),
          ...(data?.with_revenue === false ? [t('no_revenue')] : []),
        ].join('. ') || undefined
      }
    />
  );
}
