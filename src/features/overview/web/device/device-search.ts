import { z } from 'zod';
import type { Choice } from '../../../../shared/web/charts/choice.model.ts';
import { PlantSearch } from '../plant/plant-search.ts';

/** Periods in which devices are held against each other. */
export const SIBLING_SPANS = ['day', 'month', 'year'] as const;

/** The device page's part of the address: that of its chart, and the period of the comparison (`on` is a day in it). */
export const DeviceSearch = PlantSearch.extend({
  by: z.enum(SIBLING_SPANS).default('day').catch('day'),
});
export type DeviceSearch = z.infer<typeof DeviceSearch>;

export const DEVICE_DEFAULTS = { span: 'day', energy: 'day', by: 'day' } as const;

export const siblingsChoice = ({ by, on }: Pick<DeviceSearch, 'by' | 'on'>): Choice => ({
  span: by,
  date: on,
});
