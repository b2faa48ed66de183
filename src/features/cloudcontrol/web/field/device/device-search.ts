import { z } from 'zod';

export const TABS = ['variables', 'connection', 'device', 'attributes', 'health', 'versions'] as const;
export type Tab = (typeof TABS)[number];

/** What the page of a device holds in its address. */
export const DeviceSearch = z.object({
  tab: z.enum(TABS).catch('variables').default('variables'),
  /** Looked for among the variables. */
  q: z.string().max(200).catch('').default(''),
});
export type DeviceSearch = z.infer<typeof DeviceSearch>;

export const DEVICE_DEFAULTS = { tab: 'variables', q: '' } as const satisfies DeviceSearch;
