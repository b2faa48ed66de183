import { withinUnits } from '../../../../shared/web/charts/unit-guard.model.ts';
import {
  chosenDrawables,
  type Drawable,
  ofDevice,
} from '../../../measurements/web/chart/drawables.public.ts';
import { type Device, headlinesOf } from '../plant/devices.model.ts';

/** Every variable of a device, as it can be drawn. */
export const drawablesOfDevice = (proj_code: string, device: Device): Drawable[] =>
  device.values.map((value) => ofDevice({ proj_code, ...device }, value));

/** What a device's chart begins with: its first values as lines, over months and years its energy as bars. */
export function mainOfDevice(drawables: readonly Drawable[], device: Device, long: boolean): Drawable[] {
  const keys = headlinesOf(device).map(({ name }) => `${device.device_id}.${name}`);
  const main = chosenDrawables(drawables, keys);
  const bars = drawables.filter(({ shape }) => shape === 'bar');
  const lines = main.filter(({ shape }) => shape === 'line');
  const first = long && bars.length > 0 ? bars : lines;
  return withinUnits(first.length > 0 ? first : drawables.slice(0, 1));
}
