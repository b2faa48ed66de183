import type { alarmsFeature } from '../../../src/features/alarms/alarms.feature.ts';
import { MAIL_STOP_KEY, stopToken } from '../../../src/features/notifications/server/mail-stop.public.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { NEVER, NOON } from '../support/canary-ground.ts';
import { deviceNumber, NONE, NOWHERE, type SlotKind } from '../support/slot-kinds.ts';
import { ago, type Things, type World } from '../support/world.ts';

/** A threshold of a device of the world's company. */
async function anAlarmRule(
  { test, scope }: World,
  { plant_id, device_id }: Pick<Things, 'plant_id' | 'device_id'>,
): Promise<void> {
  await test.arrange(
    `insert into alarm_rule (company_id, plant_id, device_id, code, enabled) values ($1, $2, $3, 'no_production', false)
     on conflict do nothing`,
    [scope.company_id, plant_id, device_id],
  );
}

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

/** The unsubscribe token of the world's owner, who has chosen to be mailed. */
async function aStopToken({ test, scope, owner }: World): Promise<string> {
  await test.arrange(
    'insert into alarm_notification_preference (company_id, user_id, enabled) values ($1, $2, true) on conflict (company_id, user_id) do nothing',
    [scope.company_id, owner.id],
  );
  return stopToken(test.keyFor(MAIL_STOP_KEY), { company_id: scope.company_id, user_id: owner.id });
}

/** The owner of a company, whom everybody there knows. */
const COLLEAGUE: SlotKind = {
  of: ({ owner_id }) => String(owner_id),
  missing: String(NOWHERE),
  status: 200,
  plantless: true,
};

/** Examples for the loops: alarms. */
export const area: AreaExamples<typeof alarmsFeature.calls> = {
  examples: {
    alarmRules: {
      rules: (_, { device_id }) => ({ query: { device_id: String(device_id) } }),
      setRule: (_, { proj_code, device_id }) => ({
        body: {
          proj_code,
          device_id,
          code: 'device_silent',
          enabled: null,
          params: { silent_after_polls: 3 + Math.floor(Math.random() * 900) },
        },
      }),
      removeRule: async (world, { proj_code, device_id, plant_id }) => {
        await anAlarmRule(world, { plant_id, device_id });
        return { query: { proj_code, device_id: String(device_id), code: 'no_production' } };
      },
      ownRules: () => ({}),
      preview: (_, { proj_code, device_id }) => ({
        body: {
          proj_code,
          device_id,
          code: 'device_silent',
          enabled: null,
          params: { silent_after_polls: 9 },
        },
      }),
    },
    alarms: {
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
    },
    snoozes: {
      snooze: (_, { proj_code, mark }) => ({
        params: { proj_code },
        body: { days: 3, snooze_message: `Works ${mark}` },
      }),
      listSnoozes: async (world, things) => {
        await aSnooze(world, things);
        return { query: { proj_code: things.proj_code } };
      },
      endSnooze: async (world, things) => ({ params: { id: await aSnooze(world, things) } }),
    },
    logs: {
      logsList: async (world, things) => {
        await anAlarm(world, things);
        return { query: { proj_code: things.proj_code } };
      },
      logsDetail: async (world, things) => {
        await anAlarm(world, things);
        return { query: { proj_code: things.proj_code, device_id: String(things.device_id) } };
      },
    },
    choices: {
      choice: () => ({}),
      saveChoice: (_, { proj_code }) => ({
        body: {
          enabled: true,
          proj_codes: [proj_code],
          codes: null,
          types: ['E'],
          at_once: true,
          recovery: true,
          quiet_from: null,
          quiet_to: null,
          errors_break_quiet: true,
          digest_at: null,
          time_zone: 'Europe/Rome',
        },
      }),
      testMail: async ({ test }) => {
        await test.arrange('update alarm_notification_preference set tested_at = null');
        return {};
      },
      findMailStop: async (world) => ({ body: { token: await aStopToken(world) } }),
      stopMail: async (world) => ({ body: { token: await aStopToken(world), enabled: true } }),
      stopMailByProgram: async (world) => ({
        query: { token: await aStopToken(world) },
        body: Buffer.from('List-Unsubscribe=One-Click'),
      }),
    },
  },
  slots: {
    'alarmRules.setRule device_id': deviceNumber,
    'alarmRules.preview device_id': deviceNumber,
    // Kinds of alarms.
    'choices.saveChoice codes': NONE,
    // Whoever did something: a filter, by which what people of other companies did is nothing.
    'logs.logsList actor_id': COLLEAGUE,
    'logs.logsDetail actor_id': COLLEAGUE,
    // Alarms and snoozes are made by the examples themselves.
    'alarms.one id': { made: true },
    'alarms.change id': { made: true },
    'alarms.changeMany id': { made: true },
    'alarms.comment id': { made: true },
    'snoozes.endSnooze id': { made: true },
    // Colleagues: whoever belongs to another company only is nobody here.
    'alarms.change assigned_to': {
      of: ({ owner_id }) => owner_id,
      missing: NOWHERE,
      status: 400,
      plantless: true,
    },
    'alarms.changeMany assigned_to': {
      of: ({ owner_id }) => owner_id,
      missing: NOWHERE,
      status: 400,
      plantless: true,
    },
    // Compared with the snooze in force, and never looked up.
    'snoozes.snooze replaces': NONE,
  },
  rows: {
    alarm: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      device_id: ids.device,
      type: 'E',
      code: 'device_silent',
      params: { short_name: mark },
      raised_for: `1:${mark}`,
      evidence: evidenceOf(ids.device, mark),
      date: NOON,
    }),
    alarm_event: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      alarm_id: ids.alarm,
      at: NOON,
      kind: 'commented',
      actor_id: user_id,
      note: mark,
      detail: { name: mark },
    }),
    alarm_snooze: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      plant_id: ids.plant,
      starts_at: NOON,
      ends_at: NEVER,
      message: mark,
      created_by: user_id,
    }),
    alarm_rule: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      plant_id: ids.plant,
      device_id: ids.device,
      code: 'device_silent',
      params: { silent_after_polls: 7, [mark]: 1 },
      changed_by: user_id,
    }),
    alarm_evaluation_state: ({ company_id, mark }) => ({
      company_id,
      evaluated_at: NOON,
      state: { [mark]: {} },
      rhythms: { [mark]: [] },
    }),
    alarm_quarter: ({ company_id, ids }) => ({
      company_id,
      device_id: ids.device,
      slot: 0,
      counter: false,
      ended_at: NOON,
      means: [12.5],
      covered: [1],
    }),
    alarm_notification_preference: ({ company_id, user_id }) => ({ company_id, user_id, enabled: false }),
    alarm_notification: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      alarm_id: ids.alarm,
      user_id,
      count: 1,
      ended_at: NOON,
      outcome: mark,
    }),
  },
  meaningful: {
    'alarm.code': 'a word of the program, with a sentence in each language',
    'alarm_notification_preference.codes': 'words of the program',
    'alarm_rule.code': 'the same',
    'alarm_rule.params': 'numbers by names of a closed list',
    'alarm_notification_preference.time_zone': 'the name of a time zone, which quiet hours are counted by',
  },
};

function evidenceOf(device_id: number | undefined, mark: string) {
  const of = { device_id, short_name: mark, variable: mark };
  return {
    start: NOON,
    end: NOON,
    series: [{ ...of, role: 'subject' }],
    figures: [{ code: mark, value: 1, limit: 2, unit: mark }],
    readings: [{ ...of, at: NOON, value: 1, unit: mark }],
  };
}
