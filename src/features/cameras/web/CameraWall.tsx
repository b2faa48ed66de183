import { SimpleGrid } from '@mantine/core';
import { useElementSize, useViewportSize } from '@mantine/hooks';
import { type Ref, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newestWins } from '../../../shared/web/api/newest-wins.ts';
import { renewed, send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { type Camera, camerasCalls } from '../cameras.contract.ts';
import { columnsFor, moved, orderWith } from '../wall.model.ts';
import { CameraTile } from './CameraTile.tsx';
import type { Rate } from './cameras-search.ts';
import classes from './picture.module.css';

/** Above the wall stand the portal's header, the page's heading and the filters. */
const ABOVE = 230;

interface Props {
  cameras: readonly Camera[];
  /** Those that the filters leave. */
  shown: readonly Camera[];
  every: Rate;
  arranging: boolean;
  full: boolean;
  ref: Ref<HTMLDivElement>;
}

/** The cameras as the person arranges them: each move counts from the one before, sent or not. */
function useOrder(cameras: readonly Camera[]) {
  const company = useCompany().id_client;
  const [wanted, setWanted] = useState<readonly number[] | null>(null);
  const save = useMemo(
    () =>
      newestWins(
        (camera_ids: readonly number[]) =>
          send(camerasCalls.order, { company, body: { camera_ids: [...camera_ids] } }),
        (fault) => {
          if (fault) toast.failed();
          // What the server has is shown again, once it is here.
          void renewed(company, camerasCalls.order).finally(() => setWanted(null));
        },
      ),
    [company],
  );
  const ids = wanted ?? cameras.map(({ id }) => id);
  const put = (next: readonly number[]) => {
    setWanted(next);
    save(next);
  };
  return { ids, put };
}

/** Pictures side by side, as large as the place allows, in the person's order. */
export function CameraWall({ cameras, shown, every, arranging, full, ref }: Props) {
  const { t } = useTranslation('cameras');
  const { ref: measured, width } = useElementSize();
  const { height } = useViewportSize();
  const { ids, put } = useOrder(cameras);
  const arranged = shown.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const move = (id: number, by: 1 | -1) => {
    const next = moved(
      arranged.map((one) => one.id),
      id,
      by,
    );
    if (next) put(orderWith(ids, next));
  };
  const columns = columnsFor(shown.length, { width, height: full ? height - 24 : height - ABOVE });
  return (
    <div ref={ref} className={classes.wall}>
      <SimpleGrid
        ref={measured}
        component="ul"
        cols={columns}
        spacing={12}
        m={0}
        p={0}
        aria-label={t('title')}
        style={{ listStyle: 'none' }}
      >
        {arranged.map((camera) => (
          <CameraTile
            key={camera.id}
            camera={camera}
            every={every}
            onMove={arranging ? (by) => move(camera.id, by) : undefined}
          />
        ))}
      </SimpleGrid>
    </div>
  );
}
