import { type ReactNode, useState } from 'react';
import { SlotParts } from '../../../../shared/web/feature/SlotParts.tsx';
import { besidePlants, type ExpectedShares } from './list-slot.public.ts';

const NONE: ExpectedShares = new Map<string, number | null>();

/** What plants made of expected, asked of all of them at once where it is wanted; `part` has to stand somewhere on the screen. */
export function useExpectedShares(wanted: boolean): { shares: ExpectedShares; part: ReactNode } {
  const [shares, onShares] = useState(NONE);
  const part = wanted && (
    <SlotParts slot={besidePlants} props={{ onShares }} height={0}>
      {null}
    </SlotParts>
  );
  return { shares: wanted ? shares : NONE, part };
}
