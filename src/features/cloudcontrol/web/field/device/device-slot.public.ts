import { defineSlot } from '../../../../../shared/web/feature/slot.ts';

/** Between a device's head and its configuration. */
export const belowDeviceHead = defineSlot<{ id: number; proj_code: string }>();
