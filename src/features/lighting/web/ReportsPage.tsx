import { IconChartBar, IconTool } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ITALY } from '../../../shared/units/zones.ts';
import { send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { RangePicker } from '../../../shared/web/charts/RangePicker.tsx';
import { windowOf } from '../../../shared/web/charts/window.model.ts';
import { dateOf } from '../../../shared/web/charts/zone.model.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { useMonthName } from '../../../shared/web/format/month-name.ts';
import { DataTable } from '../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../shared/web/list/data-table.model.ts';
import { ExportMenu } from '../../../shared/web/list/ExportMenu.tsx';
import { PickFilter } from '../../../shared/web/list/filters.tsx';
import { useListState } from '../../../shared/web/list/use-list-state.ts';
import { BackLink } from '../../../shared/web/page/BackLink.tsx';
import { Page } from '../../../shared/web/page/Page.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Toolbar } from '../../../shared/web/page/Toolbar.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import {
  type LightingEnergyRow,
  type LightingFaultRow,
  lightingReportsCalls,
} from '../lighting-reports.contract.ts';
import { municipalitiesCalls } from '../municipalities.contract.ts';
import { ReportsAddress } from './lists.ts';

interface Query {
  from_month: string;
  to_month: string;
  comune_id?: string;
}

function useEnergyColumns(): readonly DataColumn<LightingEnergyRow>[] {
  const { t } = useTranslation('lighting');
  const monthName = useMonthName();
  return useMemo((): readonly DataColumn<LightingEnergyRow>[] => {
    const number = (id: 'hours' | 'expected_hours' | 'kwh' | 'expected_kwh' | 'co2_kg') => ({
      id,
      header: t(`report.${id}`),
      numeric: true,
      decimals: 1,
      sortable: false,
      value: (row: LightingEnergyRow) => row[id],
    });
    return [
      { id: 'comune', header: t('comune'), names: true, sortable: false, value: ({ comune }) => comune },
      { id: 'month', header: t('report.month'), sortable: false, value: ({ month }) => monthName(month) },
      {
        id: 'line',
        header: t('report.line'),
        sortable: false,
        value: ({ line }) => (line === null ? t('report.whole') : String(line)),
      },
      {
        id: 'lines',
        header: t('report.lines'),
        numeric: true,
        decimals: 0,
        sortable: false,
        value: ({ lines }) => lines,
      },
      number('hours'),
      number('expected_hours'),
      number('kwh'),
      number('expected_kwh'),
      number('co2_kg'),
    ];
  }, [t, monthName]);
}

function Energy({ asked }: { asked: Query }) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  const query = useCall(lightingReportsCalls.energy, { query: asked }, { placeholderData: (old) => old });
  const load = (format: 'csv' | 'xlsx' | 'pdf') =>
    send(lightingReportsCalls.energyFile, { query: { ...asked, format }, company });
  return (
    <Section
      title={t('report.energy')}
      hint={t('report.energy_hint')}
      look="plain"
      actions={
        <ExportMenu
          name={t('report.energy_file')}
          formats={['csv', 'xlsx']}
          load={load}
          print={() => load('pdf')}
        />
      }
    >
      <DataTable
        label={t('report.energy')}
        columns={useEnergyColumns()}
        rows={query.data}
        rowKey={({ comune_id, month, line }) => `${comune_id} ${month} ${line}`}
        error={query.error}
        onRetry={() => void query.refetch()}
        updatedAt={query.dataUpdatedAt}
        empty={{ icon: IconChartBar, title: t('report.no_energy') }}
        arranged
        bar={false}
      />
    </Section>
  );
}

function useFaultColumns(): readonly DataColumn<LightingFaultRow>[] {
  const { t } = useTranslation('lighting');
  const monthName = useMonthName();
  return useMemo((): readonly DataColumn<LightingFaultRow>[] => {
    const number = (id: 'count' | 'open' | 'mean_hours' | 'longest_hours', decimals: number) => ({
      id,
      header: t(`report.${id}`),
      numeric: true,
      decimals,
      sortable: false,
      value: (row: LightingFaultRow) => row[id],
    });
    return [
      { id: 'comune', header: t('comune'), names: true, sortable: false, value: ({ comune }) => comune },
      { id: 'month', header: t('report.month'), sortable: false, value: ({ month }) => monthName(month) },
      {
        id: 'kind',
        header: t('report.kind'),
        sortable: false,
        value: ({ kind }) => t(`report.kinds.${kind}`),
      },
      number('count', 0),
      number('open', 0),
      number('mean_hours', 1),
      number('longest_hours', 1),
    ];
  }, [t, monthName]);
}

function Faults({ asked }: { asked: Query }) {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  const query = useCall(lightingReportsCalls.faults, { query: asked }, { placeholderData: (old) => old });
  const load = (format: 'csv' | 'xlsx' | 'pdf') =>
    send(lightingReportsCalls.faultsFile, { query: { ...asked, format }, company });
  return (
    <Section
      title={t('report.faults')}
      look="plain"
      actions={
        <ExportMenu
          name={t('report.faults_file')}
          formats={['csv', 'xlsx']}
          load={load}
          print={() => load('pdf')}
        />
      }
    >
      <DataTable
        label={t('report.faults')}
        columns={useFaultColumns()}
        rows={query.data}
        rowKey={({ comune_id, month, kind }) => `${comune_id} ${month} ${kind}`}
        error={query.error}
        onRetry={() => void query.refetch()}
        updatedAt={query.dataUpdatedAt}
        empty={{ icon: IconTool, title: t('report.no_faults') }}
        arranged
        bar={false}
      />
    </Section>
  );
}

/** Energy, hours lit and faults of public lighting by month, and its census for PELL. */
export function ReportsPage() {
  const { t } = useTranslation('lighting');
  const company = useCompany().id_client;
  const state = useListState(ReportsAddress);
  const now = useNow(60_000);
  const { by, date, comune } = state.search;
  const choice = { span: by === 'year' ? ('year' as const) : ('month' as const), date };
  const window = windowOf(choice, now, ITALY);
  const of = comune === undefined ? {} : { comune_id: comune };
  const asked = {
    from_month: dateOf(window.start_at, ITALY).slice(0, 7),
    to_month: dateOf(window.end_at - 1, ITALY).slice(0, 7),
    ...of,
  };
  const comuni = useCall(municipalitiesCalls.list);
  return (
    <Page title={t('report.title')} back={<BackLink to="/apps/illuminazione">{t('title')}</BackLink>}>
      <Toolbar>
        <RangePicker
          choice={choice}
          now={now}
          zone={ITALY}
          wide={true}
          spans={['month', 'year']}
          onChoice={(next) => state.set({ by: next.span === 'year' ? 'year' : undefined, date: next.date })}
        />
        <PickFilter
          state={state}
          name="comune"
          label={t('comune')}
          any={t('home.any_comune')}
          options={(comuni.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Toolbar>
      <Energy asked={asked} />
      <Faults asked={asked} />
      <Section
        title={t('report.pell')}
        hint={t('report.pell_hint')}
        actions={
          <ExportMenu
            name="pell"
            formats={['csv', 'xlsx']}
            load={(format) => send(lightingReportsCalls.pell, { query: { ...of, format }, company })}
          />
        }
      />
    </Page>
  );
}
