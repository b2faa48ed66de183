import type { downtimesFeature } from '../../../src/features/downtimes/downtimes.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { DAY, NEVER, NOON } from '../support/canary-ground.ts';
import { companyListExamples } from '../support/company-list.ts';
import { fresh, made } from '../support/making.ts';
import { recordNotesExamples } from '../support/record-notes.ts';
import { NONE, plant, word } from '../support/slot-kinds.ts';
import { ago, type Things, type World } from '../support/world.ts';

const NIGHT = `${DAY}T20:00:00Z`;
const causeOf = new WeakMap<World, Promise<number>>();

/** A new cause, which every colleague may know: its name carries no mark. */
async function newCause({ test, scope }: World): Promise<number> {
  const [row] = await test.arrange<{ id: string }>(
    'insert into downtime_cause (company_id, name) values ($1, $2) returning id',
    [scope.company_id, `w_${fresh()}`],
  );
  return Number(row?.id);
}

/** A cause, one for each company. */
function aCause(world: World): Promise<number> {
  const known = causeOf.get(world) ?? newCause(world);
  causeOf.set(world, known);
  return known;
}

async function anAlarm({ test, scope }: World, { plant_id, device_id, short_name }: Things): Promise<number> {
  const [row] = await test.arrange<{ id: number }>(
    `insert into alarm (company_id, plant_id, device_id, type, code, params, date, end_date)
     values ($1, $2, $3, 'E', 'device_silent', jsonb_build_object('short_name', $4::text), $5, $6) returning id`,
    [scope.company_id, plant_id, device_id, short_name, ago(50), ago(40)],
  );
  return Number(row?.id);
}

const written = ({ proj_code, device_id, mark }: Things, cause_id: number) => ({
  proj_code,
  cause_id,
  device_ids: [device_id],
  start: ago(90),
  stop: ago(30),
  notes: `Notes ${mark} ${fresh()}`,
  insurer: mark,
  claim_number: mark,
  repair_cost: 12,
});

/** A new downtime of a plant; in the bin where it says so. */
async function aDowntime(world: World, things: Things, binned = false): Promise<string> {
  const body = written(things, await aCause(world));
  const id = String((await made(world, 'downtimes.create', { body })).id);
  if (binned) await made(world, 'downtimes.remove', { params: { id } });
  return id;
}

const oneOf = async (world: World, things: Things) => ({ params: { id: await aDowntime(world, things) } });

/** A new setting of a plant, of a cause and a day of its own: two of a cause would overlap, and one may have no end. */
let settings = 0;
const aSetting = async (world: World, { proj_code }: Things) => {
  const day = new Date(Date.UTC(2001, 0, 1 + settings++)).toISOString().slice(0, 10);
  return { proj_code, cause_id: await newCause(world), from_on: day, to_on: day, counts: true };
};

/** A new suggestion of a plant. */
async function aSuggestion({ test, scope }: World, { plant_id, device_id }: Things, devices = [device_id]) {
  const evidence = { measure: 'siblings', days: {}, until: 0, tail: false, whole: false, alarm_ids: [] };
  const [row] = await test.arrange<{ id: number }>(
    `insert into downtime_suggestion (company_id, plant_id, device_ids, start_at, stop_at, kind, share, energy_kwh, evidence)
     values ($1, $2, $3, $4, $5, 'none', 1, 12, $6) returning id`,
    [scope.company_id, plant_id, devices, ago(120), ago(60), JSON.stringify(evidence)],
  );
  return Number(row?.id);
}
const aSuggestionOf = async (world: World, things: Things) => ({
  params: { id: String(await aSuggestion(world, things)) },
});

/** A filter by what another company has: nothing fits. */
const filter = { made: true, status: 200, plantless: true } as const;
const made_id = { made: true } as const;

/** All filters at once, each by something of the plant's own. */
async function filters(world: World, things: Things) {
  const [cause_id, alarm_id] = [await aCause(world), await anAlarm(world, things)];
  const body = { ...written(things, cause_id), alarm_ids: [alarm_id] };
  await made(world, 'downtimes.create', { body });
  const { proj_code, device_id } = things;
  return { proj_code, device_id: String(device_id), cause_id: String(cause_id), alarm_id: String(alarm_id) };
}

/** Notes of a downtime of the example's own. */
function notesOf() {
  const ids = new WeakMap<Things, string>();
  const { examples, slots } = recordNotesExamples('downtimeNotes', plant, (things) => ids.get(things) ?? '1');
  const withDowntime = Object.entries(examples.downtimeNotes).map(([name, example]) => [
    name,
    async (world: World, things: Things) => {
      ids.set(things, await aDowntime(world, things));
      return (example as (world: World, things: Things) => unknown)(world, things);
    },
  ]);
  const kinds = Object.entries(slots).map(([slot, kind]) => [slot, slot.endsWith(' id') ? made_id : kind]);
  return {
    examples: Object.fromEntries(withDowntime) as typeof examples.downtimeNotes,
    slots: Object.fromEntries(kinds) as typeof slots,
  };
}
const notes = notesOf();
const causes = companyListExamples('downtimeCauses');

/** Examples for the loops: downtimes, their causes and suggestions, and what counts in the K451 report. */
export const area: AreaExamples<typeof downtimesFeature.calls> = {
  examples: {
    ...causes.examples,
    downtimes: {
      list: async (world, things) => ({ query: await filters(world, things) }),
      exportList: async (world, things) => ({ query: await filters(world, things) }),
      totals: async (world, things) => ({
        query: { ...(await filters(world, things)), start: ago(600), end: ago(0) },
      }),
      get: oneOf,
      create: async (world, things) => ({
        body: {
          ...written(things, await aCause(world)),
          alarm_ids: [await anAlarm(world, things)],
        },
      }),
      update: async (world, things) => ({
        params: { id: await aDowntime(world, things) },
        body: {
          notes: `Changed ${things.mark}`,
          cause_id: await aCause(world),
          device_ids: [things.device_id],
          alarm_ids: [await anAlarm(world, things)],
        },
      }),
      remove: oneOf,
      history: oneOf,
      losses: oneOf,
      recalculate: oneOf,
      draft: async (world, things) => ({ query: { alarm_id: String(await anAlarm(world, things)) } }),
      listBin: async (world, things) => {
        await aDowntime(world, things, true);
        return {};
      },
      restore: async (world, things) => ({ params: { id: await aDowntime(world, things, true) } }),
      purge: async (world, things) => ({ params: { id: await aDowntime(world, things, true) } }),
    },
    downtimeNotes: notes.examples,
    downtimeSuggestions: {
      list: async (world, things) => {
        await aSuggestion(world, things);
        return { query: { proj_code: things.proj_code } };
      },
      get: aSuggestionOf,
      find: (_, { proj_code }) => ({ body: { proj_code, from_on: DAY, to_on: DAY } }),
      accept: async (world, things) => ({
        ...(await aSuggestionOf(world, things)),
        body: {
          cause_id: await aCause(world),
          notes: things.mark,
          device_ids: [things.device_id],
          alarm_ids: [await anAlarm(world, things)],
        },
      }),
      merge: async (world, things) => ({
        body: {
          suggestions: [
            { id: await aSuggestion(world, things), version: 1 },
            { id: await aSuggestion(world, things), version: 1 },
          ],
        },
      }),
      split: async (world, things) => ({ ...(await aSuggestionOf(world, things)), body: { at: ago(90) } }),
      dismiss: async (world, things) => ({
        ...(await aSuggestionOf(world, things)),
        body: { reason: `Because ${things.mark}` },
      }),
    },
    k451Settings: {
      list: async (world, things) => {
        await made(world, 'k451Settings.create', { body: await aSetting(world, things) });
        return {};
      },
      create: async (world, things) => ({ body: await aSetting(world, things) }),
      remove: async (world, things) => {
        const { id } = await made(world, 'k451Settings.create', { body: await aSetting(world, things) });
        return { params: { id: String(id) } };
      },
    },
  },
  slots: {
    ...causes.slots,
    ...notes.slots,
    'downtimes.get id': made_id,
    'downtimes.update id': made_id,
    'downtimes.remove id': made_id,
    'downtimes.history id': made_id,
    'downtimes.losses id': made_id,
    'downtimes.recalculate id': made_id,
    'downtimes.restore id': made_id,
    'downtimes.purge id': made_id,
    'downtimes.draft alarm_id': made_id,
    'downtimes.list device_id': filter,
    'downtimes.list cause_id': filter,
    'downtimes.list alarm_id': filter,
    'downtimes.exportList device_id': filter,
    'downtimes.exportList cause_id': filter,
    'downtimes.exportList alarm_id': filter,
    // Names of the columns of a file.
    'downtimes.exportList columns': NONE,
    'downtimes.totals device_id': filter,
    'downtimes.totals cause_id': filter,
    'downtimes.totals alarm_id': filter,
    'downtimes.create cause_id': word,
    'downtimes.create alarm_ids': made_id,
    'downtimes.create device_ids': made_id,
    'downtimes.update cause_id': word,
    'downtimes.update alarm_ids': made_id,
    'downtimes.update device_ids': made_id,
    'downtimeSuggestions.get id': made_id,
    'downtimeSuggestions.accept id': made_id,
    'downtimeSuggestions.accept cause_id': word,
    'downtimeSuggestions.accept alarm_ids': made_id,
    'downtimeSuggestions.accept device_ids': made_id,
    'downtimeSuggestions.merge id': made_id,
    'downtimeSuggestions.split id': made_id,
    'downtimeSuggestions.split device_ids': NONE,
    'downtimeSuggestions.dismiss id': made_id,
    'k451Settings.create cause_id': word,
    'k451Settings.remove id': made_id,
  },
  rows: {
    downtime_cause: ({ company_id, mark }) => ({ company_id, name: mark, description: mark }),
    downtime: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      plant_id: ids.plant,
      extent: 'devices',
      section_id: ids.plant_section,
      start_at: NOON,
      stop_at: NIGHT,
      percentage: 50,
      percentage_by: 'devices',
      cause_id: ids.downtime_cause,
      claim_number: mark,
      insurer: mark,
      notes: mark,
      // Counted once and for all, after whatever it could be counted again for: that would take the canary away.
      loss_detail: { zone: mark },
      loss_asked: 1,
      loss_answered: 1,
      loss_counted_at: NEVER,
      created_by: user_id,
    }),
    downtime_device: ({ company_id, ids }) => ({
      company_id,
      downtime_id: ids.downtime,
      device_id: ids.device,
    }),
    downtime_alarm: ({ company_id, ids }) => ({
      company_id,
      downtime_id: ids.downtime,
      alarm_id: ids.alarm,
    }),
    downtime_day: ({ company_id, ids }) => ({
      company_id,
      downtime_id: ids.downtime,
      plant_id: ids.plant,
      day: DAY,
      energy_kwh: 12.5,
      paired_kwh: 12.5,
      hours: 3,
      missing_hours: 0,
      given_hours: 0,
      model_kwh: [12.5, 0, 0],
      uncertain_kwh: 0.5,
      priced_eur: 1,
      unpriced_hours: 0,
      unpriced_kwh: 0,
    }),
    k451_setting: ({ company_id, ids }) => ({
      company_id,
      plant_id: ids.plant,
      cause_id: ids.downtime_cause,
      from_on: DAY,
      counts: true,
    }),
    downtime_suggestion: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      device_ids: [ids.device],
      start_at: NOON,
      kind: 'none',
      share: 1,
      energy_kwh: 12,
      evidence: {
        measure: 'siblings',
        days: {},
        until: 0,
        tail: false,
        whole: false,
        alarm_ids: [],
        [mark]: mark,
      },
      reason: mark,
      downtime_id: ids.downtime,
    }),
    downtime_scan: ({ company_id, ids }) => ({
      company_id,
      plant_id: ids.plant,
      day: DAY,
      scanned_at: NOON,
      unknown_share: 0,
    }),
  },
};
