import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clearSkyGhiWm2, splitGlobal } from '../../../energy/clear-sky.ts';
import type { RecordedSection } from '../../../energy/plant-arrays.ts';
import { poaUnder, skyAt } from '../../../energy/sky.ts';
import { seeNow } from './watch-skies.ts';

const MILAN = { latitude: 45.46, longitude: 9.19 };
const MORNING = Date.parse('2026-06-21T08:30:00Z');
const EAST = { tilt_deg: 30, azimuth_deg: 90 };
const WEST = { tilt_deg: 30, azimuth_deg: 270 };

const section = (section_id: number, plane: typeof EAST, kw_peak: number | null): RecordedSection => ({
  section_id,
  name: `S${section_id}`,
  ...plane,
  kw_peak,
  losses_percent: null,
});

/** Half of what a sensor on a plane shows under a clear sky. */
function halfOf(plane: typeof EAST): number {
  const sky = skyAt(MILAN.latitude, MILAN.longitude, MORNING);
  const clear = splitGlobal(clearSkyGhiWm2(sky.zenith_deg), sky.zenith_deg, sky.extraterrestrial_wm2);
  return poaUnder(sky, clear, plane) / 2;
}

describe('how clear the sky is', () => {
  const row = {
    ...MILAN,
    potenza_nominale: null,
    tilt_deg: null,
    azimuth_deg: null,
    clearness: null,
    seen_at: null,
    sections: [section(1, EAST, 100), section(2, WEST, 60), section(3, WEST, null)],
  };
  const clearness = (plane: typeof EAST, part: object): number =>
    seeNow({ ...row, sensor_sections: [], irradianza: halfOf(plane), ...part }, MORNING)?.clearness ??
    Number.NaN;
  const nearHalf = (seen: number): void => assert.ok(Math.abs(seen - 0.5) < 1e-9, String(seen));

  it('is judged on the plane of the section that the sensor stands in, also of one without power', () => {
    nearHalf(clearness(WEST, { sensor_sections: [2] }));
    nearHalf(clearness(WEST, { sensor_sections: [3] }));
    assert.ok(clearness(WEST, { sensor_sections: [1] }) < 0.45, 'the plane matters in the morning');
  });

  it('is judged on the plant’s plane without a section, else on that of the largest section', () => {
    nearHalf(clearness(EAST, { sensor_sections: [null] }));
    nearHalf(clearness(WEST, { sensor_sections: [null], ...WEST }));
    nearHalf(clearness(EAST, {}));
  });

  it('takes a mean of several sensors for what it is', () => {
    const mean = (halfOf(EAST) + halfOf(WEST)) / 2;
    nearHalf(clearness(EAST, { sensor_sections: [1, 2], irradianza: mean }));
  });
});
