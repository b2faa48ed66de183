import type { CloudVendor } from '../../../../shared/server/cloud-settings.ts';
import { solarEdge } from './solaredge.ts';
import type { Vendor } from './vendor.ts';

/** Whose clouds homes are read from. */
export const VENDORS: Readonly<Record<CloudVendor, Vendor>> = { solaredge: solarEdge };
