import { Button } from '@mantine/core';
import { IconCalendarRepeat, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { PickFilter } from '../../../../shared/web/list/filters.tsx';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { ConfirmAction } from '../../../../shared/web/ui/ConfirmAction.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { type MaintenancePlan, maintenancePlansCalls } from '../../maintenance-plans.contract.ts';
import { EditPlan, NewPlan } from './PlanForm.tsx';
import { PlansList } from './plans-list.ts';
import { usePlanColumns } from './use-plan-columns.tsx';

function RemovePlan({ plan, onClose }: { plan: MaintenancePlan; onClose: () => void }) {
  const { t } = useTranslation('plans');
  const { id_client: company } = useCompany();
  return (
    <ConfirmAction
      title={t('remove.title', { name: plan.name })}
      confirm={t('remove.confirm')}
      words="plans"
      act={() => send(maintenancePlansCalls.remove, { params: { id: String(plan.id) }, company })}
      onDone={() => toast.deleted(plan.name)}
      onClose={onClose}
    >
      <p>{t('remove.text')}</p>
    </ConfirmAction>
  );
}

/** Planned maintenance: the rules by which requests are made ahead of time. */
export function PlansPage() {
  const { t } = useTranslation('plans');
  const { t: tr } = useTranslation('requests');
  const may = useCan('records.write');
  const state = useListState(PlansList);
  const { plant, open, form } = state.search;
  const query = useCall(maintenancePlansCalls.list, { query: plant ? { proj_code: plant } : {} });
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const [leaving, setLeaving] = useState<MaintenancePlan | null>(null);
  const opened = query.data?.find(({ id }) => String(id) === open);
  const close = () => state.set({ open: undefined, form: undefined });
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
        <>
          <Button
            variant="default"
            renderRoot={(root) => (
              <Link
                {...root}
                to="/apps/asset/maintenance-requests"
                search={{ view: 'calendar', ...(plant && { plant }) } as never}
                preload={false}
              />
            )}
          >
            {t('calendar')}
          </Button>
          {(plant !== undefined || query.data?.length !== 0) && add}
        </>
      }
    >
      <ListPage
        state={state}
        label={t('title')}
        columns={usePlanColumns()}
        query={query}
        rowKey={({ id }) => id}
        filters={
          <PickFilter
            state={state}
            name={'plant'}
            label={tr('filter.plant')}
            any={tr('filter.any_plant')}
            none={tr('filter.no_plant')}
            options={plants.map(({ proj_code, name }) => ({
              value: proj_code,
              label: `${name} · ${proj_code}`,
            }))}
          />
        }
        empty={{ icon: IconCalendarRepeat, title: t('none'), hint: t('none_hint'), action: add }}
        {...(may && {
          actions: (plan: MaintenancePlan) => (
            <>
              <RowButton
                label={t('edit_of', { name: plan.name })}
                icon={IconPencil}
                onClick={() => state.set({ open: String(plan.id), form: undefined })}
              />
              <RowButton
                label={t('remove.of', { name: plan.name })}
                icon={IconTrash}
                onClick={() => setLeaving(plan)}
              />
            </>
          ),
        })}
      />
      {may && form === 'new' && <NewPlan plant={plant ?? null} onClose={close} />}
      {may && opened && <EditPlan key={opened.id} plan={opened} onClose={close} />}
      {leaving && <RemovePlan plan={leaving} onClose={() => setLeaving(null)} />}
    </Page>
  );
}
