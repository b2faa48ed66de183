import type { maintenanceFeature } from '../../../../src/features/maintenance/maintenance.feature.ts';
import type { AreaPart } from '../../support/area-examples.ts';
import { made } from '../../support/making.ts';
import { deviceNumber, NONE, plant } from '../../support/slot-kinds.ts';
import { ago, type Things, type World } from '../../support/world.ts';
import { aDowntime, aRequest, filter, M, made_id, notesOf, work } from './making.ts';

type Calls = typeof maintenanceFeature.calls;

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

const reportNotes = notesOf(M, aReport);

/** Reports of maintenance. */
export const reports = {
  examples: {
    maintenanceReports: {
      ...reportNotes.examples[M],
      list: async (world, things) => ({
        query: { ...(await reportFilters(world, things)), proj_code: things.proj_code },
      }),
      exportList: async (world, things) => ({ query: await reportFilters(world, things) }),
      get: aReportOf,
      create: async (world, things) => ({
        body: {
          proj_code: things.proj_code,
          ...work(things),
          device_ids: [things.device_id],
          request_id: Number(await aRequest(world, things)),
          downtime_id: await aDowntime(world, things),
        },
      }),
      update: async (world, things) => ({
        ...(await aReportOf(world, things)),
        body: {
          solved_problem: `${things.mark} anew`,
          device_ids: [things.device_id],
          request_id: Number(await aRequest(world, things)),
          downtime_id: await aDowntime(world, things),
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
  },
  slots: {
    ...reportNotes.slots,
    ...Object.fromEntries(
      [
        'get',
        'update',
        'remove',
        'history',
        'restore',
        'purge',
        'close',
        'reopen',
        'decide',
        'signature',
        'document',
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
  },
  rows: {
    maintenance_report: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      number: 900_001,
      solved_problem: mark,
      notes: mark,
      party: mark,
      signed_by: mark,
      signed_at: '2026-03-15T12:00:00Z',
      materials: JSON.stringify([{ name: mark, quantity: 1, unit: mark }]),
      measurements: JSON.stringify([{ what: mark, value: 1, unit: mark }]),
    }),
    maintenance_report_device: ({ company_id, ids }) => ({
      company_id,
      report_id: ids.maintenance_report,
      device_id: ids.device,
      plant_id: ids.plant,
    }),
    maintenance_report_proposal: ({ company_id, ids }) => ({
      company_id,
      report_id: ids.maintenance_report,
      plant_id: ids.plant,
      downtime_id: 1,
      repair_cost_eur: 1,
      proposed_at: '2026-03-15T12:00:00Z',
    }),
  },
} satisfies AreaPart<Calls, 'maintenanceReports'>;
