import { randomBytes } from 'node:crypto';
import type { AnyCall } from '../../../src/shared/contract/call.ts';
import { ask, jsonOf } from './ask.ts';
import { calls } from './calls.ts';
import type { Contract, Example } from './example.ts';
import type { Things, World } from './world.ts';

type Examples<A extends keyof Contract> = { [C in keyof Contract[A]]: Example<Contract[A][C]> };

const fresh = (): string => randomBytes(5).toString('hex');

/** A variable whose name the company's catalogue lacks as yet. */
const aNewName = ({ mark }: Things) => ({
  name: `v_${fresh()}`,
  of_name: { label_en: mark, label_it: mark },
});

async function made(world: World, key: string, given: object): Promise<Record<string, unknown>> {
  const call = calls.find((one) => one.key === key)?.call as AnyCall | undefined;
  if (!call) throw new Error(`no call ${key}`);
  const answer = await ask(world.test, call, given, world.headers);
  if (answer.status !== call.status) throw new Error(`${key} made nothing: ${answer.text}`);
  return answer.text === '' ? {} : (jsonOf(answer) as Record<string, unknown>);
}

/** A new device of the world's company, with a variable and a unit id for when it is put behind a port. */
export async function aDevice(world: World, { proj_code, mark }: Things): Promise<number> {
  const register = { function_code: 3, address: 10, data_type: 'uint16' };
  const variables = [{ name: 'ac_power_kw', register }];
  const body = { proj_code, short_name: `${mark}-${fresh()}`, unit_id: 1, variables };
  return Number((await made(world, 'plants.createDevice', { body })).id);
}

/** A new port of the world's company, with nothing behind it. */
async function aPort(world: World, { proj_code, mark }: Things): Promise<string> {
  const body = { proj_code, name: `${mark} ${fresh()}`, host: `${mark}.example` };
  return String((await made(world, 'configuring.createPort', { body })).id);
}

interface Parts {
  variables: { id: number }[];
  attributes: { id: number }[];
}

/** Numbers of a new device's variable and attribute. */
async function someParts(
  world: World,
  things: Things,
): Promise<{ device: string; variable: string; attribute: string }> {
  const body = {
    device_id: await aDevice(world, things),
    name: 'firmware',
    function_code: 3,
    address: 0,
    length: 8,
  };
  const { variables, attributes } = (await made(world, 'configuring.addAttribute', {
    body,
  })) as unknown as Parts;
  const [device, variable, attribute] = [body.device_id, variables[0]?.id, attributes[0]?.id].map(String);
  return { device: device ?? '', variable: variable ?? '', attribute: attribute ?? '' };
}

/** A device in the bin. */
async function aBinned(world: World, things: Things): Promise<string> {
  const id = String(await aDevice(world, things));
  await made(world, 'devices.remove', { params: { id } });
  return id;
}

/** Requests that configure ports, devices, variables and attributes: each about a thing of its own. */
export const CONFIGURING_EXAMPLES: Examples<'configuring'> = {
  listPorts: (_, { proj_code }) => ({ query: { proj_code } }),
  createPort: (_, { proj_code, mark }) => ({ body: { proj_code, name: mark, host: `${mark}.example` } }),
  copyPort: async (world, things) => ({
    params: { id: await aPort(world, things) },
    body: { name: `${things.mark} copy` },
  }),
  changePort: async (world, things) => ({
    params: { id: await aPort(world, things) },
    body: { timeout_ms: 1500 },
  }),
  removePort: async (world, things) => ({ params: { id: await aPort(world, things) } }),
  changeDevice: async (world, things) => ({
    params: { id: String(await aDevice(world, things)) },
    body: { description: `Changed ${things.mark}` },
  }),
  copyDevice: async (world, things) => ({
    params: { id: String(await aDevice(world, things)) },
    body: { short_name: `${things.mark}-${fresh()}` },
  }),
  traceDevice: async (world, things) => ({
    params: { id: String(await aDevice(world, things)) },
    body: { on: true },
  }),
  deviceLog: (_, { device_id }) => ({ params: { id: String(device_id) } }),
  addVariables: async (world, things) => ({
    body: { device_id: await aDevice(world, things), variables: [aNewName(things)] },
  }),
  changeVariable: async (world, things) => ({
    params: { id: (await someParts(world, things)).variable },
    body: { decimals: 1 },
  }),
  changeVariables: async (world, things) => {
    const { device, variable } = await someParts(world, things);
    return { params: { id: device }, body: { change: [{ id: Number(variable), decimals: 1 }] } };
  },
  copyVariable: async (world, things) => ({
    params: { id: (await someParts(world, things)).variable },
    body: { name: 'dc_power_kw' },
  }),
  removeVariable: async (world, things) => ({ params: { id: (await someParts(world, things)).variable } }),
  addAttribute: async (world, things) => ({
    body: {
      device_id: await aDevice(world, things),
      name: 'serial',
      function_code: 4,
      address: 10,
      length: 4,
    },
  }),
  changeAttribute: async (world, things) => ({
    params: { id: (await someParts(world, things)).attribute },
    body: { length: 6 },
  }),
  removeAttribute: async (world, things) => ({ params: { id: (await someParts(world, things)).attribute } }),
};

export const BULK_EXAMPLES: Examples<'bulk'> = {
  addDevices: (_, things) => ({
    body: {
      proj_code: things.proj_code,
      devices: [1, 2].map((unit_id) => ({
        short_name: `${things.mark}-${fresh()}`,
        port: { host: `${things.mark}.example` },
        unit_id,
        variables: [aNewName(things)],
      })),
    },
  }),
};

export const VERSIONS_EXAMPLES: Examples<'versions'> = {
  list: (_, { device_id }) => ({ params: { id: String(device_id) } }),
  difference: (_, { device_id }) => ({ params: { id: String(device_id) }, query: { from: '1', to: '1' } }),
  goBack: async (world, things) => ({
    params: { id: String(await aDevice(world, things)), number: '1' },
    body: { with_port: false },
  }),
};

export const DEVICE_BIN_EXAMPLES: Examples<'deviceBin'> = {
  list: async (world, things) => {
    await aBinned(world, things);
    return {};
  },
  restore: async (world, things) => ({ params: { id: await aBinned(world, things) } }),
  remove: async (world, things) => ({ params: { id: await aBinned(world, things) } }),
};

const readOf = ({ port_id }: Things) =>
  ({ kind: 'read', target: { port_id }, unit_id: 1, function_code: 3, address: 0, count: 2 }) as const;

/** A question to the field that waits for its answer, which whoever asks about it is given. */
async function aQuestion(world: World, things: Things) {
  const id = String((await made(world, 'fieldTools.ask', { body: readOf(things) })).id);
  const handOver = async (user_id: number) => {
    await world.test.arrange('update field_task set asked_by = $2 where question_id = $1', [id, user_id]);
  };
  return { params: { id }, handOver };
}

export const FIELD_TOOLS_EXAMPLES: Examples<'fieldTools'> = {
  ask: (_, things) => ({ body: readOf(things) }),
  answers: aQuestion,
  giveUp: aQuestion,
};
