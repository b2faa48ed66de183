import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { ProjCode } from '../../shared/contract/fields.ts';
import { WindowEnd, WindowStart } from '../../shared/contract/windows.ts';
import { AGES, PRIORITIES } from './request-states.model.ts';

const Mean = z.object({
  count: z.int().describe('of how many it is the mean'),
  mean_h: z.number().nullable().describe('hours; null where there is none'),
});
const failures = {
  failures: z.int(),
  ended: z.int().describe('of them, those that have ended'),
  repair_h: z
    .number()
    .nullable()
    .describe('mean of those that have ended, from start to stop; null where none has'),
  between_h: z
    .number()
    .nullable()
    .describe('hours that devices worked, by failure; null where none are known'),
};

/** How maintenance goes. A failure is a downtime whose cause counts as unavailable. */
export const MaintenanceFigures = z.object({
  waiting: z
    .array(z.object({ priority: z.enum(PRIORITIES), age: z.enum(AGES), count: z.int() }))
    .describe('requests that nobody has solved yet, now'),
  react: Mean.describe('from a request to its acceptance, of those made in the window'),
  solve: Mean.describe('from a request to its solution, of those made in the window'),
  by_cause: z.array(z.object({ cause_id: z.int(), cause: z.string(), ...failures })),
  by_maker: z.array(z.object({ manufacturer: z.string(), devices: z.int(), ...failures })),
  by_model: z
    .array(z.object({ manufacturer: z.string(), model: z.string(), devices: z.int(), ...failures }))
    .describe('of downtimes that name devices'),
});
export type MaintenanceFigures = z.infer<typeof MaintenanceFigures>;

/** Figures of the process of maintenance. */
export const maintenanceFiguresCalls = area({
  get: call({
    method: 'GET',
    path: '/api/v1/maintenance-figures/',
    list: 'maintenance-figures',
    summary:
      'Waiting requests by age and priority; times to react, to repair and between failures in a window',
    topics: ['maintenance_requests', 'downtimes'],
    access: 'asset.read',
    query: z.object({ proj_code: ProjCode.optional(), start: WindowStart, end: WindowEnd }),
    ok: MaintenanceFigures,
  }),
});
