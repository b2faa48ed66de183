import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { GroupWordsProvider } from '../../../../shared/web/charts/group-words.tsx';
import { fits, withinUnits } from '../../../../shared/web/charts/unit-guard.model.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { SlotParts } from '../../../../shared/web/feature/SlotParts.tsx';
import { FiguresWaiting } from '../../../../shared/web/page/Figures.tsx';
import { Page, Waiting } from '../../../../shared/web/page/Page.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../../shared/web/ui/StaleLine.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { RecentEvents } from '../../../alarms/web/logs/RecentEvents.public.tsx';
import { OpenAlarms } from '../../../alarms/web/plant/OpenAlarms.public.tsx';
import { chosenDrawables, type Drawable } from '../../../measurements/web/chart/drawables.public.ts';
import { type DeviceOverview, devicePageCalls } from '../../device.contract.ts';
import { ChartPanel } from '../plant/ChartPanel.tsx';
import { DeviceValues } from '../plant/DeviceValues.tsx';
import { chosenKeys } from '../plant/plant-search.ts';
import { isLong } from '../plant/variables.model.ts';
import { BackToPlant, ConfigureDevice, DeviceAbout, DeviceFigures, DeviceState } from './DeviceHead.tsx';
import { DeviceSiblings } from './DeviceSiblings.tsx';
import { drawablesOfDevice, mainOfDevice } from './device-chart.model.ts';
import { type DeviceSearch, SIBLING_SPANS, siblingsChoice } from './device-search.ts';
import { belowDeviceChart } from './device-slot.public.ts';
import { MissingDevice } from './MissingDevice.tsx';

const route = getRouteApi('/portal/apps/asset/plants/$proj_code/devices/$id');

/** Of the chart with its bar, the values and the comparison, in pixels. */
const HEIGHTS = [568, 240, 300];

interface LoadedProps {
  overview: DeviceOverview;
  updatedAt: number;
  failed: boolean;
}

/** What the chart draws, what it may draw, and how one puts a variable into it. */
function useChosen(overview: DeviceOverview, now: number) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [refused, setRefused] = useState<string | null>(null);
  const change = useCallback(
    (part: Partial<DeviceSearch>, replace = true) =>
      navigate({
        search: (before: DeviceSearch) => ({ ...before, ...part }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  const { plant, device } = overview;
  const drawables = useMemo(() => drawablesOfDevice(plant.proj_code, device), [plant.proj_code, device]);
  const keys = chosenKeys(search);
  const long = isLong(search, now, plant.time_zone);
  const { chosen, tooMany } = useMemo(() => {
    const wanted =
      keys === null ? mainOfDevice(drawables, device, long) : chosenDrawables(drawables, keys.split(','));
    const drawn = withinUnits(wanted);
    return { chosen: drawn, tooMany: drawn.length < wanted.length };
  }, [drawables, device, keys, long]);
  const draw = (next: readonly Drawable[]) => change({ vars: next.map(({ key }) => key).join(',') });
  const toggle = (key: string) => {
    setRefused(null);
    const wanted = drawables.find((one) => one.key === key);
    if (chosen.some((one) => one.key === key)) draw(chosen.filter((one) => one.key !== key));
    else if (wanted && fits(chosen, wanted)) draw([...chosen, wanted]);
    else setRefused(key);
  };
  return { search, change, drawables, chosen, tooMany, toggle, refused };
}

function LoadedDevice({ overview, updatedAt, failed }: LoadedProps) {
  const { t } = useTranslation('device');
  const now = useNow(10_000);
  const { search, change, drawables, chosen, tooMany, toggle, refused } = useChosen(overview, now);
  const { plant, device, siblings } = overview;
  const devices = useMemo(() => [device], [device]);
  const comparable = siblings > 1 && device.values.some(({ quantity }) => ENERGIES.includes(quantity));
  return (
    <Page
      title={device.short_name}
      back={<BackToPlant {...plant} />}
      beside={<DeviceState device={device} />}
      subtitle={<DeviceAbout overview={overview} now={now} />}
      actions={<ConfigureDevice id={device.device_id} />}
    >
      {failed && <StaleLine updatedAt={updatedAt} />}
      <DeviceFigures device={device} now={now} />
      <BelowAlarms proj_code={plant.proj_code} device_id={device.device_id}>
        <ChartPanel
          plant={{ ...plant, name: `${plant.name} ${device.short_name}` }}
          devices={devices}
          alone
          search={search}
          onSearch={change}
          drawables={drawables}
          chosen={chosen}
          tooMany={tooMany}
          now={now}
          readAt={updatedAt}
        />
        <Section title={t('values')}>
          <DeviceValues
            device={device}
            zone={plant.time_zone}
            now={now}
            chosenKeys={new Set(chosen.map(({ key }) => key))}
            onToggle={toggle}
            refused={refused}
            bare
          />
        </Section>
        <SlotParts
          slot={belowDeviceChart}
          props={{
            proj_code: plant.proj_code,
            time_zone: plant.time_zone,
            productionType: plant.productionType,
            device_id: device.device_id,
            category: device.category,
          }}
          height={300}
        >
          {comparable && (
            <DeviceSiblings
              device={device}
              plant={plant}
              choice={siblingsChoice(search)}
              onChoice={({ span, date }) =>
                change({ by: SIBLING_SPANS.find((one) => one === span) ?? 'day', on: date })
              }
              now={now}
            />
          )}
          <RecentEvents proj_code={plant.proj_code} device_id={device.device_id} />
        </SlotParts>
      </BelowAlarms>
    </Page>
  );
}

/** A device that tells one of these can be held against its like. */
const ENERGIES: readonly string[] = ['energy_export_kwh', 'ac_power_kw'];

/** What is wrong with it just now; under it the rest, once it is known how high that is. */
function BelowAlarms(props: { proj_code: string; device_id: number; children: ReactNode }) {
  return (
    <Suspense fallback={<Waiting heights={HEIGHTS} />}>
      <OpenAlarms {...props} heights={HEIGHTS} />
    </Suspense>
  );
}

function DeviceOf({ proj_code, id }: { proj_code: string; id: string }) {
  const { data, error, dataUpdatedAt, refetch } = useCall(devicePageCalls.deviceOverview, {
    params: { proj_code, id },
  });
  // Events ask again by themselves: what went wrong stays on screen meanwhile, instead of flickering.
  const [lastError, setLastError] = useState<Error | null>(null);
  if (error !== null && error !== lastError) setLastError(error);
  if (error instanceof CallError && (error.status === 404 || error.status === 400))
    return <MissingDevice proj_code={proj_code} missing={error} />;
  if (data) {
    return (
      <GroupWordsProvider groups={data.groups}>
        <LoadedDevice overview={data} updatedAt={dataUpdatedAt} failed={error !== null} />
      </GroupWordsProvider>
    );
  }
  const back = <BackToPlant proj_code={proj_code} name={proj_code} />;
  if (lastError) {
    return (
      <Page title={`#${id}`} back={back}>
        <ErrorState error={lastError} onRetry={() => refetch()} />
      </Page>
    );
  }
  return (
    <Page title={null} back={back} subtitle={proj_code}>
      <FiguresWaiting columns={4} />
      <Waiting heights={HEIGHTS} />
    </Page>
  );
}

/** One device for those who operate the plant: what it says now, what it said, what happened to it, how its like fare. */
export function DevicePage() {
  const { proj_code, id } = route.useParams();
  const { id_client } = useCompany();
  // Another device or company starts anew: nothing of the one before may stay on screen.
  return <DeviceOf key={`${id_client}/${proj_code}/${id}`} proj_code={proj_code} id={id} />;
}
