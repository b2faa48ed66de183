import type { SlotMeta } from '../measurements/day-row.model.ts';
import { plantSources, type SourceDevice } from '../measurements/plant-series.model.ts';

/** A slot, and how often it is read by its polling plan. */
export interface FollowedSlot extends SlotMeta {
  readonly rhythm_s: number;
}

/** A device as the card's figures see it. */
export interface MeasuringDevice extends SourceDevice {
  readonly device_id: number;
  readonly interval_s: number;
  /** kW; null when nobody said. */
  readonly nominal_power: number | null;
  /** kW of its plant. */
  readonly potenza_nominale: number | null;
  /** In the order of their places. */
  readonly slots: readonly FollowedSlot[];
  /** Ids of the recent ranges that people declared bad: where they change, the day is counted anew. */
  readonly marks?: string;
}

/** One slot of one device, and how often it is read. */
export interface SlotOf {
  readonly device_id: number;
  readonly slot: number;
  readonly interval_s: number;
}

/** The slots that tell what a plant does now: of devices that work. */
export function liveSlots(
  devices: readonly MeasuringDevice[],
  quantity: 'ac_power_kw' | 'irradiance_poa_wm2',
): SlotOf[] {
  return plantSources(devices, quantity).flatMap(({ device, slot }) => {
    const meta = device.slots.find((candidate) => candidate.slot === slot);
    if (!device.enabled || !meta) return [];
    return [{ device_id: device.device_id, slot, interval_s: meta.rhythm_s }];
  });
}

/** The slots that a plant's production is counted by, also of a device that was switched off since. */
export function energySlots(
  devices: readonly MeasuringDevice[],
): { device: MeasuringDevice; meta: SlotMeta }[] {
  return plantSources(devices, 'energy_export_kwh').flatMap(({ device, slot }) => {
    const meta = device.slots.find((candidate) => candidate.slot === slot);
    return meta ? [{ device, meta }] : [];
  });
}
