import { IconBulb } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDeviceTree } from '../use-devices.ts';
import { adviceOf } from './advice.model.ts';
import classes from './device.module.css';
import type { TabProps } from './standing.ts';

/** One sentence on what to look at first, while the device does not answer or refuses registers. */
export function DeviceAdvice({ details, standing }: TabProps) {
  const { t } = useTranslation('field');
  const advice = adviceOf(details, standing, useDeviceTree().data);
  if (advice === null) return null;
  return (
    <p className={classes.advice}>
      <IconBulb size={16} stroke={1.8} aria-hidden="true" />
      <span>{t(`advice.${advice}`)}</span>
    </p>
  );
}
