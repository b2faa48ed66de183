import type { Choice } from '../../../../shared/web/charts/choice.model.ts';
import { windowOf } from '../../../../shared/web/charts/window.model.ts';
import { type Drawable, ofDevice, ofPlant } from '../../../measurements/web/chart/drawables.public.ts';
import type { Quantity } from '../../../plants/plants.model.ts';
import type { PlantOverview } from '../../overview.contract.ts';

/** Everything of a plant that can be drawn: its own quantities first, then the variables of each device. */
export function drawablesOf(proj_code: string, devices: PlantOverview['devices']): Drawable[] {
  const all = devices.flatMap((device) => device.values);
  return [
    ...ofPlant(proj_code, all),
    ...devices.flatMap(({ device_id, short_name, values }) =>
      values.map((value) => ofDevice({ proj_code, device_id, short_name }, value)),
    ),
  ];
}

const SHORT: readonly Quantity[] = ['ac_power_kw', 'irradiance_poa_wm2', 'water_flow_m3s', 'gas_flow_m3h'];
const LONG: readonly Quantity[] = ['energy_export_kwh'];

/** The main variables: power and irradiance over days, energy as bars over months and years. */
export function mainDrawables(all: readonly Drawable[], long: boolean): Drawable[] {
  const own = all.filter((one) => one.device_id === null);
  const main = own.filter((one) => (long ? LONG : SHORT).includes(one.quantity));
  if (main.length > 0) return main;
  return (own.length > 0 ? own : all).slice(0, 1);
}

const LONG_MS = 11 * 86_400_000;

/** Whether a period is so long that its energy says more than its power. */
export function isLong(search: Choice, now: number, zone: string): boolean {
  const { start_at, end_at } = windowOf(search, now, zone);
  return end_at - start_at > LONG_MS;
}
