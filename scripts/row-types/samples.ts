/**
 * What stands in statements' texts and is known only when the program runs, by source and name: each sample is a variant.
 * Whoever writes such a statement adds one for each form that its text may take.
 */
export const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  'src/features/alarms/server/alarm-filter.repository.ts#filter': [
    { consequences: true, matching_codes: [] },
    {
      closed: true,
      plant_id: 1,
      device_id: 1,
      type: 'E',
      code: 'a code',
      assigned_to: 1,
      acknowledged: true,
      consequences: false,
      search: 'a search',
      matching_codes: [],
      start: 'an instant',
      end: 'an instant',
    },
    { assigned_to: null, consequences: true, matching_codes: [] },
  ],
  'src/features/companies/server/audit.repository.ts#filter': [
    { order: 'newest', targets: { plant: `'a plant'` } },
    { order: 'oldest', targets: { plant: `'a plant'` } },
  ],
  'src/features/downtimes/server/totals.repository.ts#sql': ['r.plant_id = $2'],
  'src/features/downtimes/server/totals.repository.ts#values': [[1, 2]],
  'src/features/alarms/server/logs-by-day.repository.ts#calendar': [{ days: ['2026-03-01', '2026-03-02'] }],
  'src/features/maintenance/server/numbered.repository.ts#numbered': [
    'maintenance_request',
    'maintenance_report',
  ],
  'src/features/measurements/server/stored-days.repository.ts#query': [
    { slots: [0, 1] },
    { slots: [0, 250] },
  ],
  'src/features/measurements/server/stored-readings.repository.ts#slots': [
    null,
    [0],
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
  ],
};
