import { Suspense } from 'react';
import { allows } from '../../contract/capabilities.ts';
import { useCompany } from '../company/context.tsx';
import type { Slot } from './slot.ts';

/** What other areas show in a slot, for the roles that may see it. */
export function SlotParts<Props extends object>({ slot, props }: { slot: Slot<Props>; props: Props }) {
  const { roles } = useCompany();
  const shown = [...slot.parts].filter(({ capability }) => allows(capability, roles));
  return (
    <Suspense fallback={null}>
      {shown.map(({ component: Shown }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a slot never change their order
        <Shown key={at} {...props} />
      ))}
    </Suspense>
  );
}
