import { NativeSelect } from '@mantine/core';
import { IconTableColumn } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../shared/web/list/data-table.model.ts';
import { PickSeveralFilter } from '../../../shared/web/list/filters.tsx';
import { MAX_CODES } from '../../../shared/web/list/list-state.ts';
import { useListState } from '../../../shared/web/list/use-list-state.ts';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { asRead, WRITTEN } from '../figures.model.ts';
import { type K410Report, type K410Row, reportsCalls } from '../reports.contract.ts';
import { ReportFrame } from './ReportFrame.tsx';
import { type K410Address, K410List, plantsOf } from './report-lists.ts';
import { usePlantOptions } from './use-plant-options.ts';
import { type Together, useTogether } from './use-together.tsx';

interface Shown extends K410Row, Together {
  readonly key: string;
}
const keyed = ({ all_plants = [], rows, totals }: K410Report): Shown[] =>
  [...all_plants, ...rows, ...totals].map((row) => ({ ...row, key: `${row.proj_code}/${row.month}` }));

const FIGURES = [
  'produced_kwh',
  'year_ago_kwh',
  'change',
  'budget_kwh',
  'budget_change',
  'expected_kwh',
  'irradiation_kwh_m2',
  'specific_yield',
  'pr',
  'pr_25',
  'pr_weather',
] as const;
/** Begin hidden. */
const EXTRA: readonly string[] = ['pr_25', 'pr_weather'];

function useColumns(): readonly DataColumn<Shown>[] {
  const { t, i18n } = useTranslation('reporting');
  const { number } = useFormat();
  const { plant, sum } = useTogether();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' });
    return [
      plant,
      {
        id: 'month',
        header: t('month'),
        value: ({ month }) => month || '9999',
        cell: ({ month }) => (month === '' ? t('total') : format.format(new Date(`${month}-15T00:00:00Z`))),
      },
      ...FIGURES.map(
        (id): DataColumn<Shown> => ({
          id,
          header: t(`column.${id}`),
          numeric: true,
          value: (row) => row[id] ?? null,
          extra: EXTRA.includes(id),
          cell: (row) => sum(row, id, number(asRead(id, row[id] ?? null), WRITTEN[id].decimals)),
        }),
      ),
    ];
  }, [t, i18n.language, number, plant, sum]);
}

/** Plants and year. */
function Narrowing({ state, now }: { state: K410Address; now: number }) {
  const { t } = useTranslation('reporting');
  const options = usePlantOptions();
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
        aria-label={t('year')}
        data={Array.from({ length: 8 }, (_, i) => String(now - i))}
        value={state.search.year ?? String(now)}
        onChange={(event) => state.set({ year: event.currentTarget.value })}
      />
    </>
  );
}

/** The K410 report: each month of a year beside the year before and the budget. */
export function K410ReportPage() {
  const { id_client: company } = useCompany();
  const state = useListState(K410List);
  const now = new Date(useNow(60_000)).getFullYear();
  const { plant, year = String(now) } = state.search;
  const query = { year, ...(plant && { codes: plant }) };
  const { data, error, dataUpdatedAt, refetch } = useCall(reportsCalls.k410, { query });
  const rows = useMemo(() => data && keyed(data), [data]);
  const { t } = useTranslation('reporting');
  const { date } = useFormat();
  return (
    <ReportFrame
      kind="k410"
      state={state}
      asked={{ plants: plantsOf(plant), from: `${year}-01-01`, to: `${year}-12-31`, by: 'month' }}
      fields={<Narrowing state={state} now={now} />}
      query={{ data: rows, error, dataUpdatedAt, refetch }}
      columns={useColumns()}
      icon={IconTableColumn}
      note={data?.until ? `${t('without_today')} ${date(data.until)}` : undefined}
      load={(format) => send(reportsCalls.k410File, { query: { ...query, format }, company })}
    />
  );
}
