import type { ReactNode } from 'react';
import { defineSlot } from '../../../../shared/web/feature/slot.ts';
import type { Alarm } from '../../alarms.contract.ts';

/** In an alarm's view, below what it is about: what was made of it in areas that come after, such as downtimes and requests. */
export const withinAlarm = defineSlot<{ alarm: Alarm; children?: ReactNode }>();
