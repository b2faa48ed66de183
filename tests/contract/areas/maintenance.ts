import type { maintenanceFeature } from '../../../src/features/maintenance/maintenance.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { firms } from './maintenance/firms.ts';
import { outside } from './maintenance/outside.ts';
import { plans } from './maintenance/plans.ts';
import { reports } from './maintenance/reports.ts';
import { requests } from './maintenance/requests.ts';

/** Examples for the loops: one file for each contract. */
export const area: AreaExamples<typeof maintenanceFeature.calls> = {
  examples: {
<<<<<<< HEAD
    ...firms.examples,
    ...requests.examples,
    ...reports.examples,
    ...plans.examples,
    ...outside.examples,
=======
    ...types.examples,
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
          ...{ proj_code: things.proj_code, title: things.mark, description: things.mark },
          ...{ type_id: await aType(world), assigned_firm_id: await aFirm(world), send_by_email: true },
          ...{ device_ids: [things.device_id], alarm_id: await anAlarm(world, things) },
          ...{ template_id: await aTemplate(world), downtime_id: await aDowntime(world, things) },
        },
      }),
      update: async (world, things) => ({
        params: { id: await aRequest(world, things) },
        body: {
          ...{ title: `${things.mark} anew`, device_ids: [things.device_id] },
          ...{ type_id: await aType(world), assigned_firm_id: await aFirm(world) },
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
      tick: async (world, things) => ({ ...(await oneOf(world, things)), body: { index: 0, done: true } }),
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
      withdrawLinks: async (world, things) => {
        const id = await aRequest(world, things, {
          assigned_firm_id: await aFirm(world),
          send_by_email: true,
        });
        return { params: { id } };
      },
      assignees: (_, { proj_code }) => ({ query: { proj_code } }),
    },
    maintenanceReports: {
      ...reportNotes.examples[M],
      list: async (world, things) => ({
        query: { ...(await reportFilters(world, things)), proj_code: things.proj_code },
      }),
      exportList: async (world, things) => ({ query: await reportFilters(world, things) }),
      get: aReportOf,
      create: async (world, things) => ({
        body: {
          ...{ proj_code: things.proj_code, ...work(things), device_ids: [things.device_id] },
          ...{
            request_id: Number(await aRequest(world, things)),
            downtime_id: await aDowntime(world, things),
          },
        },
      }),
      update: async (world, things) => ({
        ...(await aReportOf(world, things)),
        body: {
          ...{ solved_problem: `${things.mark} anew`, device_ids: [things.device_id] },
          ...{
            request_id: Number(await aRequest(world, things)),
            downtime_id: await aDowntime(world, things),
          },
        },
      }),
      remove: aReportOf,
      history: aReportOf,
      listBin: async (world, things) => {
        await aBinnedReport(world, things);
        return {};
      },
      restore: aBinnedReport,
      purge: aBinnedReport,
      close: async (world, things) => ({
        params: { id: await aReport(world, things, { downtime_id: await aDowntime(world, things) }) },
        body: {},
      }),
      reopen: async (world, things) => ({ ...(await aClosedReport(world, things)), body: {} }),
      decide: async (world, things) => ({
        ...(await aClosedReport(world, things, true)),
        body: { decision: 'accept' },
      }),
      signature: aReportOf,
      document: aReportOf,
    },
    outsideFirms: {
      list: () => ({}),
      create: (_, { mark }) => ({ body: { name: `${mark} ${fresh()}`, email: `${mark}@example.org` } }),
      update: async (world, { mark }) => ({
        params: { id: String(await aFirm(world)) },
        body: { email: `${mark}@example.org` },
      }),
      remove: async (world) => ({ params: { id: String(await aFirm(world)) } }),
    },
    checklistTemplates: {
      list: () => ({}),
      create: (_, { mark }) => ({ body: { name: `${mark} ${fresh()}`, items: [mark] } }),
      update: async (world, { mark }) => ({
        params: { id: String(await aTemplate(world)) },
        body: { items: [mark] },
      }),
      remove: async (world) => ({ params: { id: String(await aTemplate(world)) } }),
    },
    maintenanceFigures: {
      get: async (world, things) => {
        await aRequest(world, things);
        return {
          query: { proj_code: things.proj_code, start: '2026-01-01T00:00:00Z', end: '2027-01-01T00:00:00Z' },
        };
      },
    },
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
    maintenancePlans: {
      list: async (world, things) => {
        await aPlan(world, things);
        return { query: { proj_code: things.proj_code } };
      },
      create: async (world, { proj_code, mark }) => ({
        body: {
          ...{
            proj_code,
            name: mark,
            description: mark,
            rule: 'dates',
            dates: ['2031-05-01'],
            start_on: '2031-01-01',
          },
          ...{ type_id: await aType(world), assigned_firm_id: await aFirm(world) },
          template_id: await aTemplate(world),
        },
      }),
      update: async (world, things) => ({
        params: { id: await aPlan(world, things) },
        body: {
          ...{
            name: `${things.mark} anew`,
            type_id: await aType(world),
            assigned_firm_id: await aFirm(world),
          },
          template_id: await aTemplate(world),
        },
      }),
      remove: async (world, things) => ({ params: { id: await aPlan(world, things) } }),
      upcoming: async (world, things) => {
        await aPlan(world, things);
        return { query: { proj_code: things.proj_code, from: '2031-01-01', to: '2031-12-31' } };
      },
    },
    outsideRequests: {
      get: async (world, things) => ({ params: { token: await aToken(world, things) } }),
      setState: async (world, things) => ({
        params: { token: await aToken(world, things) },
        body: { to: 'accepted' },
      }),
      tick: async (world, things) => ({
        params: { token: await aToken(world, things) },
        body: { index: 0, done: true },
      }),
      addComment: async (world, things) => ({
        params: { token: await aToken(world, things) },
        body: { text: things.mark },
      }),
      addAttachment: async (world, things) => ({
        params: { token: await aToken(world, things) },
        ...photo(things),
      }),
      attachment: async (world, things) => ({ params: await aPhoto(world, things) }),
      report: async (world, things) => ({ params: { token: await aTokenOfReport(world, things) } }),
      saveReport: async (world, things) => ({
        params: { token: await aToken(world, things) },
        body: work(things),
      }),
      addReportAttachment: async (world, things) => ({
        params: { token: await aTokenOfReport(world, things) },
        ...photo(things),
      }),
      reportAttachment: async (world, things) => ({ params: await aReportPhoto(world, things) }),
    },
  },
  slots: {
    ...types.slots,
    ...notes.slots,
    ...reportNotes.slots,
    ...Object.fromEntries(
      [
        ...['get', 'update', 'remove', 'history', 'restore', 'purge', 'close', 'reopen', 'decide'],
        ...['signature', 'document'],
      ].map((name) => [`${M}.${name} id`, made_id]),
    ),
    ...Object.fromEntries(
      ['list', 'exportList'].flatMap((name) => [
        [`${M}.${name} request_id`, filter],
        [`${M}.${name} downtime_id`, filter],
        [`${M}.${name} proj_code`, { ...plant, status: 200 }],
      ]),
    ),
    ...Object.fromEntries(
      ['create', 'update'].flatMap((name) => [
        [`${M}.${name} request_id`, made_id],
        [`${M}.${name} downtime_id`, made_id],
        [`${M}.${name} device_ids`, deviceNumber],
      ]),
    ),
    // Chosen by the sender.
    [`${M}.create client_key`]: NONE,
    ...Object.fromEntries(
      [
        ...['get', 'update', 'remove', 'history', 'restore', 'purge', 'setState', 'tick', 'changes', 'send'],
        ...['links', 'withdrawLinks'],
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
    ...Object.fromEntries(
      ['list', 'upcoming'].map((name) => [`maintenancePlans.${name} proj_code`, { ...plant, status: 200 }]),
    ),
    'maintenanceFigures.get proj_code': plant,
    'maintenancePlans.update id': made_id,
    'maintenancePlans.remove id': made_id,
    ...Object.fromEntries(
      ['create', 'update'].flatMap((name) => [
        [`maintenancePlans.${name} type_id`, word],
        [`maintenancePlans.${name} assigned_firm_id`, word],
        [`maintenancePlans.${name} template_id`, word],
        [`maintenancePlans.${name} assigned_user_id`, NONE],
      ]),
    ),
    'outsideFirms.update id': word,
    'outsideFirms.remove id': word,
    'checklistTemplates.update id': word,
    'checklistTemplates.remove id': word,
    'outsideRequests.addAttachment size': NONE,
    'outsideRequests.addAttachment client_key': NONE,
    'outsideRequests.addComment client_key': NONE,
    // The token proves by itself whose request it opens; a changed one is another test's affair.
    'outsideRequests.attachment attachment_id': NONE,
    'outsideRequests.reportAttachment attachment_id': NONE,
    'outsideRequests.addReportAttachment size': NONE,
    'outsideRequests.addReportAttachment client_key': NONE,
  },
  rows: {
    maintenance_type: ({ company_id, mark }) => ({ company_id, name: mark, description: mark }),
    outside_firm: ({ company_id, mark }) => ({ company_id, name: mark, email: `${mark}@example.org` }),
    checklist_template: ({ company_id, mark }) => ({ company_id, name: mark, items: [mark] }),
    maintenance_plan: ({ company_id, ids, mark }) => ({
      ...{ company_id, plant_id: ids.plant, name: mark, description: mark },
      ...{ rule: 'months', every_n: 6, start_on: '2026-03-15', active: false },
    }),
    maintenance_request: ({ company_id, ids, mark }) => ({
      ...{ company_id, plant_id: ids.plant, number: 900_001, title: mark, description: mark },
      decline_reason: mark,
      checklist: JSON.stringify([{ text: mark, done: true, by: mark, at: '2026-03-15T12:00:00Z' }]),
    }),
    maintenance_report: ({ company_id, ids, mark }) => ({
      ...{ company_id, plant_id: ids.plant, number: 900_001, solved_problem: mark, notes: mark, party: mark },
      ...{ signed_by: mark, signed_at: '2026-03-15T12:00:00Z' },
      materials: JSON.stringify([{ name: mark, quantity: 1, unit: mark }]),
      measurements: JSON.stringify([{ what: mark, value: 1, unit: mark }]),
    }),
    maintenance_report_device: ({ company_id, ids }) => ({
      ...{ company_id, report_id: ids.maintenance_report, device_id: ids.device, plant_id: ids.plant },
    }),
    maintenance_report_proposal: ({ company_id, ids }) => ({
      ...{ company_id, report_id: ids.maintenance_report, plant_id: ids.plant, downtime_id: 1 },
      ...{ repair_cost_eur: 1, proposed_at: '2026-03-15T12:00:00Z' },
    }),
    maintenance_request_device: ({ company_id, ids }) => ({
      ...{ company_id, request_id: ids.maintenance_request, device_id: ids.device, plant_id: ids.plant },
    }),
    maintenance_request_change: ({ company_id, ids, mark }) => ({
      ...{ company_id, request_id: ids.maintenance_request, plant_id: ids.plant, at: '2026-03-15T12:00:00Z' },
      ...{ from_state: mark, to_state: mark, party: mark, note: mark },
    }),
    maintenance_request_message: ({ company_id, ids, mark }) => ({
      ...{ company_id, request_id: ids.maintenance_request, plant_id: ids.plant },
      ...{ channel: 'mail', to_name: mark, outbox_id: 1 },
    }),
>>>>>>> 052c7fcf (Field mode: a page that a phone keeps shows one's own requests without a network, and sends reports with photos and a signature once, when the portal can be reached)
  },
  slots: { ...firms.slots, ...requests.slots, ...reports.slots, ...plans.slots, ...outside.slots },
  // In the order of what they point to.
  rows: { ...firms.rows, ...plans.rows, ...requests.rows, ...reports.rows },
};
