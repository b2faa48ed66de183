import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconBellOff,
  IconCircleCheck,
  IconCloudOff,
  IconPlugConnectedX,
} from '@tabler/icons-react';

/** The looks a plant or device can have; colour, icon and word always come together. */
export const STATE_ICON = {
  alarm: IconAlertOctagon,
  warning: IconAlertTriangle,
  string: IconPlugConnectedX,
  success: IconCircleCheck,
  snoozed: IconBellOff,
  nodata: IconCloudOff,
} as const;
export type StateLook = keyof typeof STATE_ICON;
