import { Button } from '@mantine/core';
import { IconFileUpload, IconGauge, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { ChoiceFilter, PickFilter } from '../../../shared/web/list/filters.tsx';
import { ListPage } from '../../../shared/web/list/ListPage.tsx';
import { useListState } from '../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../shared/web/page/Page.tsx';
import { Buttons } from '../../../shared/web/page/Toolbar.tsx';
import { ViewTabs } from '../../../shared/web/page/ViewTabs.tsx';
import { plantsCalls } from '../../plants/plants.contract.ts';
import { energyMetersCalls } from '../meters.contract.ts';
import { METER_ROLES } from '../meters.model.ts';
import { ComparisonsTab } from './comparisons/ComparisonsTab.tsx';
import { ImportForm } from './forms/ImportForm.tsx';
import { EditMeter, NewMeter } from './forms/MeterForm.tsx';
import type { MetersAddress } from './meters-address.ts';
import { MetersList } from './meters-list.ts';
import { MeterPanel } from './register/MeterPanel.tsx';
import { useMeterColumns } from './use-meter-columns.tsx';
import { YearSummary } from './YearSummary.tsx';

function Filters({ state }: { state: MetersAddress }) {
  const { t } = useTranslation('meters');
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const roles = METER_ROLES.map((value) => ({ value, label: t(`role.${value}`) }));
  return (
    <>
      <PickFilter
        state={state}
        name={'plant'}
        label={t('field.plant')}
        any={t('filter.any_plant')}
        options={plants.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }))}
      />
      <ChoiceFilter
        state={state}
        name={'role'}
        label={t('field.role')}
        any={t('filter.any_role')}
        options={roles}
      />
      <ChoiceFilter
        state={state}
        name={'state'}
        label={t('filter.state')}
        any={t('filter.any_state')}
        options={(['in_use', 'retired'] as const).map((value) => ({ value, label: t(`filter.${value}`) }))}
      />
    </>
  );
}

/** Energy meters with their registers, what they are compared with, and what they come to in a year. */
export function EnergyMetersPage() {
  const { t } = useTranslation('meters');
  const may = useCan('records.write');
  const state = useListState(MetersList);
  const { plant, role, state: use, view, open, form } = state.search;
  const query = useCall(energyMetersCalls.list, {
    query: {
      ...(plant && { proj_code: plant }),
      ...(role && { role }),
      ...(use && { retired: use === 'retired' ? 'true' : 'false' }),
    },
  });
  const opened = useCall(
    energyMetersCalls.get,
    open && view === 'meters' ? { params: { id: open } } : null,
  ).data;
  const columns = useMeterColumns();
  const closeForm = () => state.set({ form: undefined });
  const add = may && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => state.set({ form: 'new', open: undefined })}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      actions={
        may && (
          <Buttons>
            <Button
              variant="default"
              leftSection={<IconFileUpload size={16} />}
              onClick={() => state.set({ form: 'import', open: undefined })}
            >
              {t('import.open')}
            </Button>
            {query.data?.length !== 0 && add}
          </Buttons>
        )
      }
    >
      <ViewTabs
        label={t('title')}
        views={{ meters: t('tab.meters'), comparisons: t('tab.comparisons'), year: t('tab.year') }}
        view={view}
        onChoose={(next) =>
          state.set({
            view: next,
            open: undefined,
            ...(next === 'comparisons' && plant && { plants: plant }),
          })
        }
      />
      {view === 'year' && <YearSummary state={state} />}
      {view === 'comparisons' && <ComparisonsTab state={state} />}
      {view === 'meters' && (
        <ListPage
          state={state}
          label={t('title')}
          columns={columns}
          query={query}
          rowKey={({ id }) => id}
          filters={<Filters state={state} />}
          empty={{ icon: IconGauge, title: t('none'), hint: t('none_hint'), action: add }}
          detail={{
            title: opened?.serial_number ?? t('title'),
            opened: open !== undefined,
            onClose: () => state.set({ open: undefined, form: undefined }),
            width: 620,
            children: opened ? <MeterPanel key={opened.id} meter={opened} state={state} /> : null,
          }}
        />
      )}
      {may && form === 'new' && <NewMeter plant={plant ?? null} onClose={closeForm} />}
      {may && form === 'edit' && opened && <EditMeter key={opened.id} meter={opened} onClose={closeForm} />}
      {may && form === 'import' && <ImportForm plant={plant ?? null} onClose={closeForm} />}
    </Page>
  );
}
