import { Group, Stack } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconTemperature } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Ellipsis, Muted } from '../../../shared/web/page/Text.tsx';
import { RowButton } from '../../../shared/web/ui/RowButton.tsx';
import type { Camera } from '../cameras.contract.ts';
import type { Rate } from './cameras-search.ts';
import { PictureFrame } from './PictureFrame.tsx';
import { usePicture } from './use-picture.ts';

interface Props {
  camera: Camera;
  every: Rate;
  /** Undefined while nobody arranges the wall. */
  onMove: ((by: 1 | -1) => void) | undefined;
}

/** One camera of the wall; it asks for pictures while it is in sight. */
export function CameraTile({ camera, every, onMove }: Props) {
  const { t } = useTranslation('cameras');
  const { ref, entry } = useIntersection({ threshold: 0.05 });
  const picture = usePicture(camera, { every, shown: entry?.isIntersecting ?? false });
  const { id, cam_name, plant_name, is_thermal_camera } = camera;
  return (
    <Stack component="li" gap={4} data-camera={id}>
      <PictureFrame ref={ref} camera={camera} picture={picture} />
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <Stack gap={0} miw={0}>
          <Group gap={4} wrap="nowrap">
            {is_thermal_camera && <IconTemperature size={16} aria-label={t('thermal')} role="img" />}
            <Link to="/apps/asset/security/detail" search={{ camera: String(id) }}>
              {cam_name}
            </Link>
          </Group>
          <Ellipsis>
            <Muted>{plant_name}</Muted>
          </Ellipsis>
        </Stack>
        {onMove && (
          <Group gap={0} wrap="nowrap">
            <RowButton
              label={t('wall.earlier', { camera: cam_name })}
              icon={IconChevronLeft}
              onClick={() => onMove(-1)}
            />
            <RowButton
              label={t('wall.later', { camera: cam_name })}
              icon={IconChevronRight}
              onClick={() => onMove(1)}
            />
          </Group>
        )}
      </Group>
    </Stack>
  );
}
