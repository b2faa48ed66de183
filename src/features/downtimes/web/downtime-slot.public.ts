import type { ReactNode } from 'react';
import { defineSlot } from '../../../shared/web/feature/slot.ts';
import type { Downtime } from '../downtimes.contract.ts';

/** In a downtime's detail, below its alarms: what comes after it, such as requests to mend it. */
export const withinDowntime = defineSlot<{ downtime: Downtime; children?: ReactNode }>();
