import { lazy } from 'react';
import type { SeriesTree } from '../../saved-charts.contract.ts';
import { type Choices, choicesOf } from './tree.model.ts';

export type { Choices, Item } from './tree.model.ts';

/** Finds plants, devices and variables by their words. Fetched when first seen; stands inside a Suspense. */
export const SeriesPicker = lazy(async () => ({
  default: (await import('./SeriesPicker.tsx')).SeriesPicker,
}));

/** The variables of devices that can be chosen, without the plants' own quantities. */
export function deviceChoices(tree: SeriesTree, groupName: (code: string) => string): Choices {
  const { plants, byKey, left_out } = choicesOf(tree, groupName);
  const ofDevices = [...byKey].filter(([, item]) => item.device_id !== null);
  return { plants: plants.map((plant) => ({ ...plant, own: [] })), byKey: new Map(ofDevices), left_out };
}
