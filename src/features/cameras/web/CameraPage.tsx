import { Button } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconDownload,
  IconPencil,
  IconRefresh,
  IconTrash,
  IconVideoOff,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { renewed, send } from '../../../shared/web/api/send.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { download } from '../../../shared/web/charts/download.ts';
import { useCan, useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { BackLink } from '../../../shared/web/page/BackLink.tsx';
import { Fact, Facts } from '../../../shared/web/page/Facts.tsx';
import { Page, Waiting } from '../../../shared/web/page/Page.tsx';
import { Toolbar } from '../../../shared/web/page/Toolbar.tsx';
import { ConfirmAction } from '../../../shared/web/ui/ConfirmAction.tsx';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../shared/web/ui/StaleLine.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type Camera, camerasCalls } from '../cameras.contract.ts';
import { pictureName } from '../wall.model.ts';
import { CameraDialog } from './CameraDialog.tsx';
import { CameraSearch, DETAIL_RATE, type Rate } from './cameras-search.ts';
import { PictureFrame } from './PictureFrame.tsx';
import { RateSelect } from './RateSelect.tsx';
import { useFull } from './use-full.ts';
import { pictureKey, usePicture } from './use-picture.ts';

const useCameraSearch = () => CameraSearch.parse(useSearch({ strict: false }));

const ICON = { size: 16, 'aria-hidden': true } as const;

/** From the moment it is deleted nobody asks for its picture: the page stops, the wall is opened without it. */
function Removal({
  camera,
  onLeaving,
  onClose,
}: {
  camera: Camera;
  onLeaving: (leaving: boolean) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('cameras');
  const company = useCompany().id_client;
  const navigate = useNavigate();
  const client = useQueryClient();
  const { id, cam_name } = camera;
  const act = async () => {
    onLeaving(true);
    await client.cancelQueries({ queryKey: pictureKey(company, id) });
    try {
      await send(camerasCalls.remove, { company, params: { id: String(id) } });
    } catch (fault) {
      onLeaving(false);
      toast.failed(t('messages.remove_failed'));
      throw fault;
    }
    await renewed(company, camerasCalls.remove);
  };
  return (
    <ConfirmAction
      title={t('camera.remove', { camera: cam_name })}
      confirm={t('remove')}
      words="cameras"
      act={act}
      onDone={() => {
        toast.done(t('messages.removed', { camera: cam_name }));
        void navigate({ to: '/apps/asset/security' });
      }}
      onClose={onClose}
    >
      <p>{t('camera.remove_text')}</p>
    </ConfirmAction>
  );
}

/** Changing and deleting, for who may. */
function Actions({ camera, onLeaving }: { camera: Camera; onLeaving: (leaving: boolean) => void }) {
  const { t } = useTranslation('cameras');
  const [asked, setAsked] = useState<'change' | 'remove' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <Button variant="default" leftSection={<IconPencil {...ICON} />} onClick={() => setAsked('change')}>
        {t('edit')}
      </Button>
      <Button variant="default" leftSection={<IconTrash {...ICON} />} onClick={() => setAsked('remove')}>
        {t('remove')}
      </Button>
      {asked === 'change' && <CameraDialog camera={camera} onClose={close} />}
      {asked === 'remove' && <Removal camera={camera} onLeaving={onLeaving} onClose={close} />}
    </>
  );
}

function Detail({ camera, shown }: { camera: Camera; shown: boolean }) {
  const { t } = useTranslation('cameras');
  const { dateTime } = useFormat();
  const navigate = useNavigate();
  const { every = DETAIL_RATE } = useCameraSearch();
  const setRate = (rate: Rate) => {
    const search = (old: object) => ({ ...old, every: rate === DETAIL_RATE ? undefined : rate });
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
  };
  const picture = usePicture(camera, { every, shown });
  const { ref, toggle } = useFull();
  const { blob, taken_at } = picture;
  const taken = taken_at === null ? null : new Date(taken_at);
  const { proj_code, cam_name } = camera;
  return (
    <>
      <Toolbar>
        <RateSelect rates={['2', '5', '10', '30', 'off']} value={every} onChange={setRate} />
        <Button
          variant="default"
          leftSection={<IconRefresh {...ICON} />}
          disabled={!camera.is_active}
          onClick={picture.refresh}
        >
          {t('picture.refresh')}
        </Button>
        {toggle && (
          <Button variant="default" leftSection={<IconArrowsMaximize {...ICON} />} onClick={toggle}>
            {t('full')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload {...ICON} />}
          disabled={!blob || !taken}
          onClick={() => blob && taken && download(blob, pictureName(proj_code, cam_name, taken, blob.type))}
        >
          {t('picture.save')}
        </Button>
      </Toolbar>
      <PictureFrame ref={ref} camera={camera} picture={picture} />
      <Facts>
        <Fact label={t('plant')}>
          <Link to="/apps/asset/plants/$proj_code" params={{ proj_code }}>
            {camera.plant_name}
          </Link>
        </Fact>
        <Fact label={t('camera.number')}>{camera.cam_num}</Fact>
        <Fact label={t('wall.kind')}>{t(camera.is_thermal_camera ? 'wall.thermal' : 'wall.visible')}</Fact>
        <Fact label={t('picture.taken')}>{taken && dateTime(taken.toISOString())}</Fact>
      </Facts>
    </>
  );
}

/** One camera, larger. // spec §2 */
export function CameraPage() {
  const { t } = useTranslation('cameras');
  const may = useCan('plants.write');
  const [leaving, setLeaving] = useState(false);
  const search = useCameraSearch();
  const query = useCall(camerasCalls.list);
  const camera = query.data?.cameras.find(({ id }) => String(id) === search.camera);
  const title = query.data ? (camera?.cam_name ?? t('camera.gone')) : query.error ? t('title') : null;
  return (
    <Page
      title={title}
      back={<BackLink to="/apps/asset/security">{t('title')}</BackLink>}
      actions={camera && may && <Actions camera={camera} onLeaving={setLeaving} />}
    >
      {query.isRefetchError && <StaleLine updatedAt={query.dataUpdatedAt} />}
      {camera ? (
        <Detail key={camera.id} camera={camera} shown={!leaving} />
      ) : query.data ? (
        <EmptyState icon={IconVideoOff} title={t('camera.gone')} hint={t('camera.gone_hint')} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Waiting heights={[40, 560]} />
      )}
    </Page>
  );
}
