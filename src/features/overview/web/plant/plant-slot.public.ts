import type { ReactNode } from 'react';
import { defineSlot } from '../../../../shared/web/feature/slot.ts';

/** Below what a plant has measured, above its devices. */
export const belowPlantChart = defineSlot<{
  proj_code: string;
  time_zone: string;
  productionType: string;
  children?: ReactNode;
}>();
