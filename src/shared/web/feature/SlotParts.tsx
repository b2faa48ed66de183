import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { allows } from '../../contract/capabilities.ts';
import { useCompany } from '../company/context.tsx';
import { Waiting } from '../page/Page.tsx';
import type { Part, Slot } from './slot.ts';

interface Props<Of extends object> {
  slot: Slot<Of & { children?: ReactNode }>;
  props: NoInfer<Of>;
  /** What stands below: each part shows it once it knows how high it is itself, so that nothing jumps. */
  children: ReactNode;
  /** So high that is, in pixels. */
  height: number;
}

/** Asks what the parts will ask, of all at once. */
function useAhead<Of extends object>(parts: readonly Part<Of>[], props: Of): void {
  const { id_client } = useCompany();
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked later each part asks by itself
  useEffect(() => {
    for (const { ahead } of parts) {
      // What does not come ahead is asked by the part, which says so where it fails.
      ahead?.().then(
        (ask) => ask(client, id_client, props),
        (fault: unknown) => console.warn('what a part asks could not be asked ahead', fault),
      );
    }
  }, [client, id_client]);
}

/** What other areas show in a slot, for the roles that may see it, and below it what belongs to the page. */
export function SlotParts<Of extends object>({ slot, props, children, height }: Props<Of>): ReactNode {
  const { roles } = useCompany();
  const shown = [...slot.parts].filter(({ capability }) => allows(capability, roles));
  useAhead<Of>(shown, props);
  let below = children;
  for (const { component: Shown } of shown.toReversed())
    below = (
      <Suspense fallback={<Waiting heights={[height]} />}>
        <Shown {...props}>{below}</Shown>
      </Suspense>
    );
  return below;
}
