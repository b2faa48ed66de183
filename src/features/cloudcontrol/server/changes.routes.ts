import { notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import {
  addAttribute,
  changeAttribute,
  removeAttribute,
  takeAttribute,
} from '../../plants/server/attributes.public.ts';
import { addMappedVariables, changeVariables } from '../../plants/server/bulk-variables.public.ts';
import {
  changeDevice,
  copyDevice,
  lockDevice,
  seesDevice,
  traceDevice,
} from '../../plants/server/devices.public.ts';
import {
  changePort,
  copyPort,
  createPort,
  firstDeviceOf,
  removePort,
  takePort,
} from '../../plants/server/ports.public.ts';
import {
  changeVariable,
  copyVariable,
  lockVariable,
  removeVariable,
  takeOwnVariables,
} from '../../plants/server/variables.public.ts';
import type { bulkCalls } from '../bulk.contract.ts';
import type { changesCalls } from '../changes.contract.ts';
import { TRACE_MINUTES } from '../configuration.model.ts';
import type { DeviceDetails } from '../configured.contract.ts';
import { addDevices } from './bulk.service.ts';
import { getDetails } from './details.ts';
import { seesNamed } from './lists.repository.ts';
import { listPortLines } from './tree.repository.ts';
import { listLog } from './versions.repository.ts';

type Calls = Handlers<typeof changesCalls>;

/** @throws AppError not_found: of a port that was just made or changed, there is always its line */
async function portLine(tx: Tx, id: number) {
  const [line] = await listPortLines(tx, { id });
  return line ?? notFound();
}

const detailsIfAny = async (tx: Tx, id: number | undefined, now: Date): Promise<DeviceDetails | null> =>
  id === undefined ? null : getDetails(tx, id, now);

const portHandlers = {
  async listPorts({ tx, query }) {
    if (!(await seesNamed(tx, query))) notFound();
    return listPortLines(tx, query);
  },
  createPort: async ({ tx, body: { proj_code, ...fields } }) =>
    portLine(tx, await createPort(tx, proj_code, fields)),
  copyPort: async ({ tx, params, body }) => portLine(tx, await copyPort(tx, params.id, body.name)),
  async changePort({ tx, params, body: { version, master_id, ...fields }, now }) {
    const port = await takePort(tx, params.id);
    const shown = await firstDeviceOf(tx, port.id, master_id);
    const details = () => detailsIfAny(tx, shown, now);
    await assertVersion(port, version, details);
    await changePort(tx, port, fields);
    return details();
  },
  removePort: ({ tx, params }) => removePort(tx, params.id),
} satisfies Partial<Calls>;

const deviceHandlers = {
  async changeDevice({ tx, params: { id }, body: { version, ...fields }, now }) {
    const device = await lockDevice(tx, id, fields.port_id);
    const details = () => getDetails(tx, id, now);
    await assertVersion(device, version, details);
    await changeDevice(tx, device, fields);
    return details();
  },
  copyDevice: async ({ tx, params, body, now }) => getDetails(tx, await copyDevice(tx, params.id, body), now),
  async traceDevice({ tx, params: { id }, body, now }) {
    await traceDevice(tx, id, body.on ? new Date(now.getTime() + TRACE_MINUTES * 60_000) : null);
    return getDetails(tx, id, now);
  },
  async deviceLog({ tx, params, query }) {
    if (!(await seesDevice(tx, params.id))) notFound();
    const { count, rows } = await listLog(tx, params.id, query);
    return { count, results: rows };
  },
} satisfies Partial<Calls>;

const variableHandlers = {
  async addVariables({ tx, body: { device_id, variables }, now }) {
    await addMappedVariables(tx, device_id, variables);
    return getDetails(tx, device_id, now);
  },
  async changeVariable({ tx, params, body: { version, ...fields }, now }) {
    const held = await lockVariable(tx, params.id);
    const details = () => getDetails(tx, held.device.id, now);
    await assertVersion(held.variable, version, details);
    await changeVariable(tx, held, fields);
    return details();
  },
  async changeVariables({ tx, params: { id }, body: { change, remove }, now }) {
    const device = await lockDevice(tx, id);
    const own = await takeOwnVariables(tx, device);
    const details = () => getDetails(tx, id, now);
    const changes = change.map(({ id: of, version, ...asked }) => ({ variable: own(of), version, asked }));
    for (const { variable, version } of changes) await assertVersion(variable, version, details);
    await changeVariables(tx, device, { change: changes, remove: remove.map(own), now });
    return details();
  },
  async copyVariable({ tx, params, body, now }) {
    const held = await lockVariable(tx, params.id);
    await copyVariable(tx, held, body);
    return getDetails(tx, held.device.id, now);
  },
  removeVariable: async ({ tx, params, now }) => removeVariable(tx, await lockVariable(tx, params.id), now),
} satisfies Partial<Calls>;

const attributeHandlers = {
  async addAttribute({ tx, body: { device_id, ...fields }, now }) {
    await addAttribute(tx, device_id, fields);
    return getDetails(tx, device_id, now);
  },
  async changeAttribute({ tx, params, body: { version, ...fields }, now }) {
    const stored = await takeAttribute(tx, params.id);
    const details = () => getDetails(tx, stored.device_id, now);
    await assertVersion(stored, version, details);
    await changeAttribute(tx, stored, fields);
    return details();
  },
  removeAttribute: async ({ tx, params }) => removeAttribute(tx, await takeAttribute(tx, params.id)),
} satisfies Partial<Calls>;

export const changesHandlers: Calls = {
  ...portHandlers,
  ...deviceHandlers,
  ...variableHandlers,
  ...attributeHandlers,
};

export const bulkHandlers: Handlers<typeof bulkCalls> = {
  addDevices: ({ tx, body }) => addDevices(tx, body),
};
