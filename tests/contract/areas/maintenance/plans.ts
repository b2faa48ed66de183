import type { maintenanceFeature } from '../../../../src/features/maintenance/maintenance.feature.ts';
import type { AreaPart } from '../../support/area-examples.ts';
import { made } from '../../support/making.ts';
import { NONE, plant, word } from '../../support/slot-kinds.ts';
import type { Things, World } from '../../support/world.ts';
import { aFirm, aRequest, aTemplate, aType, made_id } from './making.ts';

type Calls = typeof maintenanceFeature.calls;

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

/** Planned maintenance, and the figures of what was done. */
export const plans = {
  examples: {
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
          proj_code,
          name: mark,
          description: mark,
          rule: 'dates',
          dates: ['2031-05-01'],
          start_on: '2031-01-01',
          type_id: await aType(world),
          assigned_firm_id: await aFirm(world),
          template_id: await aTemplate(world),
        },
      }),
      update: async (world, things) => ({
        params: { id: await aPlan(world, things) },
        body: {
          name: `${things.mark} anew`,
          type_id: await aType(world),
          assigned_firm_id: await aFirm(world),
          template_id: await aTemplate(world),
        },
      }),
      remove: async (world, things) => ({ params: { id: await aPlan(world, things) } }),
      upcoming: async (world, things) => {
        await aPlan(world, things);
        return { query: { proj_code: things.proj_code, from: '2031-01-01', to: '2031-12-31' } };
      },
    },
  },
  slots: {
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
  },
  rows: {
    maintenance_plan: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      name: mark,
      description: mark,
      rule: 'months',
      every_n: 6,
      start_on: '2026-03-15',
      active: false,
    }),
  },
} satisfies AreaPart<Calls, 'maintenanceFigures' | 'maintenancePlans'>;
