import { z } from 'zod';

export const TABS = ['variables', 'connection', 'device', 'health', 'notes', 'versions'] as const;
export type Tab = (typeof TABS)[number];

/** Attributes had a tab of their own: its address opens them where they stand now. */
const ADDRESSES = [...TABS, 'attributes'] as const;

/** What the page of a device holds in its address. */
export const DeviceSearch = z.object({
  tab: z.enum(ADDRESSES).catch('variables').default('variables'),
  /** Looked for among the variables. */
  q: z.string().max(200).catch('').default(''),
});
export type DeviceSearch = z.infer<typeof DeviceSearch>;

export const DEVICE_DEFAULTS = { tab: 'variables', q: '' } as const satisfies DeviceSearch;
