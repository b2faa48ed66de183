import type { maintenanceFeature } from '../../../../src/features/maintenance/maintenance.feature.ts';
import { REQUEST } from '../../../../src/features/maintenance/server/request-answers.ts';
import { makeLink } from '../../../../src/shared/server/signed-links/signed-links.ts';
import { inScope } from '../../../../src/shared/server/tenancy.ts';
import type { AreaPart } from '../../support/area-examples.ts';
import { jsonOf } from '../../support/ask.ts';
import { fresh, request } from '../../support/making.ts';
import { NONE } from '../../support/slot-kinds.ts';
import type { Things, World } from '../../support/world.ts';
import { aRequest, work } from './making.ts';

type Calls = typeof maintenanceFeature.calls;

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

/** What an outside firm does with the request whose link it was sent. */
export const outside = {
  examples: {
    outsideRequests: {
      get: async (world, things) => ({ params: { token: await aToken(world, things) } }),
      setState: async (world, things) => ({
        params: { token: await aToken(world, things) },
        body: { to: 'accepted' },
      }),
      tick: async (world, things) => ({
        params: { token: await aToken(world, things) },
        body: { index: 0, text: `Line ${things.mark}`, done: true },
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
    'outsideRequests.addAttachment size': NONE,
    'outsideRequests.addAttachment client_key': NONE,
    'outsideRequests.addComment client_key': NONE,
    // The token proves by itself whose request it opens; a changed one is another test's affair.
    'outsideRequests.attachment attachment_id': NONE,
    'outsideRequests.reportAttachment attachment_id': NONE,
    'outsideRequests.addReportAttachment size': NONE,
    'outsideRequests.addReportAttachment client_key': NONE,
  },
  rows: {},
} satisfies AreaPart<Calls, 'outsideRequests'>;
