import type { maintenanceFeature } from '../../../src/features/maintenance/maintenance.feature.ts';
import { REQUEST } from '../../../src/features/maintenance/server/request-answers.ts';
import { makeLink } from '../../../src/shared/server/signed-links/signed-links.ts';
import { inScope } from '../../../src/shared/server/tenancy.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { jsonOf } from '../support/ask.ts';
import { companyListExamples } from '../support/company-list.ts';
import { fresh, made, request } from '../support/making.ts';
import { recordNotesExamples } from '../support/record-notes.ts';
import { deviceNumber, NONE, plant, word } from '../support/slot-kinds.ts';
import { ago, type Things, type World } from '../support/world.ts';

const R = 'maintenanceRequests';
const M = 'maintenanceReports';

/** A new request of a plant. */
async function aRequest(world: World, { proj_code, mark }: Things, more: object = {}): Promise<string> {
  const body = { proj_code, title: `Request ${mark}`, checklist: [{ text: `Line ${mark}` }], ...more };
  return String((await made(world, `${R}.create`, { body })).id);
}

async function aBinned(world: World, things: Things): Promise<string> {
  const id = await aRequest(world, things);
  await made(world, `${R}.remove`, { params: { id } });
  return id;
}

/** A downtime of a plant. */
async function aDowntime(world: World, { proj_code }: Things): Promise<number> {
  const body = {
    ...{ proj_code, start: ago(90), percentage: 50 },
    cause_id: Number((await made(world, 'downtimeCauses.create', { body: { name: `w_${fresh()}` } })).id),
  };
  return Number((await made(world, 'downtimes.create', { body })).id);
}

/** What a report says that may be closed. */
const work = ({ mark }: Things) => ({
  ...{ solved_problem: `Report ${mark}`, people_count: 2, hours: 3, started_at: ago(60), ended_at: ago(30) },
  ...{ repair_cost_eur: 40, notes: mark, signed_by: mark, signature: SIGNATURE },
  materials: [{ name: mark, quantity: 1, unit: 'm' }],
  measurements: [{ what: mark, value: 1, unit: 'V' }],
});
/** A picture of one dot. */
const SIGNATURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A new report of a plant. */
async function aReport(world: World, things: Things, more: object = {}): Promise<string> {
  const body = { proj_code: things.proj_code, ...work(things), ...more };
  return String((await made(world, `${M}.create`, { body })).id);
}
const aReportOf = async (world: World, things: Things) => ({ params: { id: await aReport(world, things) } });

async function aBinnedReport(world: World, things: Things) {
  const given = await aReportOf(world, things);
  await made(world, `${M}.remove`, given);
  return given;
}

/** A closed report; `proposing`: with a change of its downtime that waits. */
async function aClosedReport(world: World, things: Things, proposing = false) {
  const downtime_id = await aDowntime(world, things);
  const given = { params: { id: await aReport(world, things, { downtime_id }) } };
  await made(world, `${M}.close`, { ...given, body: { downtime: proposing ? 'keep' : 'fill' } });
  if (proposing)
    await world.test.arrange(
      `insert into maintenance_report_proposal (company_id, report_id, plant_id, downtime_id, repair_cost_eur, proposed_at)
       values ($1, $2, $3, $4, 55, $5)`,
      [world.scope.company_id, Number(given.params.id), things.plant_id, downtime_id, ago(20)],
    );
  return given;
}

/** All filters of reports at once. */
async function reportFilters(world: World, things: Things) {
  const [request_id, downtime_id] = [Number(await aRequest(world, things)), await aDowntime(world, things)];
  await aReport(world, things, { request_id, downtime_id });
  return { request_id: String(request_id), downtime_id: String(downtime_id) };
}

/** A firm, which every colleague may know: its texts carry no mark. */
const aFirm = async (world: World): Promise<number> => {
  const body = { name: `Firm ${fresh()}`, email: 'firm@example.org', phone: '+390212345678' };
  return Number((await made(world, 'outsideFirms.create', { body })).id);
};
const aType = async (world: World): Promise<number> =>
  Number((await made(world, 'maintenanceTypes.create', { body: { name: `w_${fresh()}` } })).id);
const aTemplate = async (world: World): Promise<number> => {
  const body = { name: `w_${fresh()}`, items: ['Look', 'Mend'] };
  return Number((await made(world, 'checklistTemplates.create', { body })).id);
};

async function anAlarm({ test, scope }: World, { plant_id, device_id, short_name }: Things): Promise<number> {
  const [row] = await test.arrange<{ id: number }>(
    `insert into alarm (company_id, plant_id, device_id, type, code, params, date, end_date)
     values ($1, $2, $3, 'E', 'device_silent', jsonb_build_object('short_name', $4::text), $5, $6) returning id`,
    [scope.company_id, plant_id, device_id, short_name, ago(50), ago(40)],
  );
  return Number(row?.id);
}

/** The token of a link to a new request. */
async function aToken(world: World, things: Things): Promise<string> {
  const record_id = Number(await aRequest(world, things));
  const record = { kind: REQUEST, record_id, plant_id: things.plant_id, party: `Firm ${things.mark}` };
  const link = await inScope(world.test.pool, world.scope, (tx) => makeLink(tx, record, { now: new Date() }));
  return link.token;
}

const photo = ({ mark }: Things) => {
  const body = Buffer.from(`${mark} ${fresh()}\n`);
  return { query: { file_name: `${mark}.txt`, size: body.length }, body };
};

/** A token with the number of a file that its bearer has attached. */
async function aPhoto(world: World, things: Things): Promise<{ token: string; attachment_id: string }> {
  const token = await aToken(world, things);
  const given = { params: { token }, ...photo(things) };
  const { id } = jsonOf(await request(world, 'outsideRequests.addAttachment', given, {})) as { id: number };
  return { token, attachment_id: String(id) };
}

/** A token with the number of a file that its bearer has attached to the report. */
async function aReportPhoto(world: World, things: Things): Promise<{ token: string; attachment_id: string }> {
  const token = await aTokenOfReport(world, things);
  const given = { params: { token }, ...photo(things) };
  const { id } = jsonOf(await request(world, 'outsideRequests.addReportAttachment', given, {})) as {
    id: number;
  };
  return { token, attachment_id: String(id) };
}

/** The token of a link to a request of which the report is begun. */
async function aTokenOfReport(world: World, things: Things): Promise<string> {
  const token = await aToken(world, things);
  await request(world, 'outsideRequests.saveReport', { params: { token }, body: work(things) }, {});
  return token;
}

const types = companyListExamples('maintenanceTypes');

/** Notes of a request or a report; who works on it is one of its fields. */
type Notes<G extends string> = ReturnType<typeof recordNotesExamples<G>>;
function notesOf<G extends string>(
  group: G,
  aRecord: (world: World, things: Things) => Promise<string>,
): Notes<G> {
  const ids = new WeakMap<Things, string>();
  const { examples, slots } = recordNotesExamples(group, plant, (things) => ids.get(things) ?? '1');
  const { assign: _, assignees: __, ...own } = examples[group];
  const withRecord = Object.entries(own).map(([name, example]) => [
    name,
    async (world: World, things: Things) => {
      ids.set(things, await aRecord(world, things));
      return (example as (world: World, things: Things) => unknown)(world, things);
    },
  ]);
  const kept = Object.entries(slots)
    .filter(([slot]) => !/\.assign/.test(slot))
    .map(([slot, kind]) => [slot, slot.endsWith(' id') ? made_id : kind]);
  return { examples: { [group]: Object.fromEntries(withRecord) } as never, slots: Object.fromEntries(kept) };
}
const made_id = { made: true } as const;
const notes = notesOf(R, aRequest);
const reportNotes = notesOf(M, aReport);

const oneOf = async (world: World, things: Things) => ({ params: { id: await aRequest(world, things) } });
/** A filter by what another company has: nothing fits. */
const filter = { made: true, status: 200, plantless: true } as const;

const aPlan = async (world: World, { proj_code, mark }: Things): Promise<string> => {
  const body = {
    proj_code,
    name: mark,
    description: mark,
    rule: 'months',
    every_n: 6,
    start_on: '2031-03-15',
  };
  return String((await made(world, 'maintenancePlans.create', { body })).id);
};

/** Examples for the loops: the kinds of maintenance that a company tells apart, requests, and who is asked to do them. */
export const area: AreaExamples<typeof maintenanceFeature.calls> = {
  examples: {
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
  },
};
