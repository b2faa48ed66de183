import type { Capability } from '../../contract/capabilities.ts';
import type { Label } from './navigation.ts';

/** One thing that a finder found, and the address of its page. */
export interface FoundThing {
  readonly id: string;
  readonly label: string;
  /** Second-rank words: where it is, what it belongs to. */
  readonly beside?: string;
  readonly to: string;
}

export interface FoundGroup {
  readonly label: Label;
  readonly things: readonly FoundThing[];
}

/** Who searches: the active company and the person's roles there. */
export interface FinderScope {
  readonly company: number;
  readonly roles: readonly string[];
}

/** What of an area a text names; a question that nobody waits for any more is cancelled by its signal. */
export type Find = (text: string, scope: FinderScope, signal: AbortSignal) => Promise<FoundGroup[]>;

/** What of an area the command palette finds, fetched when somebody searches. */
export interface Finder {
  readonly capability: Capability;
  readonly load: () => Promise<Find>;
}

/** Something to do that the command palette offers: it leads to where it is done. */
export interface PaletteAction<Path extends string = string> {
  readonly label: Label;
  readonly to: Path;
  readonly capability: Capability;
}
