import type { ReactNode } from 'react';
import { defineSlot } from '../../../../shared/web/feature/slot.ts';

/** Which share of what was expected each plant made yesterday, by its code; null where it is not known. */
export type ExpectedShares = ReadonlyMap<string, number | null>;

/** Beside many plants that are shown or ordered by what they made of expected: parts draw no rows, and say the shares of all plants. */
export const besidePlants = defineSlot<{
  onShares: (shares: ExpectedShares) => void;
  children?: ReactNode;
}>();
