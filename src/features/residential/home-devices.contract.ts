import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Instant, PageQuery, paged } from '../../shared/contract/fields.ts';
import { DEVICE_CATEGORIES, QUANTITIES, VARIABLE_KINDS } from '../plants/plants.model.ts';
import { PROVIDERS, SENDING_STATES } from './home-states.model.ts';
import { AT, byCode, ofProject, ProjectId, READ, StateCounts } from './residential-fields.contract.ts';

const State = z.enum(SENDING_STATES);

export const ConnectedDevice = z.object({
  device_id: z.int(),
  proj_code: z.string(),
  home: z.string(),
  short_name: z.string(),
  category: z.enum(DEVICE_CATEGORIES),
  provider: z.enum(PROVIDERS),
  state: State,
  last_reading_at: Instant.nullable(),
});
export type ConnectedDevice = z.infer<typeof ConnectedDevice>;

/** Devices of homes and how they send. // spec §7: Residential */
export const homeDevicesCalls = area(
  {
    connectedDevices: call({
      method: 'GET',
      path: `${AT}/connected-devices/`,
      summary: 'Devices of homes with how they send',
      topics: ['residential', 'device_values'],
      ...READ,
      query: PageQuery.extend({ project_id: ProjectId, state: State.optional() }),
      ok: paged(ConnectedDevice),
    }),
    devicesDataSendingStatuses: call({
      method: 'GET',
      path: `${AT}/devices-data-sending-statuses/`,
      summary:
        'How many homes and devices send, are late, silent or never sent, in all and by the way their readings come',
      topics: ['residential', 'figures'],
      ...READ,
      query: ofProject,
      ok: z.object({
        homes: StateCounts,
        devices: StateCounts,
        by_provider: z.array(StateCounts.extend({ provider: z.enum(PROVIDERS) })).describe('of homes'),
      }),
    }),
    devices: call({
      method: 'GET',
      path: `${AT}/devices/`,
      summary: 'Devices of a home with their variables',
      topics: ['devices'],
      ...READ,
      query: byCode,
      ok: z.array(
        z.object({
          device_id: z.int(),
          short_name: z.string(),
          category: z.enum(DEVICE_CATEGORIES),
          manufacturer: z.string(),
          model: z.string(),
          variables: z.array(z.string()),
        }),
      ),
    }),
    variables: call({
      method: 'GET',
      path: `${AT}/variables/`,
      summary: 'What devices of homes tell, with how many homes tell it',
      topics: ['configuration', 'devices'],
      ...READ,
      ok: z.array(
        z.object({
          name: z.string(),
          label_en: z.string(),
          label_it: z.string(),
          unit: z.string(),
          kind: z.enum(VARIABLE_KINDS),
          quantity: z.enum(QUANTITIES),
          homes: z.int(),
        }),
      ),
    }),
  },
  { host: 'residential' },
);
