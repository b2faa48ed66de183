import { isRestOf, type Place } from '../../plants/daylight.model.ts';
import type { DeviceCategory } from '../../plants/plants.model.ts';
import type { DeviceState } from '../configuration.model.ts';

/** The columns of a plant `p` by which a night is known. */
export const PLACE = 'p.production_type, p.latitude, p.longitude';

interface Standing {
  state: DeviceState;
  category: DeviceCategory;
}

/** Whether a device is silent because the night switches it off. */
export const isAtRest = (device: Standing & Place, now: Date): boolean =>
  device.state === 'silent' && isRestOf(device, now.getTime());

/** A row with its place, as answers carry it. */
export function withRest<Row extends Standing & Place>(
  row: Row,
  now: Date,
): Omit<Row, keyof Place> & { asleep: boolean } {
  const { production_type: _, latitude: _a, longitude: _o, ...shown } = row;
  return { ...shown, asleep: isAtRest(row, now) };
}
