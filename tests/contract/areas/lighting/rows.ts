import { SIX_LINES } from '../../../../src/features/lighting/io-profile.model.ts';
import type { lightingFeature } from '../../../../src/features/lighting/lighting.feature.ts';
import type { AreaExamples } from '../../support/area-examples.ts';
import { DAY, NEVER, NOON } from '../../support/canary-ground.ts';

/** A row of each table, with the canary in its texts. */
export const rows = {
  rows: {
    municipality: ({ company_id, mark }) => ({
      ...{ company_id, istat_code: '999999', name: mark, province: 'ZZ', time_zone: 'Europe/Rome' },
      ...{ latitude: 45, longitude: 9 },
    }),
    municipality_settings: ({ company_id, ids }) => ({ company_id, municipality_id: ids.municipality }),
    lighting_exception: ({ company_id, ids, mark }) => ({
      ...{
        company_id,
        municipality_id: ids.municipality,
        position: 1,
        name: mark,
        from_day: DAY,
        to_day: DAY,
      },
      kind: 'dark',
    }),
    lighting_box: ({ company_id, ids, mark }) => ({
      ...{ company_id, municipality_id: ids.municipality, serial: mark, reg_number: mark, name: mark },
      ...{
        pod: mark.slice(0, 20),
        supply_code: mark,
        work_until: '2100-01-01T00:00:00Z',
        work_message: mark,
      },
    }),
    power_line: ({ company_id, ids, mark }) => ({
      company_id,
      box_id: ids.lighting_box,
      line: 1,
      name: mark,
    }),
    power_line_change: ({ company_id, ids }) => ({
      ...{ company_id, box_id: ids.lighting_box, line: 1, at: NOON, is_on: true },
    }),
    light_point: ({ company_id, ids, mark }) => ({
      ...{ company_id, box_id: ids.lighting_box, line: 1, code: mark, pole: mark, street: mark },
      pell: JSON.stringify({ support: mark }),
    }),
    io_controller: ({ company_id, ids, mark }) => ({
      ...{ company_id, box_id: ids.lighting_box, device_id: ids.device, fault: mark, place: mark },
      profile: JSON.stringify(SIX_LINES),
      inputs: JSON.stringify({ manual: false }),
    }),
    box_meter: ({ company_id, ids }) => ({ company_id, box_id: ids.lighting_box, device_id: ids.device }),
    lighting_command: ({ company_id, ids, mark, user_id }) => ({
      ...{
        company_id,
        box_id: ids.lighting_box,
        lines: [1],
        turn_on: true,
        key: mark,
        origin: 'person',
        user_id,
      },
      ...{ reason: mark, fault: mark, expires_at: NEVER, state: 'failed' },
      results: JSON.stringify({ 1: mark }),
    }),
    box_timetable: ({ company_id, ids, mark }) => ({
      ...{ company_id, box_id: ids.lighting_box, wanted: '[]', wanted_at: NOON, fault: mark },
    }),
    box_claim: ({ company_id, ids, mark, user_id }) => ({
      ...{ company_id, device_id: ids.device, user_id, serial: mark, reg_number: mark, code: '123456' },
      ...{ profile: JSON.stringify(SIX_LINES), state: 'wrong', place: mark },
    }),
    pod_price: ({ company_id, mark }) => ({
      company_id,
      pod: mark.slice(0, 20),
      from_day: DAY,
      eur_kwh: 0.2,
    }),
    light_report: ({ company_id, ids, mark }) => ({
      ...{ company_id, light_id: ids.light_point, text: mark, reporter: mark },
    }),
    lighting_caution: ({ company_id }) => ({ company_id }),
    lighting_alarm: ({ company_id, ids, mark }) => ({
      ...{ company_id, box_id: ids.lighting_box, kind: 'silent', type: 'E', date: NOON, opened_at: NOON },
      ...{ snooze_message: mark, params: JSON.stringify({ share: mark }) },
    }),
    box_day: ({ company_id, ids }) => ({
      ...{ company_id, box_id: ids.lighting_box, day: DAY, kwh: 1, known_s: 3600 },
    }),
    line_day: ({ company_id, ids }) => ({
      ...{ company_id, box_id: ids.lighting_box, line: 1, day: DAY, lit_s: 3600 },
    }),
    lighting_sums: ({ company_id, ids }) => ({
      ...{ company_id, municipality_id: ids.municipality, lights: 1, made_at: NOON },
    }),
    box_hour: ({ company_id, ids }) => ({
      ...{ company_id, box_id: ids.lighting_box, hour: NOON, kwh: 1, known_s: 3600 },
    }),
  },
  meaningful: {
    'lighting_alarm.kind': 'one of a list of kinds',
    'municipality.istat_code': 'a number of six digits',
    'municipality.province': 'a code of four letters at most',
    'municipality.time_zone': 'a time zone that the runtime knows',
    'box_claim.code': 'digits',
  },
} satisfies Pick<AreaExamples<typeof lightingFeature.calls>, 'rows' | 'meaningful'>;
