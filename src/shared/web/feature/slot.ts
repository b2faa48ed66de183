import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Capability } from '../../contract/capabilities.ts';

/** What is fetched when it is shown, or before. */
interface Late {
  preload?: (() => Promise<void> | undefined) | undefined;
}

/** Prefetches what a part will ask first. */
export type AskAhead<Props> = (client: QueryClient, company: number, props: Props) => void;

/** What fills a slot: made with `screen(…)`, so that it is fetched with its words when it is shown. */
export interface Part<Props> {
  readonly component: ComponentType<Props> & Late;
  /** Who is shown it. */
  readonly capability: Capability;
  /** What it asks first, so that the parts of a page ask at once and not each when the one above it is shown. */
  readonly ahead?: (() => Promise<AskAhead<Props>>) | undefined;
}

/** A place in an area's page where areas after it in the dependency order show something of their own. */
export interface Slot<Props> {
  readonly parts: Set<Part<Props>>;
}

/** Declares a slot; it stands in a `*.public.ts` of the area whose page shows it by `<SlotParts>`. */
export function defineSlot<Props>(): Slot<Props> {
  return { parts: new Set() };
}

/** A slot, whatever its parts are given. */
export interface Fetched {
  readonly parts: Iterable<{
    readonly component: Late;
    readonly ahead?: (() => Promise<unknown>) | undefined;
  }>;
}

/** Fetches what fills a slot, so that it comes with its page: React holds back by 0.3 s each part that comes late. */
export async function fetchParts({ parts }: Fetched): Promise<void> {
  await Promise.all([...parts].flatMap(({ component, ahead }) => [component.preload?.(), ahead?.()]));
}

/** An entry of a feature's `fills`: puts a part into another area's slot when the portal is composed. */
export function fillSlot<Props>(slot: Slot<Props>, part: Part<Props>): () => void {
  return () => slot.parts.add(part);
}
