import {
  IconPlayerPause,
  IconPlugConnectedX,
  IconQuestionMark,
  IconTemplate,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { STATE_ICON, type StateLook } from '../../../../shared/web/theme/states.ts';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { DeviceState } from '../../configuration.model.ts';

/** The look of each state: what is silent is a problem, what is switched off or a pattern is none. */
export const STATE_LOOK: Readonly<Record<DeviceState, { state: StateLook; icon: TablerIcon }>> = {
  answering: { state: 'success', icon: STATE_ICON.success },
  silent: { state: 'alarm', icon: IconPlugConnectedX },
  unknown: { state: 'nodata', icon: IconQuestionMark },
  disabled: { state: 'snoozed', icon: IconPlayerPause },
  template: { state: 'snoozed', icon: IconTemplate },
};

/** How a device stands, as colour, icon and word. */
export function DeviceStatePill({ state }: { state: DeviceState }) {
  const { t } = useTranslation('field');
  return <StatePill {...STATE_LOOK[state]} label={t(`state.${state}`)} />;
}
