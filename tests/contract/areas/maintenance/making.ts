import { fresh, made } from '../../support/making.ts';
import { recordNotesExamples } from '../../support/record-notes.ts';
import { plant } from '../../support/slot-kinds.ts';
import { ago, type Things, type World } from '../../support/world.ts';

export const R = 'maintenanceRequests';
export const M = 'maintenanceReports';

/** A new request of a plant. */
export async function aRequest(
  world: World,
  { proj_code, mark }: Things,
  more: object = {},
): Promise<string> {
  const body = { proj_code, title: `Request ${mark}`, checklist: [{ text: `Line ${mark}` }], ...more };
  return String((await made(world, `${R}.create`, { body })).id);
}

export async function aBinned(world: World, things: Things): Promise<string> {
  const id = await aRequest(world, things);
  await made(world, `${R}.remove`, { params: { id } });
  return id;
}

/** A downtime of a plant. */
export async function aDowntime(world: World, { proj_code }: Things): Promise<number> {
  const body = {
    proj_code,
    start: ago(90),
    percentage: 50,
    cause_id: Number((await made(world, 'downtimeCauses.create', { body: { name: `w_${fresh()}` } })).id),
  };
  return Number((await made(world, 'downtimes.create', { body })).id);
}

/** What a report says that may be closed. */
export const work = ({ mark }: Things) => ({
  solved_problem: `Report ${mark}`,
  people_count: 2,
  hours: 3,
  started_at: ago(60),
  ended_at: ago(30),
  repair_cost_eur: 40,
  notes: mark,
  signed_by: mark,
  signature: SIGNATURE,
  materials: [{ name: mark, quantity: 1, unit: 'm' }],
  measurements: [{ what: mark, value: 1, unit: 'V' }],
});
/** A picture of one dot. */
export const SIGNATURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A firm, which every colleague may know: its texts carry no mark. */
export const aFirm = async (world: World): Promise<number> => {
  const name = fresh();
  // Each has an address of its own: one is sent only so many mails a day.
  const body = { name: `Firm ${name}`, email: `firm-${name}@example.org`, phone: '+390212345678' };
  return Number((await made(world, 'outsideFirms.create', { body })).id);
};
export const aType = async (world: World): Promise<number> =>
  Number((await made(world, 'maintenanceTypes.create', { body: { name: `w_${fresh()}` } })).id);
export const aTemplate = async (world: World): Promise<number> => {
  const body = { name: `w_${fresh()}`, items: ['Look', 'Mend'] };
  return Number((await made(world, 'checklistTemplates.create', { body })).id);
};

export async function anAlarm(
  { test, scope }: World,
  { plant_id, device_id, short_name }: Things,
): Promise<number> {
  const [row] = await test.arrange<{ id: number }>(
    `insert into alarm (company_id, plant_id, device_id, type, code, params, date, end_date)
     values ($1, $2, $3, 'E', 'device_silent', jsonb_build_object('short_name', $4::text), $5, $6) returning id`,
    [scope.company_id, plant_id, device_id, short_name, ago(50), ago(40)],
  );
  return Number(row?.id);
}

/** Notes of a request or a report; who works on it is one of its fields. */
export type Notes<G extends string> = ReturnType<typeof recordNotesExamples<G>>;
export function notesOf<G extends string>(
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
export const made_id = { made: true } as const;
export const oneOf = async (world: World, things: Things) => ({
  params: { id: await aRequest(world, things) },
});
/** A filter by what another company has: nothing fits. */
export const filter = { made: true, status: 200, plantless: true } as const;
