import { IconBulb } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../../../shared/web/page/Text.tsx';
import { useDeviceTree } from '../use-devices.ts';
import { adviceOf } from './advice.model.ts';
import type { TabProps } from './standing.ts';

/** One sentence on what to look at first, while the device does not answer or refuses registers. */
export function DeviceAdvice({ details, standing }: TabProps) {
  const { t } = useTranslation('field');
  const advice = adviceOf(details, standing, useDeviceTree().data);
  if (advice === null) return null;
  return (
    <Note tone="muted" icon={IconBulb}>
      {t(`advice.${advice}`)}
    </Note>
  );
}
