import type { ReactNode } from 'react';
import { defineSlot } from '../../../../shared/web/feature/slot.ts';

/** Below what a device has measured, above its comparison with its like. */
export const belowDeviceChart = defineSlot<{
  proj_code: string;
  time_zone: string;
  productionType: string;
  device_id: number;
  category: string;
  children?: ReactNode;
}>();
