import { NativeSelect } from '@mantine/core';
import { IconTableColumn } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../shared/web/list/data-table.model.ts';
import { ExportMenu } from '../../../shared/web/list/ExportMenu.tsx';
import { PickFilter } from '../../../shared/web/list/filters.tsx';
import { useListState } from '../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../shared/web/page/Page.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Toolbar } from '../../../shared/web/page/Toolbar.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { plantsCalls } from '../../plants/plants.contract.ts';
import { asRead, WRITTEN } from '../figures.model.ts';
import { type K410Report, type K410Row, reportsCalls } from '../reports.contract.ts';
import { K410List } from './report-lists.ts';

interface Shown extends K410Row {
  readonly key: string;
}
const keyed = ({ rows, totals }: K410Report): Shown[] =>
  [...rows, ...totals].map((row) => ({ ...row, key: `${row.proj_code}/${row.month}` }));

const FIGURES = [
  'produced_kwh',
  'irradiation_kwh_m2',
  'specific_yield',
  'expected_kwh',
  'pr',
  'pr_25',
  'pr_weather',
  'year_ago_kwh',
  'change',
] as const;

function useColumns(): readonly DataColumn<Shown>[] {
  const { t, i18n } = useTranslation('reporting');
  const { number } = useFormat();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' });
    return [
      { id: 'plant', header: t('column.plant'), names: true, value: ({ plant_name }) => plant_name },
      {
        id: 'month',
        header: t('month'),
        value: ({ month }) => month || '9999',
        cell: ({ month }) => (month === '' ? t('total') : format.format(new Date(`${month}-15T00:00:00Z`))),
      },
      ...FIGURES.map(
        (id): DataColumn<Shown> => ({
          ...{ id, header: t(`column.${id}`), numeric: true, value: (row) => row[id] },
          cell: (row) => number(asRead(id, row[id]), WRITTEN[id].decimals),
        }),
      ),
    ];
  }, [t, i18n.language, number]);
}

/** The K410 report: each month of a year beside the year before. */
export function K410ReportPage() {
  const { t } = useTranslation('reporting');
  const { id_client: company } = useCompany();
  const state = useListState(K410List);
  const now = new Date(useNow(60_000)).getFullYear();
  const { plant, year = String(now) } = state.search;
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const asked = { year, ...(plant && { codes: plant }) };
  const query = useCall(reportsCalls.k410, { query: asked });
  const columns = useColumns();
  const file = (format: 'csv' | 'xlsx' | 'pdf') =>
    send(reportsCalls.k410File, { query: { ...asked, format }, company });
  return (
    <Page
      title={t('k410.title')}
      subtitle={t('k410.subtitle')}
      actions={<ExportMenu name="k410" formats={['csv', 'xlsx']} load={file} print={() => file('pdf')} />}
    >
      <Toolbar>
        <PickFilter
          {...{ state, name: 'plant', label: t('column.plant') }}
          any={t('any_plant')}
          options={plants.map(({ proj_code, name }) => ({
            value: proj_code,
            label: `${name} · ${proj_code}`,
          }))}
        />
        <NativeSelect
          aria-label={t('year')}
          data={Array.from({ length: 8 }, (_, i) => String(now - i))}
          value={year}
          onChange={(event) => state.set({ year: event.currentTarget.value })}
        />
      </Toolbar>
      <Known query={query} height={480}>
        {(report) =>
          report.rows.length === 0 ? (
            <Muted>{t('no_data')}</Muted>
          ) : (
            <DataTable
              label={t('k410.title')}
              columns={columns}
              rows={keyed(report)}
              rowKey={({ key }) => key}
              arranged
              search={null}
              empty={{ icon: IconTableColumn, title: t('no_data') }}
            />
          )
        }
      </Known>
    </Page>
  );
}
