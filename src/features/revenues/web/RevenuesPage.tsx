import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { dateOf } from '../../../shared/web/charts/zone.model.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { HERE } from '../../../shared/web/format/dates.ts';
import { useMonths } from '../../../shared/web/format/use-months.ts';
import { PickFilter } from '../../../shared/web/list/filters.tsx';
import { useListState } from '../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../shared/web/page/Page.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { Toolbar } from '../../../shared/web/page/Toolbar.tsx';
import { ViewTabs } from '../../../shared/web/page/ViewTabs.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { plantsCalls } from '../../plants/plants.contract.ts';
import { type Tariff, tariffsCalls } from '../tariffs.contract.ts';
import { AllPlants } from './AllPlants.tsx';
import { BudgetTab } from './budget/BudgetTab.tsx';
import { PaymentsTab } from './payments/PaymentsTab.tsx';
import { RevenueRows } from './RevenueRows.tsx';
import { type RevenuesAddress, RevenuesList } from './revenues-list.ts';
import { Suggested } from './Suggested.tsx';
import { EditTariff, NewTariffForm } from './tariffs/TariffForm.tsx';
import { TariffsTab } from './tariffs/TariffsTab.tsx';

const BY = ['day', 'month', 'year'] as const;

/** What the revenue is told of: days of a month, months of a year, or the year itself. */
function PeriodFields({ state, today }: { state: RevenuesAddress; today: string }) {
  const { t } = useTranslation('revenues');
  const { by, month = today.slice(0, 7), view } = state.search;
  const months = useMonths(today, 36);
  const years = Array.from({ length: 8 }, (_, i) => String(Number(today.slice(0, 4)) - i));
  const ofMonth = view === 'suggested' || (view === 'revenues' && by === 'day');
  return (
    <>
      {view === 'revenues' && (
        <NativeSelect
          aria-label={t('by.label')}
          data={BY.map((value) => ({ value, label: t(`by.${value}`) }))}
          value={by}
          onChange={(event) =>
            state.set({ by: BY.find((one) => one === event.currentTarget.value) ?? 'day' })
          }
        />
      )}
      <NativeSelect
        aria-label={t(ofMonth ? 'month' : 'year')}
        data={ofMonth ? months : years}
        value={ofMonth ? month : month.slice(0, 4)}
        onChange={({ currentTarget: { value } }) => state.set({ month: ofMonth ? value : `${value}-01` })}
      />
    </>
  );
}

/** What plants earn by their tariffs, what a month should bring, and the tariffs themselves. */
export function RevenuesPage() {
  const { t } = useTranslation('revenues');
  const may = useCan('records.write');
  const state = useListState(RevenuesList);
  const { plant, view, form, open } = state.search;
  const today = dateOf(useNow(60_000), HERE);
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const tariffs = useCall(tariffsCalls.list, { query: plant ? { proj_code: plant } : {} });
  const opened = tariffs.data?.find(({ id }: Tariff) => String(id) === open);
  const close = () => state.set({ form: undefined, open: undefined });
  const add = may && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => state.set({ form: 'new', view: 'tariffs' })}>
      {t('tariff.add')}
    </Button>
  );
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={add}>
      <ViewTabs
        label={t('title')}
        views={{
          revenues: t('tab.revenues'),
          suggested: t('tab.suggested'),
          payments: t('tab.payments'),
          budget: t('tab.budget'),
          tariffs: t('tab.tariffs'),
        }}
        view={view}
        onChoose={(next) => state.set({ view: next, open: undefined, form: undefined })}
      />
      {view !== 'tariffs' && (
        <Toolbar>
          <PickFilter
            state={state}
            name={'plant'}
            label={t('field.plant')}
            any={t(view === 'revenues' ? 'any_plant' : 'choose_plant')}
            options={plants.map(({ proj_code, name }) => ({
              value: proj_code,
              label: `${name} · ${proj_code}`,
            }))}
          />
          <PeriodFields state={state} today={today} />
        </Toolbar>
      )}
      {view === 'revenues' && !plant && <AllPlants state={state} today={today} />}
      {view !== 'tariffs' && view !== 'revenues' && !plant && <Muted>{t('choose_plant')}</Muted>}
      {view === 'revenues' && plant && <RevenueRows state={state} plant={plant} today={today} />}
      {view === 'suggested' && plant && <Suggested state={state} plant={plant} today={today} />}
      {view === 'payments' && plant && <PaymentsTab state={state} plant={plant} today={today} may={may} />}
      {view === 'budget' && plant && <BudgetTab state={state} plant={plant} today={today} may={may} />}
      {view === 'tariffs' && <TariffsTab state={state} may={may} query={tariffs} plants={plants} add={add} />}
      {may && form === 'new' && (
        <NewTariffForm plant={plant ?? null} today={today} plants={plants} onClose={close} />
      )}
      {may && view === 'tariffs' && opened && <EditTariff key={opened.id} tariff={opened} onClose={close} />}
    </Page>
  );
}
