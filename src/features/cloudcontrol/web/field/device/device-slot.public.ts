import type { ReactNode } from 'react';
import { defineSlot } from '../../../../../shared/web/feature/slot.ts';

/** Above what a device measures, and above how it answers. */
export const belowDeviceHead = defineSlot<{ id: number; proj_code: string; children?: ReactNode }>();
