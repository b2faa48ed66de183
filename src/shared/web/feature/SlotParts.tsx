import { type ReactNode, Suspense } from 'react';
import { allows } from '../../contract/capabilities.ts';
import { useCompany } from '../company/context.tsx';
import { Waiting } from '../page/Page.tsx';
import type { Slot } from './slot.ts';

interface Props<Of extends object> {
  slot: Slot<Of & { children?: ReactNode }>;
  props: NoInfer<Of>;
  /** What stands below: each part shows it once it knows how high it is itself, so that nothing jumps. */
  children: ReactNode;
  /** So high that is, in pixels. */
  height: number;
}

/** What other areas show in a slot, for the roles that may see it, and below it what belongs to the page. */
export function SlotParts<Of extends object>({ slot, props, children, height }: Props<Of>): ReactNode {
  const { roles } = useCompany();
  const shown = [...slot.parts].filter(({ capability }) => allows(capability, roles));
  let below = children;
  for (const { component: Shown } of shown.toReversed())
    below = (
      <Suspense fallback={<Waiting heights={[height]} />}>
        <Shown {...props}>{below}</Shown>
      </Suspense>
    );
  return below;
}
