import { Button, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconArrowsDiff, IconFileUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { monthBefore } from '../../../../shared/units/months.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { dateOf } from '../../../../shared/web/charts/zone.model.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import { ExportMenu } from '../../../../shared/web/list/ExportMenu.tsx';
import { PickSeveralFilter } from '../../../../shared/web/list/filters.tsx';
import { MAX_CODES } from '../../../../shared/web/list/list-state.ts';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { Buttons, Toolbar } from '../../../../shared/web/page/Toolbar.tsx';
import { SideDrawer } from '../../../../shared/web/ui/SideDrawer.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { type MeterDifference, meterComparisonsCalls } from '../../comparison.contract.ts';
import type { MetersAddress } from '../meters-address.ts';
import { ComparisonPanel } from './ComparisonPanel.tsx';
import { ImportEnergies } from './ImportEnergies.tsx';
import { useComparisonColumns } from './use-comparison-columns.tsx';
import { useFigures } from './use-figures.ts';

const MONTHS = 36;

/** A month as people call it. */
function useMonthName() {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (month: string) => format.format(new Date(`${month}-15T00:00:00Z`));
}

/** This month and those before it, newest first, with that of the address. */
function monthsWith(chosen: string): string[] {
  const months = [dateOf(Date.now(), HERE).slice(0, 7)];
  while (months.length < MONTHS) months.push(monthBefore(months.at(-1) ?? ''));
  return months.includes(chosen) ? months : [...months, chosen];
}

/** Months that differ more than their threshold, until they do so no more. */
function Differences({ rows, state }: { rows: readonly MeterDifference[]; state: MetersAddress }) {
  const { t } = useTranslation('meters');
  const { kwh } = useFigures();
  const label = useMonthName();
  if (rows.length === 0) return null;
  return (
    <Section title={t('compare.standing', { count: rows.length })} look="panel">
      <Entries label={t('compare.standing', { count: rows.length })}>
        {rows.map((row) => (
          <Entry
            key={`${row.meter_id} ${row.month} ${row.side}`}
            icon={IconAlertTriangle}
            name={
              <Button
                variant="subtle"
                size="compact-sm"
                px={0}
                onClick={() => state.set({ month: row.month, open: String(row.meter_id), plants: undefined })}
              >
                {t('compare.differs', { name: row.serial_number, month: label(row.month) })}
              </Button>
            }
            details={t('compare.differs_from', {
              plant: row.plant_name,
              side: t(`compare.side.${row.side}`),
              own: kwh(row.own_kwh),
              other: kwh(row.other_kwh),
            })}
          />
        ))}
      </Entries>
    </Section>
  );
}

/** What meters counted in a month, beside their devices, the inverters and statements. */
export function ComparisonsTab({ state }: { state: MetersAddress }) {
  const { t } = useTranslation('meters');
  const may = useCan('records.write');
  const { id_client: company } = useCompany();
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const {
    plants: chosen,
    open,
    form,
    month = monthBefore(dateOf(Date.now(), HERE).slice(0, 7)),
  } = state.search;
  const only = chosen && !chosen.includes(',') ? chosen : null;
  const label = useMonthName();
  const columns = useComparisonColumns();
  const asked = { month, ...(chosen && { codes: chosen }) };
  const query = useCall(meterComparisonsCalls.compare, { query: asked });
  const differences = useCall(meterComparisonsCalls.differences);
  const opened = query.data?.rows.find(({ id }) => String(id) === open);
  const file = (format: 'csv' | 'xlsx' | 'pdf') =>
    send(meterComparisonsCalls.exportComparisons, { query: { ...asked, format }, company });
  return (
    <>
      <Toolbar>
        <PickSeveralFilter
          state={state}
          name={'plants'}
          label={t('filter.plants')}
          most={MAX_CODES}
          any={t('filter.any_plant')}
          options={plants.map(({ proj_code, name }) => ({
            value: proj_code,
            label: `${name} · ${proj_code}`,
          }))}
        />
        <NativeSelect
          aria-label={t('compare.month')}
          data={monthsWith(month).map((value) => ({ value, label: label(value) }))}
          value={month}
          onChange={(event) => state.set({ month: event.currentTarget.value })}
        />
      </Toolbar>
      <Differences rows={differences.data ?? []} state={state} />
      <Section
        title={label(month)}
        hint={t('compare.hint')}
        look="plain"
        actions={
          <Buttons>
            {may && (
              <Button
                variant="default"
                leftSection={<IconFileUpload size={16} />}
                onClick={() => state.set({ form: 'statement', open: undefined })}
              >
                {t('statement.open')}
              </Button>
            )}
            <ExportMenu
              name={`${t('compare.file')}-${month}`}
              formats={['csv', 'xlsx']}
              load={file}
              print={() => file('pdf')}
            />
          </Buttons>
        }
      >
        {query.data && !query.data.closed && <Muted>{t('compare.not_over')}</Muted>}
        <DataTable
          label={t('tab.comparisons')}
          columns={columns}
          rows={query.data?.rows}
          rowKey={({ id }) => id}
          error={query.error}
          onRetry={() => void query.refetch()}
          updatedAt={query.dataUpdatedAt}
          empty={{ icon: IconArrowsDiff, title: t('compare.none'), hint: t('compare.none_hint') }}
        />
      </Section>
      <SideDrawer
        title={t('compare.of', { name: opened?.serial_number ?? '', month: label(month) })}
        side="right"
        width={720}
        opened={open !== undefined && opened !== undefined}
        onClose={() => state.set({ open: undefined })}
      >
        {opened && <ComparisonPanel id={opened.id} month={month} />}
      </SideDrawer>
      {may && form === 'statement' && (
        <ImportEnergies plant={only} onClose={() => state.set({ form: undefined })} />
      )}
    </>
  );
}
