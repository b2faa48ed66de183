import { SimpleGrid } from '@mantine/core';
import { useElementSize, useViewportSize } from '@mantine/hooks';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../../shared/web/api/use-call.ts';
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

/** Pictures side by side, as large as the place allows, in the person's order. */
export function CameraWall({ cameras, shown, every, arranging, full, ref }: Props) {
  const { t } = useTranslation('cameras');
  const { ref: measured, width } = useElementSize();
  const { height } = useViewportSize();
  const order = useSend(camerasCalls.order, { onFailed: () => toast.failed() });
  const ids = shown.map(({ id }) => id);
  const move = (id: number, by: 1 | -1) => {
    const next = moved(ids, id, by);
    if (!next) return;
    const camera_ids = orderWith(
      cameras.map((one) => one.id),
      next,
    );
    order.mutate({ body: { camera_ids } });
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
        {shown.map((camera) => (
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
