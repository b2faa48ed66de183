import type { ReactNode } from 'react';
import { defineSlot } from '../../../../shared/web/feature/slot.ts';

/** Beside the name of a plant in the list of the map. `codes`: the plants that the list shows. */
export const besideMapPlant = defineSlot<{ code: string; codes: readonly string[]; children?: ReactNode }>();
