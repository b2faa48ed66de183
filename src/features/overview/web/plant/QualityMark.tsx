import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockX,
  IconMoon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DeviceValue } from './devices.model.ts';
import classes from './devices.module.css';

const ICONS = {
  good: IconCircleCheck,
  stale: IconClockX,
  asleep: IconMoon,
  missing: IconCircleDashed,
  failed: IconAlertCircle,
} as const;

/** The quality of a reading as colour, icon and word, so that a night, a gap and a failed read never look alike. */
export function QualityMark({ quality }: { quality: DeviceValue['quality'] }) {
  const { t } = useTranslation('plant');
  const Icon = ICONS[quality];
  return (
    <span className={classes.quality} data-quality={quality}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {t(`quality.${quality}`)}
    </span>
  );
}
