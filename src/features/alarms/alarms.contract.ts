import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Instant, PageQuery, ProjCode, paged } from '../../shared/contract/fields.ts';
import { ALARM_CODES } from './alarms.model.ts';

// spec §3: Alarm
export const Alarm = z.object({
  id: z.int(),
  proj_code: z.string(),
  plant_name: z.string(),
  /** Of the plant: the portal writes its times in it. */
  time_zone: z.string(),
  device_id: z.int().nullable(),
  short_name: z.string().nullable(),
  type: z.enum(['E', 'W']),
  code: z.enum(ALARM_CODES),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** The message in the language of Accept-Language (English when it names neither); the portal renders code and params itself. */
  message: z.string(),
  date: Instant,
  end_date: Instant.nullable(),
  count: z.int(),
});
export type Alarm = z.infer<typeof Alarm>;

export const alarmsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/alarms/',
    summary: 'Alarms, newest first; closed=false leaves the open ones',
    access: 'asset.read',
    query: PageQuery.extend({ closed: z.enum(['true', 'false']).optional(), proj_code: ProjCode.optional() }),
    ok: paged(Alarm),
  }),
});
