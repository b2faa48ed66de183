import { Button } from '@mantine/core';
import { IconBulb, IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sumKnown } from '../../../shared/units/sums.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { ChoiceFilter, PickFilter } from '../../../shared/web/list/filters.tsx';
import { ListPage } from '../../../shared/web/list/ListPage.tsx';
import { PAGE_SIZE } from '../../../shared/web/list/list-props.ts';
import { useListState } from '../../../shared/web/list/use-list-state.ts';
import { Figure, Figures, FiguresWaiting } from '../../../shared/web/page/Figures.tsx';
import { Page, Waiting } from '../../../shared/web/page/Page.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { ErrorState } from '../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../shared/web/ui/StaleLine.tsx';
import { StateCounts } from '../../../shared/web/ui/StateCounts.tsx';
import { BOX_STATES } from '../box-states.model.ts';
import { type Box, boxesCalls } from '../boxes.contract.ts';
import { illPubCalls, type LightingPlant } from '../ill-pub.contract.ts';
import { everyBox } from './all-boxes.ts';
import { BoxesList } from './lists.ts';
import { LOOKS } from './looks.ts';
import { MultiSwitchDialog } from './MultiSwitchDialog.tsx';
import { TownsTable } from './TownsTable.tsx';
import { useBoxColumns } from './use-box-columns.tsx';
import { WaitingCommands } from './WaitingCommands.tsx';

const BoxMap = lazy(async () => ({ default: (await import('./BoxMap.tsx')).BoxMap }));

/** The sum of what is known of all; null where of none. */
const total = (
  plants: readonly LightingPlant[],
  of: (plant: LightingPlant) => number | null,
): number | null => sumKnown(plants.map(of));

/** Euros of all that used something: a part without a price leaves the sum unknown. */
function euros(
  plants: readonly LightingPlant[],
  kwh: 'month_kwh' | 'last_year_kwh',
  eur: 'month_eur' | 'last_year_eur',
) {
  return plants.some((one) => (one[kwh] ?? 0) > 0 && one[eur] === null)
    ? null
    : total(plants, (one) => one[eur]);
}

/** Energy and money of the month beside the same of last year, lights and faults. */
function Totals({ plants }: { plants: readonly LightingPlant[] }) {
  const { t } = useTranslation('lighting');
  const { number, euro } = useFormat();
  const kwh = total(plants, (one) => one.month_kwh);
  const before = total(plants, (one) => one.last_year_kwh);
  const eur = euros(plants, 'month_kwh', 'month_eur');
  const eurBefore = euros(plants, 'last_year_kwh', 'last_year_eur');
  const note = (value: string | null) => t('home.last_year', { value: value ?? '–' });
  return (
    <Figures>
      <Figure
        label={t('home.month_kwh')}
        value={kwh === null ? null : number(kwh, 0)}
        unit="kWh"
        note={note(before === null ? null : `${number(before, 0)} kWh`)}
      />
      <Figure
        label={t('home.month_eur')}
        value={eur === null ? null : euro(eur)}
        note={eur === null ? t('home.no_price') : note(eurBefore === null ? null : euro(eurBefore))}
      />
      <Figure
        label={t('home.lights')}
        value={number(
          total(plants, (one) => one.lights),
          0,
        )}
        note={t('home.lights_of')}
      />
      <Figure
        label={t('home.faults')}
        value={number(
          total(plants, (one) => one.open_alarms + one.open_reports),
          0,
        )}
      />
    </Figures>
  );
}

/** How many boxes are in which state; those to be paired belong to no installation and are counted apart. */
function States({ plants }: { plants: readonly LightingPlant[] }) {
  const { t } = useTranslation('lighting');
  const unpaired = useCall(boxesCalls.list, { query: { unassigned: 'true', page_size: '1' } }).data?.count;
  const states = BOX_STATES.filter((state) => state !== 'unpaired' || unpaired !== undefined).map(
    (state) => ({
      key: state,
      ...LOOKS[state],
      label: t(`state.${state}`),
      count: state === 'unpaired' ? (unpaired ?? 0) : plants.reduce((sum, one) => sum + one.states[state], 0),
    }),
  );
  return <StateCounts states={states} />;
}

/** Municipalities, boxes and lights at a glance. // spec §2 */
export function LightingPage() {
  const { t } = useTranslation('lighting');
  const state = useListState(BoxesList);
  const { q, page, state: wanted, comune } = state.search;
  const plants = useCall(illPubCalls.plants);
  const filters = {
    ...(q !== '' && { search: q }),
    ...(wanted !== '' && { state: wanted }),
    ...(comune !== undefined && { comune_id: comune }),
  };
  const query = { page, page_size: String(PAGE_SIZE), ...filters };
  const company = useCompany().id_client;
  const may = useCan('lighting.switch');
  const [asked, setAsked] = useState<{ boxes: readonly Box[]; on: boolean } | null>(null);
  const boxes = useCall(boxesCalls.list, { query }, { placeholderData: (before) => before });
  const settings = (
    <Button
      variant="default"
      leftSection={<IconSettings size={16} aria-hidden="true" />}
      renderRoot={(root) => <Link to="/apps/illuminazione/settings" {...root} />}
    >
      {t('settings.title')}
    </Button>
  );
  return (
    <Page title={t('title')} actions={settings}>
      {plants.isRefetchError && <StaleLine updatedAt={plants.dataUpdatedAt} />}
      {plants.data ? (
        <>
          <Totals plants={plants.data} />
          <States plants={plants.data} />
        </>
      ) : plants.error ? (
        <ErrorState error={plants.error} onRetry={() => plants.refetch()} />
      ) : (
        <FiguresWaiting />
      )}
      <WaitingCommands />
      <Section title={t('home.map_title')} look="plain">
        <Suspense fallback={<Waiting heights={[320]} />}>
          <BoxMap comune={comune} state={wanted} />
        </Suspense>
      </Section>
      {plants.data && plants.data.length > 0 && <TownsTable plants={plants.data} />}
      <ListPage
        state={state}
        label={t('home.boxes')}
        columns={useBoxColumns()}
        query={boxes}
        rowKey={({ id }) => id}
        filters={
          <>
            <ChoiceFilter
              state={state}
              name="state"
              label={t('box.state')}
              any={t('home.any_state')}
              options={BOX_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
            />
            <PickFilter
              state={state}
              name="comune"
              label={t('comune')}
              any={t('home.any_comune')}
              options={(plants.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          </>
        }
        empty={{ icon: IconBulb, title: t('home.none'), hint: t('home.none_hint') }}
        bulk={
          may
            ? {
                all: t('settings.all'),
                nameOf: ({ serial }) => serial,
                label: t('home.boxes'),
                chosen: (rows) => t('settings.chosen', { count: rows.length }),
                everything: everyBox(company, filters),
                actions: (rows) =>
                  [true, false].map((on) => (
                    <Button
                      key={String(on)}
                      variant={on ? 'filled' : 'default'}
                      onClick={() => setAsked({ boxes: rows, on })}
                    >
                      {t(on ? 'switch.on' : 'switch.off')}
                    </Button>
                  )),
              }
            : undefined
        }
      />
      {asked && <MultiSwitchDialog {...asked} onClose={() => setAsked(null)} />}
    </Page>
  );
}
