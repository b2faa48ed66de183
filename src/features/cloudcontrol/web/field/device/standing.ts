import type { DeviceDetails } from '../../../configured.contract.ts';
import type { DeviceNewest } from '../../../newest.contract.ts';

/** What moves by itself while the page is open; values are null until they were asked for. */
export interface Standing extends Omit<DeviceNewest, 'values'> {
  values: DeviceNewest['values'] | null;
}

export interface TabProps {
  details: DeviceDetails;
  standing: Standing;
  now: number;
}
