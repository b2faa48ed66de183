import { QUALITIES, type Quality } from '../features/measurements/measurements.model.ts';
import type { ReadingRow } from '../features/measurements/readings.model.ts';
import type { DeviceConfiguration } from './port-configuration.ts';
import type { SlotReading } from './read-blocks.ts';

const BYTE = Object.fromEntries(QUALITIES.map((quality, byte) => [quality, byte])) as Record<Quality, number>;

/**
 * What one poll knows of a device, as it is stored: a slot that failed or that the device does not measure has its
 * quality and no value; slots that are not polled say nothing.
 * @param ts epoch milliseconds for which the device was polled.
 */
export function readingRow(
  { device_id, slots }: Pick<DeviceConfiguration, 'device_id' | 'slots'>,
  ts: number,
  readings: readonly SlotReading[],
): ReadingRow {
  let length = slots;
  for (const { slot } of readings) if (slot >= length) length = slot + 1;
  const values = new Float64Array(length).fill(Number.NaN);
  let quality: Uint8Array | null = null;
  for (const reading of readings) {
    if (reading.quality === 'good') values[reading.slot] = reading.value;
    else {
      quality ??= new Uint8Array(length);
      quality[reading.slot] = BYTE[reading.quality];
    }
  }
  return { device_id, ts, values, quality };
}
