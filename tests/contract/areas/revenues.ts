import type { revenuesFeature } from '../../../src/features/revenues/revenues.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { DAY } from '../support/canary-ground.ts';
import { fresh, made } from '../support/making.ts';
import { plant } from '../support/slot-kinds.ts';
import type { Things, World } from '../support/world.ts';

const tariffOf = ({ proj_code, mark }: Things) => ({
  proj_code,
  kind: 'fixed' as const,
  name: `Price ${mark}`,
  note: `Note ${mark}`,
  steps: [{ from_on: '2026-01-01', to_on: null, rate: 0.1 }],
});
const aTariff = async (world: World, things: Things): Promise<string> =>
  String((await made(world, 'tariffs.create', { body: tariffOf(things) })).id);
const paymentOf = ({ proj_code, mark }: Things) => ({
  proj_code,
  month: '2026-06',
  amount_eur: 10.5,
  reference: `${fresh()}`,
  note: `Note ${mark}`,
});
const aPayment = async (world: World, things: Things): Promise<string> =>
  String((await made(world, 'receivedPayments.create', { body: paymentOf(things) })).id);
const planOf = ({ proj_code }: Things) => ({
  proj_code,
  year: 2026,
  months: Array.from({ length: 12 }, () => ({ kwh: 1000, eur: 100, irradiation_kwh_m2: 150 })),
});
const made_id = { made: true } as const;
const today = (): string => new Date().toISOString().slice(0, 10);

/** Examples for the loops: tariffs, and what plants earn by them. */
export const area: AreaExamples<typeof revenuesFeature.calls> = {
  examples: {
    revenues: {
      list: async (world, things) => {
        await aTariff(world, things);
        return { query: { proj_code: things.proj_code, from: today(), to: today() } };
      },
      ofPlants: async (world, things) => {
        await aTariff(world, things);
        return { query: { from: '2026-01-01', to: '2026-01-31' } };
      },
      suggest: async (world, things) => {
        await aTariff(world, things);
        return { query: { proj_code: things.proj_code, month: today().slice(0, 7) } };
      },
      hours: async (world, things) => ({
        query: { proj_code: things.proj_code, day: today(), tariff_id: await aTariff(world, things) },
      }),
    },
    receivedPayments: {
      balance: async (world, things) => {
        await aPayment(world, things);
        return { query: { proj_code: things.proj_code, year: '2026' } };
      },
      create: (_, things) => ({ body: paymentOf(things) }),
      update: async (world, things) => ({
        params: { id: await aPayment(world, things) },
        body: { note: `Changed ${things.mark}` },
      }),
      remove: async (world, things) => ({ params: { id: await aPayment(world, things) } }),
      importPayments: (_, { proj_code }) => ({
        body: { proj_code, text: `month;amount;reference\n2026-06;12,5;${fresh()}` },
      }),
    },
    budget: {
      get: async (world, things) => {
        await made(world, 'budget.put', { body: planOf(things) });
        return { query: { proj_code: things.proj_code, year: '2026' } };
      },
      put: (_, things) => ({ body: planOf(things) }),
    },
    tariffs: {
      list: async (world, things) => {
        await aTariff(world, things);
        return { query: { proj_code: things.proj_code } };
      },
      create: (_, things) => ({ body: tariffOf(things) }),
      update: async (world, things) => ({
        params: { id: await aTariff(world, things) },
        body: { name: `Changed ${things.mark}` },
      }),
      remove: async (world, things) => ({ params: { id: await aTariff(world, things) } }),
      fees: (_, { proj_code }) => ({ query: { proj_code } }),
    },
  },
  slots: {
    'revenues.hours tariff_id': made_id,
    'receivedPayments.update id': made_id,
    'receivedPayments.remove id': made_id,
    'tariffs.list proj_code': { ...plant, status: 200 },
    'tariffs.update id': made_id,
    'tariffs.remove id': made_id,
  },
  rows: {
    received_payment: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      plant_id: ids.plant,
      month: '2026-03-01',
      entry: 'payment',
      amount_eur: 1,
      reference: mark,
      note: mark,
      created_by: user_id,
    }),
    revenue_day: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      day: DAY,
      basis: mark.slice(0, 100),
      tariffs: mark.slice(0, 40),
      silent: false,
      hours: 24,
      produced_kwh: 1,
      exported_kwh: 1,
      used_kwh: 0,
      produced_missing: 0,
      exported_missing: 0,
      used_missing: 0,
      market_eur: 0,
      unpriced_kwh: 0,
      unpriced_hours: 0,
      amount_cents: 1,
      has_amount: true,
      has_fee: false,
    }),
    plant_budget: ({ company_id, ids, user_id }) => ({
      company_id,
      plant_id: ids.plant,
      year: 2026,
      created_by: user_id,
      months: JSON.stringify([{ kwh: 1, eur: 1, irradiation_kwh_m2: 1 }]),
    }),
    tariff: ({ company_id, ids, mark, user_id }) => ({
      company_id,
      plant_id: ids.plant,
      kind: 'fixed',
      name: mark,
      note: mark,
      created_by: user_id,
      steps: JSON.stringify([{ from_on: DAY, to_on: null, rate: 0.1 }]),
    }),
  },
};
