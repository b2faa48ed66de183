import type { DeviceDetails } from '../../../configured.contract.ts';
import type { DeviceLatest } from '../../../latest-values.contract.ts';

/** What moves by itself while the page is open; values are null until they were asked for. */
export interface Standing extends Omit<DeviceLatest, 'values'> {
  values: DeviceLatest['values'] | null;
}

export interface TabProps {
  details: DeviceDetails;
  standing: Standing;
  now: number;
}
