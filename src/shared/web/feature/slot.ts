import type { ComponentType } from 'react';
import type { Capability } from '../../contract/capabilities.ts';

/** What fills a slot: made with `screen(…)`, so that it is fetched with its words when it is shown. */
export interface Part<Props> {
  readonly component: ComponentType<Props>;
  /** Who is shown it. */
  readonly capability: Capability;
}

/** A place in an area's page where areas after it in the dependency order show something of their own. */
export interface Slot<Props> {
  readonly parts: Set<Part<Props>>;
}

/** Declares a slot; it stands in a `*.public.ts` of the area whose page shows it by `<SlotParts>`. */
export function defineSlot<Props>(): Slot<Props> {
  return { parts: new Set() };
}

/** An entry of a feature's `fills`: puts a part into another area's slot when the portal is composed. */
export function fillSlot<Props>(slot: Slot<Props>, part: Part<Props>): () => void {
  return () => slot.parts.add(part);
}
