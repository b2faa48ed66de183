import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { CallError } from '../../../../shared/contract/client.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { GroupWordsProvider } from '../../../../shared/web/charts/group-words.tsx';
import { withinUnits } from '../../../../shared/web/charts/unit-guard.model.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { SlotParts } from '../../../../shared/web/feature/SlotParts.tsx';
import { FiguresWaiting } from '../../../../shared/web/page/Figures.tsx';
import { Page, Waiting } from '../../../../shared/web/page/Page.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../../shared/web/ui/StaleLine.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { RecentEvents, useRecentEventsAhead } from '../../../alarms/web/logs/RecentEvents.public.tsx';
import { PlantAlarms } from '../../../alarms/web/plant/OpenAlarms.public.tsx';
import { chosenDrawables } from '../../../measurements/web/chart/drawables.public.ts';
import { overviewCalls, type PlantOverview } from '../../overview.contract.ts';
import { StringsSection } from '../strings/StringsSection.tsx';
import { ChartPanel } from './ChartPanel.tsx';
import { DeviceList } from './DeviceList.tsx';
import { MissingPlant } from './MissingPlant.tsx';
import { PlantFigures } from './PlantFigures.tsx';
import { BackToPlants, EditPlant, PlantAbout, PlantRecordLink, PlantStates } from './PlantHead.tsx';
import { PlantSwitch } from './PlantSwitch.tsx';
import { chosenKeys, ENERGY_SPANS, type PlantSearch } from './plant-search.ts';
import { belowPlantChart } from './plant-slot.public.ts';
import { drawablesOf, isLong, mainDrawables } from './variables.model.ts';

const route = getRouteApi('/portal/apps/asset/plants/$proj_code');

/** Of the alarms, the chart with its bar and the devices, in pixels. */
const HEIGHTS = [88, 568, 240];

function Actions({ proj_code, name }: { proj_code: string; name: string }) {
  return (
    <>
      <PlantSwitch proj_code={proj_code} name={name} />
      <PlantRecordLink proj_code={proj_code} />
      <EditPlant proj_code={proj_code} />
    </>
  );
}

function PlantSkeleton({ proj_code }: { proj_code: string }) {
  return (
    <Page title={null} back={<BackToPlants />} subtitle={proj_code}>
      <FiguresWaiting columns={6} />
      <Waiting heights={HEIGHTS} />
    </Page>
  );
}

interface LoadedProps {
  overview: PlantOverview;
  updatedAt: number;
  failed: boolean;
}

function LoadedPlant({ overview, updatedAt, failed }: LoadedProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const now = useNow(10_000);
  const change = useCallback(
    (part: Partial<PlantSearch>, replace = true) =>
      navigate({
        search: (before: PlantSearch) => ({ ...before, ...part }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  const { proj_code } = overview.plant;
  useRecentEventsAhead(proj_code);
  const drawables = useMemo(() => drawablesOf(proj_code, overview.devices), [proj_code, overview.devices]);
  const keys = chosenKeys(search);
  const long = isLong(search, now, overview.plant.time_zone);
  const { chosen, tooMany } = useMemo(() => {
    const wanted =
      keys === null ? mainDrawables(drawables, long) : chosenDrawables(drawables, keys.split(','));
    const drawn = withinUnits(wanted);
    return { chosen: drawn, tooMany: drawn.length < wanted.length };
  }, [drawables, keys, long]);
  return (
    <Page
      title={overview.plant.name}
      back={<BackToPlants />}
      beside={<PlantStates overview={overview} now={now} />}
      subtitle={<PlantAbout overview={overview} />}
      actions={<Actions proj_code={proj_code} name={overview.plant.name} />}
    >
      {failed && <StaleLine updatedAt={updatedAt} />}
      <PlantFigures overview={overview} />
      <Alarms overview={overview} />
      <Suspense fallback={<Waiting heights={HEIGHTS.slice(1)} />}>
        <ChartPanel
          plant={overview.plant}
          devices={overview.devices}
          search={search}
          onSearch={change}
          drawables={drawables}
          chosen={chosen}
          tooMany={tooMany}
          now={now}
          readAt={updatedAt}
        />
        <SlotParts
          slot={belowPlantChart}
          props={{
            proj_code,
            time_zone: overview.plant.time_zone,
            productionType: overview.plant.productionType,
            period: { span: search.energy, date: search.on },
            onPeriod: ({ span, date }) =>
              change({ energy: ENERGY_SPANS.find((one) => one === span) ?? 'day', on: date }),
          }}
          height={240}
        >
          <DeviceList
            overview={overview}
            now={now}
            chosen={chosen}
            drawables={drawables}
            onChosen={(next) => change({ vars: next.map((one) => one.key).join(',') })}
          />
          <StringsSection
            overview={overview}
            day={search.strings}
            onDay={(strings) => change({ strings })}
            now={now}
          />
          <RecentEvents proj_code={proj_code} />
        </SlotParts>
      </Suspense>
    </Page>
  );
}

/** What is wrong here just now, and whether it is muted. */
function Alarms({ overview: { plant, card, alarms } }: { overview: PlantOverview }) {
  const { proj_code, name, time_zone } = plant;
  return (
    <PlantAlarms
      alarms={alarms}
      plant={{
        proj_code,
        plant_name: name,
        time_zone,
        snoozed_until: card.snooze_date,
        snooze_kind: card.snooze_kind,
      }}
    />
  );
}

function PlantOf({ proj_code }: { proj_code: string }) {
  const { data, error, dataUpdatedAt, refetch } = useCall(overviewCalls.plantOverview, {
    params: { proj_code },
  });
  // Events ask again by themselves: what went wrong stays on screen meanwhile, instead of flickering.
  const [lastError, setLastError] = useState<Error | null>(null);
  if (error !== null && error !== lastError) setLastError(error);
  if (error instanceof CallError && error.status === 404)
    return <MissingPlant proj_code={proj_code} missing={error} />;
  if (data) {
    return (
      <GroupWordsProvider groups={data.groups}>
        <LoadedPlant overview={data} updatedAt={dataUpdatedAt} failed={error !== null} />
      </GroupWordsProvider>
    );
  }
  if (lastError) {
    return (
      <Page title={proj_code} back={<BackToPlants />}>
        <ErrorState error={lastError} onRetry={() => refetch()} />
      </Page>
    );
  }
  return <PlantSkeleton proj_code={proj_code} />;
}

/** One plant: its figures, its chart, its devices. */
export function PlantPage() {
  const { proj_code } = route.useParams();
  const { id_client } = useCompany();
  // Another plant or company starts anew: nothing of the one before may stay on screen.
  return <PlantOf key={`${id_client}/${proj_code}`} proj_code={proj_code} />;
}
