import { randomBytes } from 'node:crypto';
import { ask, jsonOf } from './ask.ts';
import { calls } from './calls.ts';
import { aDevice } from './cloudcontrol-examples.ts';
import type { Contract, Example } from './example.ts';
import type { World } from './world.ts';

type Examples = { [C in keyof Contract['templates']]: Example<Contract['templates'][C]> };

const fresh = (): string => randomBytes(5).toString('hex');
const from = {
  variables: [
    {
      name: 'ac_power_kw',
      register: { function_code: 3, address: 10, data_type: 'uint16' },
    },
  ],
  attributes: [{ name: 'firmware', function_code: 3, address: 20, length: 4, swapped: false }],
} as const;

/** A new template of the world's company. */
async function aTemplate(world: World): Promise<string> {
  const call = calls.find(({ key }) => key === 'templates.create')?.call;
  if (!call) throw new Error('no call makes templates');
  const answer = await ask(world.test, call, { body: { name: `Template ${fresh()}`, from } }, world.headers);
  const { key } = jsonOf(answer) as { key?: string };
  if (key === undefined) throw new Error(`no template was made: ${answer.text}`);
  return key;
}

const body = {
  name: '',
  from: { ...from, variables: [...from.variables], attributes: [...from.attributes] },
};

export const TEMPLATE_EXAMPLES: Examples = {
  list: () => ({}),
  get: async (world) => ({ params: { key: await aTemplate(world) } }),
  create: (_, { mark }) => ({ body: { ...body, name: `${mark} ${fresh()}`, notes: mark, source: mark } }),
  change: async (world, { device_id }) => ({
    params: { key: await aTemplate(world) },
    body: { notes: fresh(), from_device: { device_id } },
  }),
  remove: async (world) => ({ params: { key: await aTemplate(world) } }),
  difference: async (world, { device_id }) => ({
    params: { key: await aTemplate(world) },
    query: { device_id: String(device_id) },
  }),
  preview: async (world, { device_id }) => ({
    params: { key: await aTemplate(world) },
    body: { device_ids: [device_id], details: true },
  }),
  apply: async (world, things) => ({
    params: { key: await aTemplate(world) },
    body: { version: 1, devices: [{ device_id: await aDevice(world, things), newest_version: 1 }] },
  }),
};

export const MAPS_EXAMPLES: { [C in keyof Contract['maps']]: Example<Contract['maps'][C]> } = {
  exportMap: (_, { device_id }) => ({ params: { id: String(device_id) } }),
  importMap: async (world, things) => ({
    params: { id: String(await aDevice(world, things)) },
    query: { dry_run: 'false' },
    body: `name,label_en,address,type\nmap_${fresh()},${things.mark},12,uint16\n`,
  }),
  exportTemplateMap: async (world) => ({ params: { key: await aTemplate(world) } }),
  importTemplateMap: async (world) => ({
    params: { key: await aTemplate(world) },
    query: { dry_run: 'false' },
    body: 'name,address,type\nac_power_kw,12,int32\n',
  }),
};
