import { IconMoon, type TablerIcon } from '@tabler/icons-react';
import { STATE_ICON, type StateLook } from '../../../shared/web/theme/states.ts';
import type { OwnState } from '../overview.model.ts';

/** A state's colour; resting plants are well and quiet: grey, with a moon. */
export const OWN_LOOK: Readonly<Record<OwnState, StateLook>> = {
  alarm: 'alarm',
  warning: 'warning',
  string: 'string',
  nodata: 'nodata',
  asleep: 'snoozed',
  producing: 'success',
  success: 'success',
};

export const OWN_ICON: Readonly<Record<OwnState, TablerIcon>> = {
  ...STATE_ICON,
  asleep: IconMoon,
  producing: STATE_ICON.success,
};
