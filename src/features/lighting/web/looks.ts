import { IconBulb, IconBulbOff, IconHandFinger, IconLinkOff, type TablerIcon } from '@tabler/icons-react';
import { STATE_ICON, type StateLook } from '../../../shared/web/theme/states.ts';
import type { Box } from '../boxes.contract.ts';

/** How each state of a box is drawn: colour and icon always come with its word. */
export const LOOKS: Readonly<Record<Box['state'], { look: StateLook; icon: TablerIcon }>> = {
  // Nothing is broken: somebody has to say where it belongs.
  unpaired: { look: 'string', icon: IconLinkOff },
  silent: { look: 'nodata', icon: STATE_ICON.nodata },
  fault: { look: 'alarm', icon: STATE_ICON.alarm },
  by_hand: { look: 'warning', icon: IconHandFinger },
  lit: { look: 'success', icon: IconBulb },
  dark: { look: 'snoozed', icon: IconBulbOff },
};
