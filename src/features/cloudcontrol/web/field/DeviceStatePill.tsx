import {
  IconMoon,
  IconPlayerPause,
  IconPlugConnectedX,
  IconQuestionMark,
  IconTemplate,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { STATE_ICON, type StateLook } from '../../../../shared/web/theme/states.ts';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { type ShownState, shownState } from '../../configuration.model.ts';

/** The look of each state: what is silent is a problem, what rests, is switched off or a pattern is none. */
export const STATE_LOOK: Readonly<Record<ShownState, { state: StateLook; icon: TablerIcon }>> = {
  answering: { state: 'success', icon: STATE_ICON.success },
  silent: { state: 'alarm', icon: IconPlugConnectedX },
  asleep: { state: 'snoozed', icon: IconMoon },
  unknown: { state: 'nodata', icon: IconQuestionMark },
  disabled: { state: 'snoozed', icon: IconPlayerPause },
  template: { state: 'snoozed', icon: IconTemplate },
};

/** How a device stands, as colour, icon and word. */
export function DeviceStatePill({ device }: { device: Parameters<typeof shownState>[0] }) {
  const { t } = useTranslation('field');
  const state = shownState(device);
  return <StatePill {...STATE_LOOK[state]} label={t(`state.${state}`)} />;
}
