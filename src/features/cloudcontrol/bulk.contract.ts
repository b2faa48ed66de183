import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { ProjCode } from '../../shared/contract/fields.ts';
import {
  AttributeFields,
  DeviceFields,
  deviceFields,
  MappedVariable,
  PortWish,
} from '../plants/device-fields.contract.ts';
import { MAX_VARIABLES } from '../plants/plants.model.ts';
import { TIMEOUT_S } from './configuration.model.ts';
import { TemplateKey } from './field-tools.contract.ts';
import { MAX_ASKED } from './field-tools.model.ts';

/** A device among several that are added at once. */
export const BulkDevice = DeviceFields.extend({
  short_name: deviceFields.short_name,
  port: PortWish.nullish(),
  template_key: TemplateKey.optional(),
  /** A device whose configuration it takes over: all but name, serial number, section, port and number on the bus. */
  like_device_id: z.int().positive().optional(),
  /** In place of the template's, or the other device's. */
  variables: z.array(MappedVariable).max(MAX_VARIABLES).optional(),
  attributes: z.array(AttributeFields).max(50).optional(),
});
export type BulkDevice = z.output<typeof BulkDevice>;

/** Two logical devices may answer at one unit id; far oftener one device was added twice, and is counted twice. */
export const UnitShared = z.object({
  device_id: z.int(),
  code: z.literal('unit_shared'),
  unit_id: z.int(),
  /** Short names of the devices that stand at it too, five at most. */
  others: z.array(z.string()),
});
export type UnitShared = z.output<typeof UnitShared>;

/** Several devices as one change. */
export const bulkCalls = area(
  {
    addDevices: call({
      topics: ['devices'],
      access: 'cloudcontrol',
      timeout_s: TIMEOUT_S,
      method: 'POST',
      path: '/cloudcontrol/v1/devices/bulk/',
      confirmed: 'always',
      reaches: 'field',
      summary:
        'Adds several devices to a plant with their ports, variables and attributes: all of them or none. Names that the catalogue lacks are added to it. `warnings` name those that stand at the same unit id behind the same port as another device',
      body: z.object({
        proj_code: ProjCode,
        devices: z.array(BulkDevice).min(1).max(MAX_ASKED.devices),
      }),
      ok: z.object({
        devices: z.array(z.object({ id: z.int(), short_name: z.string() })),
        warnings: z.array(UnitShared),
      }),
      status: 201,
      max_body_bytes: 8_000_000,
    }),
  },
  { host: 'cloud_control' },
);
