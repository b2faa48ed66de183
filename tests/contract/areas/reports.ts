import type { reportsFeature } from '../../../src/features/reports/reports.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { DAY } from '../support/canary-ground.ts';
import { made } from '../support/making.ts';
import type { Things, World } from '../support/world.ts';

const today = (): string => new Date().toISOString().slice(0, 10);
const year = (): string => today().slice(0, 4);

const STATED = (mark: string) => ({
  kind: 'k451',
  from: DAY,
  to: DAY,
  by: 'day',
  notes: mark,
  inputs: [],
  changes: [],
  changed_inputs: [],
  plants: [{ proj_code: mark, plant_name: mark }],
  report: { from: DAY, to: DAY, by: 'day', with_availability: true, rows: [], totals: [] },
});
let issued = 0;
/** A day of its own, of which a fee is known: the same again, unchanged, is not issued. */
async function newIssue(world: World, { proj_code, mark }: Things) {
  const steps = [{ from_on: '2020-01-01', to_on: null, rate: 10 }];
  await made(world, 'tariffs.create', { body: { proj_code, kind: 'fee', name: `Fee ${mark}`, steps } });
  issued += 1;
  const day = new Date(Date.UTC(2020, 0, 1 + issued)).toISOString().slice(0, 10);
  return { kind: 'k451' as const, codes: [proj_code], from: day, to: day, notes: `Note ${mark}` };
}
const anIssue = async (world: World, things: Things): Promise<string> =>
  String((await made(world, 'reportIssues.issue', { body: await newIssue(world, things) })).id);
const scheduled = ({ proj_code, mark }: Things) => ({
  name: `Report ${mark}`.slice(0, 80),
  kind: 'k451' as const,
  codes: [proj_code],
  every: 'month' as const,
  addresses: ['bank@example.org'],
});
/** A company has a few of them at most, and the loops make many: those that were made first go, the very first ones apart. */
async function makeRoom({ test, scope }: World): Promise<void> {
  await test.arrange(
    `delete from report_schedule s where s.company_id = $1 and s.id in (
       select o.id from report_schedule o where o.company_id = $1 order by o.created_at, o.id offset 5 limit 30)
     and (select count(*) from report_schedule o where o.company_id = $1) > 40`,
    [scope.company_id],
  );
}
async function aSchedule(world: World, things: Things): Promise<string> {
  await makeRoom(world);
  return String((await made(world, 'reportSchedules.create', { body: scheduled(things) })).id);
}
const made_id = { made: true } as const;

/** Examples for the loops: the reports K451 and K410. */
export const area: AreaExamples<typeof reportsFeature.calls> = {
  examples: {
    reports: {
      k451: (_, { proj_code }) => ({ body: { idcalc: 1, codes: [proj_code], from: today(), to: today() } }),
      k451File: (_, { proj_code }) => ({ query: { codes: proj_code, from: today(), to: today() } }),
      k410: (_, { proj_code }) => ({ query: { codes: proj_code, year: year() } }),
      k410File: (_, { proj_code }) => ({ query: { codes: proj_code, year: year() } }),
    },
    reportIssues: {
      list: async (world, things) => {
        await anIssue(world, things);
        return { query: { kind: 'k451' } };
      },
      get: async (world, things) => ({ params: { id: await anIssue(world, things) } }),
      file: async (world, things) => ({ params: { id: await anIssue(world, things) }, query: {} }),
      issue: async (world, things) => ({ body: await newIssue(world, things) }),
    },
    reportSchedules: {
      list: async (world, things) => {
        await aSchedule(world, things);
        return { query: { kind: 'k451' } };
      },
      create: async (world, things) => {
        await makeRoom(world);
        return { body: scheduled(things) };
      },
      update: async (world, things) => {
        const { kind: _, ...body } = scheduled(things);
        return { params: { id: await aSchedule(world, things) }, body };
      },
      remove: async (world, things) => ({ params: { id: await aSchedule(world, things) } }),
    },
  },
  slots: {
    'reportIssues.get id': made_id,
    'reportIssues.file id': made_id,
    'reportSchedules.update id': made_id,
    'reportSchedules.remove id': made_id,
  },
  rows: {
    report_issue: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      kind: 'k451',
      plant_ids: `{${ids.plant}}`,
      from_on: DAY,
      to_on: DAY,
      period: 'day',
      year: 2025,
      number: 1,
      revision: 0,
      issued_by: user_id,
      issued_at: '2025-03-15T12:00:00Z',
      hash: '0'.repeat(64),
      previous_hash: mark,
      content: JSON.stringify(STATED(mark)),
    }),
    report_schedule: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      name: mark,
      kind: 'k451',
      plant_ids: `{${ids.plant}}`,
      every: 'month',
      on_day: 1,
      hour: 7,
      members: `{${user_id}}`,
      addresses: `{${mark}}`,
      language: 'it',
      created_by: user_id,
      next_at: '2099-01-01T07:00:00Z',
    }),
    report_delivery: ({ company_id, ids, mark }) => ({
      company_id,
      schedule_id: ids.report_schedule,
      due_on: DAY,
      recipient: mark,
      part: 0,
      sent_at: '2025-03-15T12:00:00Z',
    }),
  },
};
