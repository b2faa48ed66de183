import { Loader } from '@mantine/core';
import { IconVideoOff } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Camera } from '../cameras.contract.ts';
import { CAMERA_FAULTS } from '../cameras.model.ts';
import { PictureAge } from './PictureAge.tsx';
import classes from './picture.module.css';
import type { Picture } from './use-picture.ts';

const KNOWN: readonly string[] = [...CAMERA_FAULTS, 'camera_off', 'unreachable'];

/** Why there is no picture, or why it is not live, in words. */
export function useFaultWords(): (code: string) => string {
  const { t } = useTranslation('cameras');
  return (code) => t(`faults.${KNOWN.includes(code) ? code : 'unreachable'}` as 'faults.unreachable');
}

/** A camera's picture with its age, however it is shown; what is not live is faded, with the reason. */
export function PictureFrame({
  camera,
  picture,
  ref,
}: {
  camera: Camera;
  picture: Picture;
  ref?: Ref<HTMLDivElement>;
}) {
  const { t } = useTranslation('cameras');
  const words = useFaultWords();
  const { address, asking } = picture;
  const fault = camera.is_active ? picture.fault : 'camera_off';
  const alt = t('picture.alt', { camera: camera.cam_name, plant: camera.plant_name });
  return (
    <div ref={ref} className={classes.frame} aria-busy={asking && !address}>
      {address && <img src={address} alt={alt} data-stale={fault !== null || undefined} />}
      <div className={classes.named} aria-hidden="true">
        {camera.cam_name} · {camera.plant_name}
      </div>
      <PictureAge picture={picture} />
      {!address && fault && <IconVideoOff size={36} stroke={1.4} aria-hidden="true" />}
      {!address && !fault && <Loader size="sm" color="gray" role="img" aria-label={t('picture.loading')} />}
      {fault && (
        <div className={classes.said} role="status">
          {words(fault)}
        </div>
      )}
    </div>
  );
}
