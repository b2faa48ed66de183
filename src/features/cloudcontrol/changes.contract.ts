import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, nameOf, PageQuery, ProjCode, paged, Version } from '../../shared/contract/fields.ts';
import {
  AttributeFields,
  attributeFields,
  DeviceFields,
  deviceFields,
  MappedVariable,
  PortFields,
  VariableFields,
} from '../plants/device-fields.contract.ts';
import { MAX_VARIABLES } from '../plants/plants.model.ts';
import { TIMEOUT_S } from './configuration.model.ts';
import { ConfiguredPort, DeviceDetails, PortState } from './configured.contract.ts';

const byId = z.object({ id: Id });
const number = z.int().positive();
/** What was stored when the form was opened: an older one than now is a conflict, with what is stored in `stored`. */
const version = { version: Version.optional() };
const PortLine = ConfiguredPort.extend({ state: PortState.nullable() });
const common = { access: 'cloudcontrol', timeout_s: TIMEOUT_S, topics: ['devices'] } as const;

export const LogEntry = z.object({
  id: z.int(),
  at: Instant,
  kind: z.string(),
  detail: z.record(z.string(), z.unknown()),
});

export type LogEntry = z.infer<typeof LogEntry>;

/** What configures ports, devices, variables and attributes. */
export const changesCalls = area(
  {
    listPorts: call({
      ...common,
      topics: ['devices', 'device_health'],
      method: 'GET',
      path: '/cloudcontrol/v1/ports/',
      summary: 'Ports with their settings and connection, of one plant when proj_code is given',
      query: z.object({ proj_code: ProjCode.optional() }),
      ok: z.array(PortLine),
    }),
    createPort: call({
      ...common,
      method: 'POST',
      path: '/cloudcontrol/v1/ports/',
      confirmed: 'always',
      reaches: 'field',
      summary: 'Adds a port to a plant',
      body: PortFields.extend({ proj_code: ProjCode }),
      ok: PortLine,
      status: 201,
    }),
    copyPort: call({
      ...common,
      method: 'POST',
      path: '/cloudcontrol/v1/ports/{id}/copy/',
      confirmed: 'always',
      reaches: 'field',
      summary: 'Adds a port with the settings of another one, without its devices',
      params: byId,
      body: z.object({ name: nameOf(120) }),
      ok: PortLine,
      status: 201,
    }),
    changePort: call({
      ...common,
      method: 'PATCH',
      path: '/cloudcontrol/v1/ports/{id}/',
      confirmed: 'always',
      reaches: 'field',
      summary:
        'Changes a port for all devices behind it; answers the details of master_id, or of its first device, null without one',
      params: byId,
      body: PortFields.extend({ ...version, master_id: number.optional() }),
      ok: DeviceDetails.nullable(),
      conflict: DeviceDetails.nullable(),
    }),
    removePort: call({
      ...common,
      method: 'DELETE',
      path: '/cloudcontrol/v1/ports/{id}/',
      summary: 'Deletes a port that has no devices',
      params: byId,
      ok: z.undefined(),
      status: 204,
    }),
    changeDevice: call({
      ...common,
      method: 'PATCH',
      path: '/cloudcontrol/v1/unitid/{id}/',
      summary: 'Changes a device, by its id',
      params: byId,
      body: DeviceFields.extend(version),
      ok: DeviceDetails,
      conflict: DeviceDetails,
    }),
    copyDevice: call({
      ...common,
      method: 'POST',
      path: '/cloudcontrol/v1/devices/{id}/copy/',
      summary: 'Adds a device like another one, with all its variables and attributes',
      params: byId,
      body: z.object({
        short_name: deviceFields.short_name,
        unit_id: deviceFields.unit_id.optional(),
        /** The same port where it is left out, and none in another plant. */
        port_id: deviceFields.port_id.optional(),
        proj_code: ProjCode.optional(),
        serial_number: deviceFields.serial_number.optional(),
        template: z.boolean().optional(),
      }),
      ok: DeviceDetails,
      status: 201,
    }),
    traceDevice: call({
      ...common,
      method: 'POST',
      path: '/cloudcontrol/v1/devices/{id}/trace/',
      summary: "Raises the detail of a device's log for ten minutes, or ends that",
      params: byId,
      body: z.object({ on: z.boolean().default(true) }),
      ok: DeviceDetails,
    }),
    deviceLog: call({
      ...common,
      topics: ['devices', 'device_values'],
      method: 'GET',
      path: '/cloudcontrol/v1/devices/{id}/log/',
      summary: 'What happened with a device, newest first',
      params: byId,
      query: PageQuery,
      ok: paged(LogEntry),
    }),
    addVariables: call({
      ...common,
      method: 'POST',
      path: '/cloudcontrol/v1/variables/',
      summary:
        'Adds variables to a device; one that was deleted continues its history. Names that the catalogue lacks are added to it, where they say what they mean',
      body: z.object({ device_id: number, variables: z.array(MappedVariable).min(1).max(MAX_VARIABLES) }),
      ok: DeviceDetails,
      status: 201,
    }),
    changeVariable: call({
      ...common,
      method: 'PATCH',
      path: '/cloudcontrol/v1/variables/{id}/',
      summary: 'Changes a variable',
      params: byId,
      body: VariableFields.extend(version),
      ok: DeviceDetails,
      conflict: DeviceDetails,
    }),
    changeVariables: call({
      ...common,
      method: 'PATCH',
      path: '/cloudcontrol/v1/devices/{id}/variables/',
      summary:
        'Changes or deletes several variables of a device as one change with one version: all of it or nothing',
      params: byId,
      body: z.object({
        change: z
          .array(VariableFields.extend({ id: number, ...version }))
          .max(MAX_VARIABLES)
          .default([]),
        remove: z.array(number).max(MAX_VARIABLES).default([]),
      }),
      ok: DeviceDetails,
      conflict: DeviceDetails,
    }),
    copyVariable: call({
      ...common,
      method: 'POST',
      path: '/cloudcontrol/v1/variables/{id}/copy/',
      summary: 'Adds a variable like another one under another name of the catalogue',
      params: byId,
      body: z.object({ name: attributeFields.name, address: z.int().min(0).max(65535).optional() }),
      ok: DeviceDetails,
      status: 201,
    }),
    removeVariable: call({
      ...common,
      method: 'DELETE',
      path: '/cloudcontrol/v1/variables/{id}/',
      summary: 'Deletes a variable; its readings are kept, and come back with its name',
      params: byId,
      ok: z.undefined(),
      status: 204,
    }),
    addAttribute: call({
      ...common,
      method: 'POST',
      path: '/cloudcontrol/v1/attributes/',
      summary: 'Adds a string that is read from a device, such as its firmware',
      body: AttributeFields.extend({ device_id: number, swapped: attributeFields.swapped.default(false) }),
      ok: DeviceDetails,
      status: 201,
    }),
    changeAttribute: call({
      ...common,
      method: 'PATCH',
      path: '/cloudcontrol/v1/attributes/{id}/',
      summary: 'Changes where a string of a device lies',
      params: byId,
      body: AttributeFields.partial().extend(version),
      ok: DeviceDetails,
      conflict: DeviceDetails,
    }),
    removeAttribute: call({
      ...common,
      method: 'DELETE',
      path: '/cloudcontrol/v1/attributes/{id}/',
      summary: 'Deletes a string of a device, with what was read of it',
      params: byId,
      ok: z.undefined(),
      status: 204,
    }),
  },
  { host: 'cloud_control' },
);
