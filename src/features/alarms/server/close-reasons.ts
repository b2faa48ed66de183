import type { StoredAlarm } from '../changes.model.ts';
import { isWatchable } from '../evaluation/watchable.model.ts';
import type { WatchedPlant } from '../evaluation/watched.model.ts';
import type { CloseReason } from './alarm-events.repository.ts';
import type { Watched } from './watched-company.ts';

/** What became of devices and ports that are not watched, or of which nothing is read. */
export interface ExistingSubjects {
  /** Those that are still there. */
  readonly devices: ReadonlySet<number>;
  readonly ports: ReadonlySet<number>;
  /** Ports that are switched off. */
  readonly off: ReadonlySet<number>;
}

/** Devices and ports that these alarms are about, or that they are read through, and that are not watched. */
export function unwatchedOf(
  closed: readonly StoredAlarm[],
  plants: readonly WatchedPlant[],
): { device_ids: number[]; port_ids: number[] } {
  const devices = new Set(plants.flatMap((plant) => plant.devices.map((device) => device.device_id)));
  const ports = new Set(plants.flatMap((plant) => plant.ports.map((port) => port.port_id)));
  const isGone = (id: number | null, known: ReadonlySet<number>) =>
    id === null || known.has(id) ? [] : [id];
  const waysOf = (id: number | null): (number | null)[] =>
    plants.flatMap((plant) => plant.devices.flatMap((d) => (d.device_id === id ? d.port_id : [])));
  return {
    device_ids: closed.flatMap(({ device_id }) => isGone(device_id, devices)),
    port_ids: closed.flatMap(({ device_id, port_id }) =>
      [port_id, ...waysOf(device_id)].flatMap((id) => isGone(id, ports)),
    ),
  };
}

/**
 * Why an alarm ended that was not seen to be over; null for one that recovered. It recovered only if it
 * could have been seen to.
 */
export function closeReason(
  alarm: StoredAlarm,
  { plants, rules }: Watched,
  existing: ExistingSubjects,
): CloseReason | null {
  const { plant_id, device_id, port_id, code } = alarm;
  const plant = plants.find((one) => one.plant_id === plant_id);
  // Its plant lies in the archive, with all that stands in it.
  if (!plant) return 'nothing_watched';
  const device = plant.devices.find((one) => one.device_id === device_id);
  if (device_id !== null && !device)
    return existing.devices.has(device_id) ? 'device_disabled' : 'device_removed';
  if (port_id !== null && !plant.ports.some((port) => port.port_id === port_id))
    return existing.ports.has(port_id) ? switchedOff(port_id, existing) : 'port_removed';
  if (device && !device.polled && device.port_id !== null) return switchedOff(device.port_id, existing);
  if (!rules.ruleOf(code, { plant_id, device_id }).enabled) return 'rule_off';
  return isWatchable(plant, alarm) ? null : 'nothing_watched';
}

/** A port that is there and not switched off has nothing left that is read through it. */
const switchedOff = (port_id: number, { off }: ExistingSubjects): CloseReason =>
  off.has(port_id) ? 'port_disabled' : 'nothing_watched';
