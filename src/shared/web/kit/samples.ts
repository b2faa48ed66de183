import type { ComponentType } from 'react';

/** A part of the kit in its states, as the kit page shows it: what each state is called, and what then stands there. */
export interface Samples {
  title: string;
  states: Readonly<Record<string, ComponentType>>;
}
