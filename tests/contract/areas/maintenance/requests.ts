import type { maintenanceFeature } from '../../../../src/features/maintenance/maintenance.feature.ts';
import type { AreaPart } from '../../support/area-examples.ts';
import { made } from '../../support/making.ts';
import { deviceNumber, NONE, plant, word } from '../../support/slot-kinds.ts';
import {
  aBinned,
  aDowntime,
  aFirm,
  anAlarm,
  aRequest,
  aTemplate,
  aType,
  filter,
  made_id,
  notesOf,
  oneOf,
  R,
} from './making.ts';

type Calls = typeof maintenanceFeature.calls;

const notes = notesOf(R, aRequest);

/** Requests of maintenance. */
export const requests = {
  examples: {
    fieldMode: {
      get: async (world, things) => {
        const id = await aRequest(world, things);
        await world.test.arrange(
          'update maintenance_request set assigned_user_id = $3 where company_id = $1 and id = $2',
          [world.scope.company_id, Number(id), world.owner.id],
        );
        return {};
      },
    },
    maintenanceRequests: {
      ...notes.examples[R],
      list: async (world, things) => {
        const [type_id, firm_id, alarm_id] = [
          await aType(world),
          await aFirm(world),
          await anAlarm(world, things),
        ];
        await aRequest(world, things, { type_id, assigned_firm_id: firm_id, alarm_id });
        const filters = { type_id: String(type_id), firm_id: String(firm_id), alarm_id: String(alarm_id) };
        return { query: { ...filters, proj_code: things.proj_code } };
      },
      exportList: async (world, things) => {
        const [type_id, firm_id, alarm_id] = [
          await aType(world),
          await aFirm(world),
          await anAlarm(world, things),
        ];
        await aRequest(world, things, { type_id, assigned_firm_id: firm_id, alarm_id });
        return { query: { type_id: String(type_id), firm_id: String(firm_id), alarm_id: String(alarm_id) } };
      },
      get: oneOf,
      create: async (world, things) => ({
        body: {
          proj_code: things.proj_code,
          title: things.mark,
          description: things.mark,
          type_id: await aType(world),
          assigned_firm_id: await aFirm(world),
          send_by_email: true,
          device_ids: [things.device_id],
          alarm_id: await anAlarm(world, things),
          template_id: await aTemplate(world),
          downtime_id: await aDowntime(world, things),
        },
      }),
      update: async (world, things) => ({
        params: { id: await aRequest(world, things) },
        body: {
          title: `${things.mark} anew`,
          device_ids: [things.device_id],
          type_id: await aType(world),
          assigned_firm_id: await aFirm(world),
        },
      }),
      remove: oneOf,
      history: oneOf,
      listBin: async (world, things) => {
        await aBinned(world, things);
        return {};
      },
      restore: async (world, things) => ({ params: { id: await aBinned(world, things) } }),
      purge: async (world, things) => ({ params: { id: await aBinned(world, things) } }),
      setState: async (world, things) => ({ ...(await oneOf(world, things)), body: { to: 'accepted' } }),
      tick: async (world, things) => ({
        ...(await oneOf(world, things)),
        body: { index: 0, text: `Line ${things.mark}`, done: true },
      }),
      changes: async (world, things) => {
        const id = await aRequest(world, things);
        await made(world, `${R}.setState`, { params: { id }, body: { to: 'declined', note: things.mark } });
        return { params: { id } };
      },
      send: async (world, things) => {
        const id = await aRequest(world, things, { assigned_firm_id: await aFirm(world) });
        return { params: { id }, body: { by: ['mail'] } };
      },
      links: async (world, things) => {
        const id = await aRequest(world, things, {
          assigned_firm_id: await aFirm(world),
          send_by_email: true,
        });
        return { params: { id } };
      },
      makeLink: async (world, things) => ({
        params: { id: await aRequest(world, things, { assigned_firm_id: await aFirm(world) }) },
        body: {},
      }),
      withdrawLinks: async (world, things) => {
        const id = await aRequest(world, things, {
          assigned_firm_id: await aFirm(world),
          send_by_email: true,
        });
        return { params: { id } };
      },
      assignees: (_, { proj_code }) => ({ query: { proj_code } }),
    },
  },
  slots: {
    ...notes.slots,
    ...Object.fromEntries(
      [
        'get',
        'update',
        'remove',
        'history',
        'restore',
        'purge',
        'setState',
        'tick',
        'changes',
        'send',
        'links',
        'makeLink',
        'withdrawLinks',
      ].map((name) => [`${R}.${name} id`, made_id]),
    ),
    ...Object.fromEntries(
      ['list', 'exportList'].flatMap((name) => [
        [`${R}.${name} type_id`, filter],
        [`${R}.${name} firm_id`, filter],
        [`${R}.${name} alarm_id`, filter],
        // Nothing has such a number.
        [`${R}.${name} downtime_id`, NONE],
        [`${R}.${name} proj_code`, { ...plant, status: 200 }],
      ]),
    ),
    [`${R}.create type_id`]: word,
    [`${R}.create assigned_firm_id`]: word,
    [`${R}.create template_id`]: word,
    [`${R}.create alarm_id`]: made_id,
    [`${R}.create downtime_id`]: made_id,
    [`${R}.create device_ids`]: deviceNumber,
    [`${R}.update type_id`]: word,
    [`${R}.update assigned_firm_id`]: word,
    [`${R}.update device_ids`]: deviceNumber,
    // Whoever may not be chosen is refused at the field, member of another company or nobody.
    [`${R}.create assigned_user_id`]: NONE,
    [`${R}.update assigned_user_id`]: NONE,
  },
  rows: {
    maintenance_request: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      number: 900_001,
      title: mark,
      description: mark,
      decline_reason: mark,
      reminder_waits: mark,
      checklist: JSON.stringify([{ text: mark, done: true, by: mark, at: '2026-03-15T12:00:00Z' }]),
    }),
    maintenance_request_device: ({ company_id, ids }) => ({
      company_id,
      request_id: ids.maintenance_request,
      device_id: ids.device,
      plant_id: ids.plant,
    }),
    maintenance_request_change: ({ company_id, ids, mark }) => ({
      company_id,
      request_id: ids.maintenance_request,
      plant_id: ids.plant,
      at: '2026-03-15T12:00:00Z',
      from_state: mark,
      to_state: mark,
      party: mark,
      note: mark,
    }),
    maintenance_request_message: ({ company_id, ids, mark }) => ({
      company_id,
      request_id: ids.maintenance_request,
      plant_id: ids.plant,
      channel: 'mail',
      to_name: mark,
      outbox_id: 1,
    }),
  },
} satisfies AreaPart<Calls, 'fieldMode' | 'maintenanceRequests'>;
