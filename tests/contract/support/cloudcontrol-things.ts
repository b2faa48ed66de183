import { jsonOf } from './ask.ts';
import { aDevice, fresh, made, request } from './making.ts';
import type { Things, World } from './world.ts';

/** A variable whose name the company's catalogue lacks as yet. */
export const aNewName = ({ mark }: Things) => ({
  name: `v_${fresh()}`,
  of_name: { label_en: mark, label_it: mark },
});

/** A new port of the world's company, with nothing behind it. */
export async function aPort(world: World, { proj_code, mark }: Things): Promise<string> {
  const body = { proj_code, name: `${mark} ${fresh()}`, host: `${mark}.example` };
  return String((await made(world, 'configuring.createPort', { body })).id);
}

interface Parts {
  variables: { id: number }[];
  attributes: { id: number }[];
}

/** Numbers of a new device's variable and attribute. */
export async function someParts(
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
export async function aBinned(world: World, things: Things): Promise<string> {
  const id = String(await aDevice(world, things));
  await made(world, 'devices.remove', { params: { id } });
  return id;
}

const readOf = ({ port_id }: Things) =>
  ({ kind: 'read', target: { port_id }, unit_id: 1, function_code: 3, address: 0, count: 2 }) as const;

/** A question to the field; so many may be asked in a minute, and the loops ask more. */
export async function questionOf({ test }: World, things: Things) {
  await test.arrange("delete from field_asked where subject ~ '^(person|company) '", []);
  return { body: readOf(things) };
}

/** A question to the field that waits for its answer, which whoever asks about it is given. */
export async function aQuestion(world: World, things: Things) {
  const id = String((await made(world, 'fieldTools.ask', await questionOf(world, things))).id);
  const handOver = async (user_id: number) => {
    await world.test.arrange('update field_task set asked_by = $2 where question_id = $1', [id, user_id]);
  };
  return { params: { id }, handOver };
}

export const calculationOf = ({ proj_code, device_id }: Things) => ({
  operation: 'sum' as const,
  inputs: [{ device_id, name: 'ac_power_kw' }],
  result: {
    device: { proj_code, short_name: `V-${fresh()}`, interval_s: 60 },
    variable: 'ac_power_kw',
  },
});

/** A new calculation group of the world's company, with a virtual device of its own. */
export async function aCalcGroup(world: World, things: Things): Promise<string> {
  const body = { name: `Calc ${fresh()}`, ...calculationOf(things) };
  const { id } = jsonOf(await request(world, 'calculations.create', { body }, world.headers)) as {
    id?: number;
  };
  if (id === undefined) throw new Error('no group was made');
  return String(id);
}

export const from = {
  variables: [
    {
      name: 'ac_power_kw',
      register: { function_code: 3, address: 10, data_type: 'uint16' },
    },
  ],
  attributes: [{ name: 'firmware', function_code: 3, address: 20, length: 4, swapped: false }],
} as const;

/** A new template of the world's company. */
export async function aTemplate(world: World): Promise<string> {
  const { key } = (await made(world, 'templates.create', {
    body: { name: `Template ${fresh()}`, from },
  })) as { key?: string };
  if (key === undefined) throw new Error('no template was made');
  return key;
}

export const body = {
  name: '',
  from: { ...from, variables: [...from.variables], attributes: [...from.attributes] },
};
