import { Button } from '@mantine/core';
import { IconArrowsMaximize, IconArrowsSort, IconPlus, IconServer, IconVideo } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { ChoiceFilter, PickFilter } from '../../../shared/web/list/filters.tsx';
import { useListState } from '../../../shared/web/list/use-list-state.ts';
import { Page, Waiting } from '../../../shared/web/page/Page.tsx';
import { Toolbar } from '../../../shared/web/page/Toolbar.tsx';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../shared/web/ui/StaleLine.tsx';
import { plantsCalls } from '../../plants/plants.contract.ts';
import type { Camera } from '../cameras.contract.ts';
import { camerasCalls } from '../cameras.contract.ts';
import { NewCameraDialog } from './CameraDialog.tsx';
import { CameraWall } from './CameraWall.tsx';
import { CamerasList, WALL_RATE } from './cameras-search.ts';
import { RateSelect } from './RateSelect.tsx';
import { ServersDrawer } from './ServersDrawer.tsx';
import { useFull } from './use-full.ts';

const ICON = { size: 16, 'aria-hidden': true } as const;

/** Each plant that has cameras, once. */
function plantsOf(cameras: readonly Camera[]) {
  const names = new Map(cameras.map(({ proj_code, plant_name }) => [proj_code, plant_name]));
  return [...names].map(([value, label]) => ({ value, label }));
}

/** What the person asked for beside the wall. */
function OpenDialog({ asked, onClose }: { asked: 'camera' | 'servers'; onClose: () => void }) {
  const { search } = useListState(CamerasList);
  const plants = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const cameras = useCall(camerasCalls.list);
  const options = (plants.data ?? []).map(({ proj_code, name }) => ({ value: proj_code, label: name }));
  if (asked === 'servers')
    return <ServersDrawer servers={cameras.data?.plants ?? []} plants={options} onClose={onClose} />;
  return <NewCameraDialog plants={options} proj_code={search.plant ?? null} onClose={onClose} />;
}

const NONE: readonly Camera[] = [];

/** An empty or non-list result is logged and counts as an empty list. // spec §8 */
function listed(cameras: unknown): readonly Camera[] {
  if (Array.isArray(cameras) && cameras.length > 0) return cameras;
  console.info('no cameras were answered');
  return NONE;
}

function Wall({ cameras, onAdd }: { cameras: readonly Camera[]; onAdd: (() => void) | null }) {
  const { t } = useTranslation('cameras');
  const state = useListState(CamerasList);
  const { plant, thermal, every = WALL_RATE } = state.search;
  const [arranging, setArranging] = useState(false);
  const { ref, full, toggle } = useFull();
  const plants = useMemo(() => plantsOf(cameras), [cameras]);
  const shown = cameras.filter(
    ({ proj_code, is_thermal_camera }) =>
      (plant === undefined || proj_code === plant) &&
      (thermal === '' || String(is_thermal_camera) === thermal),
  );
  if (cameras.length === 0)
    return (
      <EmptyState
        icon={IconVideo}
        title={t('wall.none')}
        hint={t(onAdd ? 'wall.none_hint' : 'wall.none_seen')}
        action={onAdd && <Button onClick={onAdd}>{t('camera.new')}</Button>}
      />
    );
  return (
    <>
      <Toolbar>
        <PickFilter
          state={state}
          name="plant"
          label={t('plant')}
          any={t('wall.all_plants')}
          options={plants}
        />
        <ChoiceFilter
          state={state}
          name="thermal"
          label={t('wall.kind')}
          any={t('wall.all_kinds')}
          options={[
            { value: 'true', label: t('wall.thermal') },
            { value: 'false', label: t('wall.visible') },
          ]}
        />
        <RateSelect
          rates={['5', '10', '30', '60', 'off']}
          value={every}
          onChange={(rate) => state.set({ every: rate === WALL_RATE ? undefined : rate })}
        />
        <Button
          variant={arranging ? 'filled' : 'default'}
          aria-pressed={arranging}
          leftSection={<IconArrowsSort {...ICON} />}
          onClick={() => setArranging(!arranging)}
        >
          {t('wall.arrange')}
        </Button>
        {toggle && (
          <Button variant="default" leftSection={<IconArrowsMaximize {...ICON} />} onClick={toggle}>
            {t('full')}
          </Button>
        )}
      </Toolbar>
      {shown.length === 0 ? (
        <EmptyState
          icon={IconVideo}
          title={t('wall.none_left')}
          action={
            <Button variant="default" onClick={state.clear}>
              {t('wall.clear')}
            </Button>
          }
        />
      ) : (
        <CameraWall
          ref={ref}
          cameras={cameras}
          shown={shown}
          every={every}
          arranging={arranging}
          full={full}
        />
      )}
    </>
  );
}

/** The cameras of all plants side by side. // spec §2 */
export function SecurityPage() {
  const { t } = useTranslation('cameras');
  const may = useCan('plants.write');
  const query = useCall(camerasCalls.list);
  const [asked, setAsked] = useState<'camera' | 'servers' | null>(null);
  return (
    <Page
      title={t('title')}
      actions={
        may && (
          <>
            <Button
              variant="default"
              leftSection={<IconServer {...ICON} />}
              onClick={() => setAsked('servers')}
            >
              {t('server.title')}
            </Button>
            <Button leftSection={<IconPlus {...ICON} />} onClick={() => setAsked('camera')}>
              {t('camera.new')}
            </Button>
          </>
        )
      }
    >
      {query.isRefetchError && <StaleLine updatedAt={query.dataUpdatedAt} />}
      {query.data ? (
        <Wall cameras={listed(query.data.cameras)} onAdd={may ? () => setAsked('camera') : null} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Waiting heights={[40, 560]} />
      )}
      {asked && <OpenDialog asked={asked} onClose={() => setAsked(null)} />}
    </Page>
  );
}
