import { randomBytes } from 'node:crypto';
import { type Answer, ask, type Given, jsonOf } from './ask.ts';
import { calls } from './calls.ts';
import type { Things, World } from './world.ts';

export const fresh = (): string => randomBytes(5).toString('hex');

/** A call by its key, `area.name`, made for an example. */
export async function request(
  world: World,
  key: string,
  given: Given,
  headers: Record<string, string>,
): Promise<Answer> {
  const found = calls.find((one) => one.key === key);
  if (!found) throw new Error(`no call ${key}`);
  return ask(world.test, found.call, given, headers);
}

/** What a call of the world's owner answers that makes something. */
export async function made(world: World, key: string, given: Given): Promise<Record<string, unknown>> {
  const answer = await request(world, key, given, world.headers);
  if (answer.status >= 300) throw new Error(`${key} made nothing: ${answer.text}`);
  return answer.text === '' ? {} : (jsonOf(answer) as Record<string, unknown>);
}

const originals = new WeakMap<Things, Promise<number>>();

/** Made by the call that makes devices: the first of its kind. */
async function originalOf(world: World, { proj_code, mark }: Things): Promise<number> {
  const register = { function_code: 3, address: 10, data_type: 'uint16' };
  const variables = [{ name: 'ac_power_kw', register }];
  const body = { proj_code, short_name: `${mark}-${fresh()}`, unit_id: 1, variables };
  return Number((await made(world, 'plants.createDevice', { body })).id);
}

/** Everything that the call has written of the device, once more: a fraction of what the call costs, which loops pay by the thousand. */
const COPY = `with d as (
    insert into device select (jsonb_populate_record(o, jsonb_build_object('id', next_id(), 'short_name', $3::text))).*
    from device o where o.company_id = $1 and o.id = $2 returning company_id, id),
  v as (
    insert into variable select (jsonb_populate_record(o, jsonb_build_object('id', next_id(), 'device_id', d.id))).*
    from variable o, d where o.company_id = $1 and o.device_id = $2),
  c as (
    insert into configuration_version (company_id, device_id, number, user_id, action, snapshot)
    select o.company_id, d.id, o.number, o.user_id, o.action, o.snapshot
    from configuration_version o, d where o.company_id = $1 and o.device_id = $2)
  select id from d`;

/** A new device of the world's company, with a variable and a unit id for when it is put behind a port. */
export async function aDevice(world: World, things: Things): Promise<number> {
  // Citus copies no rows of which it cannot see the company.
  if (process.env.CITUS_URL) return originalOf(world, things);
  const original = originals.get(things) ?? originalOf(world, things);
  originals.set(things, original);
  const { company_id } = world.scope;
  const [copy] = await world.test.arrange<{ id: number }>(COPY, [
    company_id,
    await original,
    `${things.mark}-${fresh()}`,
  ]);
  return Number(copy?.id);
}

const WORDS = {
  variable_name: "name, label_en, label_it, kind, quantity) values ($1, $2, $2, $2, 'gauge', 'other')",
  variable_group: 'name, label_en, label_it) values ($1, $2, $2, $2)',
  device_category: "name, label_en, label_it, kind) values ($1, $2, $2, $2, 'other')",
  tag: 'name) values ($1, $2)',
} as const;

/** The number of a new word of the world's company, which nothing uses. */
export async function aWord({ test, scope }: World, table: keyof typeof WORDS): Promise<string> {
  const [row] = await test.arrange<{ id: number }>(
    `insert into ${table} (company_id, ${WORDS[table]} returning id`,
    [scope.company_id, `w_${fresh()}`],
  );
  return String(row?.id);
}

/** Worlds whose company an example is about to disable: the next example finds it open again. */
export const closing = new WeakSet<World>();
export async function reopen(world: World): Promise<void> {
  if (!closing.delete(world)) return;
  await world.test.arrange('update company set enabled = true where id_client = $1', [
    world.scope.company_id,
  ]);
}
