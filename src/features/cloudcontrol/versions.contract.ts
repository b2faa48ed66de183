import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import {
  Id,
  Instant,
  Ordinal,
  PageQuery,
  paged,
  Version as RecordVersion,
} from '../../shared/contract/fields.ts';
import { DEVICE_CATEGORIES } from '../plants/plants.model.ts';
import { LEFT_REASONS } from '../plants/snapshot.model.ts';
import { TIMEOUT_S } from './configuration.model.ts';
import { DeviceDetails } from './configured.contract.ts';

const byId = z.object({ id: Id });
const common = { access: 'cloudcontrol', timeout_s: TIMEOUT_S, topics: ['devices'] } as const;
const Part = z.enum(['port', 'device', 'variable', 'attribute']);
const Value = z.union([z.string(), z.number(), z.boolean()]).nullable();

export const Version = z.object({
  number: z.int(),
  at: Instant,
  /** What was done, as the audit names it; `found`: it was changed without saying so. */
  action: z.string(),
  /** Variables that were changed, added or deleted, and which of their fields, where that was said; else none. */
  names: z.array(z.string()),
  fields: z.array(z.string()),
  /** Who did it; null for the program itself and for people who are gone. */
  person: z.string().nullable(),
});
export type Version = z.infer<typeof Version>;

export const VersionDifference = z.object({
  from: z.int(),
  to: z.int(),
  differences: z.array(
    z.object({
      part: Part,
      /** Of the variable or attribute; null for the device and its port. */
      name: z.string().nullable(),
      change: z.enum(['added', 'removed', 'changed']),
      fields: z.array(z.object({ field: z.string(), before: Value, after: Value })),
    }),
  ),
});
export type VersionDifference = z.infer<typeof VersionDifference>;

/** What could not come back. */
const Left = z.array(z.object({ part: Part, name: z.string(), reason: z.enum(LEFT_REASONS) }));

export const Returned = z.object({
  details: DeviceDetails,
  left: Left,
  /** Other devices behind the same port, whose port was set back with it. */
  others: z.array(z.object({ id: z.int(), short_name: z.string() })),
});
export type Returned = z.infer<typeof Returned>;

/** With the port in `left` it came back without it and switched off: it does not fit it any more. */
export const Restored = DeviceDetails.extend({ left: Left });
export type Restored = z.infer<typeof Restored>;

/** The versions of a device's configuration. */
export const versionsCalls = area(
  {
    list: call({
      ...common,
      method: 'GET',
      path: '/cloudcontrol/v1/devices/{id}/versions/',
      summary: "Versions of a device's configuration, newest first, with who made them and how",
      params: byId,
      query: PageQuery,
      ok: paged(Version),
    }),
    difference: call({
      ...common,
      method: 'GET',
      path: '/cloudcontrol/v1/devices/{id}/versions-difference/',
      summary: 'What two versions differ in, field by field',
      params: byId,
      query: z.object({ from: Ordinal, to: Ordinal }),
      ok: VersionDifference,
    }),
    goBack: call({
      ...common,
      method: 'POST',
      path: '/cloudcontrol/v1/devices/{id}/versions/{number}/restore/',
      confirmed: 'always',
      reaches: 'field',
      summary:
        'Sets a device back to an earlier configuration, as a new version; says what could not come back',
      params: z.object({ id: Id, number: Ordinal }),
      body: z.object({
        /**
         * The number of the device's newest version when it was looked at: a conflict where any part of its configuration was
         * changed since, with what is stored in `stored`.
         */
        newest: RecordVersion.optional(),
        /** Whether the port's settings come back as well, for all devices behind it. */
        with_port: z.boolean().default(true),
      }),
      ok: Returned,
      conflict: DeviceDetails,
    }),
  },
  { host: 'cloud_control' },
);

export const BinnedDevice = z.object({
  id: z.int(),
  device_id: z.int(),
  proj_code: z.string(),
  plant_name: z.string(),
  short_name: z.string(),
  description: z.string(),
  category: z.enum(DEVICE_CATEGORIES),
  serial_number: z.string().nullable(),
  virtual: z.boolean(),
  deleted_at: Instant,
  /** It is being removed with its readings, and cannot come back. */
  leaving: z.boolean(),
  /** Who deleted it; null for the program itself and for people who are gone. */
  deleted_by: z.string().nullable(),
});
export type BinnedDevice = z.infer<typeof BinnedDevice>;

/** Deleted devices: they come back with their history, or go for ever with it. */
export const deviceBinCalls = area(
  {
    list: call({
      ...common,
      method: 'GET',
      path: '/cloudcontrol/v1/devices-bin/',
      summary: 'Deleted devices, the last deleted first',
      query: PageQuery,
      ok: paged(BinnedDevice),
    }),
    restore: call({
      ...common,
      method: 'POST',
      path: '/cloudcontrol/v1/devices-bin/{id}/restore/',
      summary: 'Brings a deleted device back with its history; says what could not come back',
      params: byId,
      ok: Restored,
    }),
    remove: call({
      ...common,
      topics: ['devices'],
      access: 'cloudcontrol.purge',
      method: 'DELETE',
      path: '/cloudcontrol/v1/devices-bin/{id}/',
      summary: 'Removes a deleted device for ever, with its readings',
      params: byId,
      ok: z.undefined(),
      status: 204,
    }),
  },
  { host: 'cloud_control' },
);
