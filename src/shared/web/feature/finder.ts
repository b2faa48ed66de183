import type { ComponentType } from 'react';
import type { Capability } from '../../contract/capabilities.ts';
import type { Language } from '../i18n/locale.ts';
import type { Label } from './navigation.ts';

/** One thing that a finder found, and the address of its page. */
export interface FoundThing {
  readonly id: string;
  readonly label: string;
  /** Second-rank words: where it is, what it belongs to. */
  readonly beside?: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  /** Before its page is opened. */
  readonly onOpen?: () => void;
}

export interface FoundGroup {
  readonly label: Label;
  readonly things: readonly FoundThing[];
  /** How many there are in all, where these are the first. */
  readonly count?: number;
}

/** Who searches: the active company, the person's roles there, and the language on screen. */
export interface FinderScope {
  readonly company: number;
  readonly roles: readonly string[];
  readonly language: Language;
}

/** What of an area a text names; a question that nobody waits for any more is cancelled by its signal. */
export type Find = (text: string, scope: FinderScope, signal: AbortSignal) => Promise<FoundGroup[]>;

/** What of an area the command palette finds, fetched when somebody searches. */
export interface Finder {
  /** What it looks for: said where it failed. */
  readonly label: Label;
  readonly capability: Capability;
  readonly load: () => Promise<Find>;
}

/** What an action opens over the page. */
export type ActionDialog = ComponentType<{ onClose: () => void }>;

/** Something to do that the command palette offers: it leads to where it is done, or opens a dialog made with `screen(…)`. */
export type PaletteAction<Path extends string = string> = {
  readonly label: Label;
  readonly capability: Capability;
} & ({ readonly to: Path } | { readonly component: ActionDialog });
