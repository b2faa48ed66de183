import type { Contract, Example } from './example.ts';
import { ago, type Things, type World } from './world.ts';

type Examples<A extends keyof Contract> = { [C in keyof Contract[A]]: Example<Contract[A][C]> };

/** A new alarm of a plant of the world's company that has ended, with what happened to it. */
async function anAlarm({ test, scope }: World, { plant_id, device_id, short_name }: Things): Promise<string> {
  const [row] = await test.arrange<{ id: number }>(
    `with a as (insert into alarm (company_id, plant_id, device_id, type, code, params, date, end_date)
       values ($1, $2, $3, 'E', 'device_silent', jsonb_build_object('short_name', $4::text), $5, $6) returning id),
     e as (insert into alarm_event (company_id, alarm_id, at, kind) select $1, id, $5, 'opened' from a)
     select id from a`,
    [scope.company_id, plant_id, device_id, short_name, ago(50), ago(40)],
  );
  return String(row?.id);
}

/** A new snooze of a plant of the world's company, planned for a time that no other is. */
async function aSnooze({ test, scope }: World, { plant_id, mark }: Things): Promise<string> {
  const [row] = await test.arrange<{ id: number }>(
    `insert into alarm_snooze (company_id, plant_id, starts_at, ends_at, message)
     values ($1, $2, now() + interval '30 days', now() + interval '40 days', $3) returning id`,
    [scope.company_id, plant_id, mark],
  );
  return String(row?.id);
}

export const ALARMS_EXAMPLES: Examples<'alarms'> = {
  list: (_, { proj_code }) => ({ query: { proj_code } }),
  bin: async (world, things) => {
    await anAlarm(world, things);
    return { query: { proj_code: things.proj_code } };
  },
  exportAlarms: (_, { proj_code }) => ({ query: { proj_code } }),
  one: async (world, things) => ({ params: { id: await anAlarm(world, things) } }),
  change: async (world, things) => ({
    params: { id: await anAlarm(world, things) },
    body: { acknowledged: true, assigned_to: world.owner.id },
  }),
  changeMany: async (world, things) => ({
    body: { alarms: [{ id: Number(await anAlarm(world, things)), version: 1 }], acknowledged: true },
  }),
  comment: async (world, things) => ({
    params: { id: await anAlarm(world, things) },
    body: { note: `Seen ${things.mark}` },
  }),
};

export const SNOOZES_EXAMPLES: Examples<'snoozes'> = {
  snooze: (_, { proj_code, mark }) => ({
    params: { proj_code },
    body: { days: 3, snooze_message: `Works ${mark}` },
  }),
  listSnoozes: async (world, things) => {
    await aSnooze(world, things);
    return { query: { proj_code: things.proj_code } };
  },
  endSnooze: async (world, things) => ({ params: { id: await aSnooze(world, things) } }),
};

export const LOGS_EXAMPLES: Examples<'logs'> = {
  logsList: async (world, things) => {
    await anAlarm(world, things);
    return { query: { proj_code: things.proj_code } };
  },
  logsDetail: async (world, things) => {
    await anAlarm(world, things);
    return { query: { proj_code: things.proj_code, device_id: String(things.device_id) } };
  },
};
