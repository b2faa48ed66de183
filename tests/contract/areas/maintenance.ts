import type { maintenanceFeature } from '../../../src/features/maintenance/maintenance.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { fresh, made } from '../support/making.ts';
import { word } from '../support/slot-kinds.ts';
import type { World } from '../support/world.ts';

/** Everybody in the company may know it, so it carries no mark. */
const aType = async (world: World): Promise<string> =>
  String((await made(world, 'maintenanceTypes.create', { body: { name: `w_${fresh()}` } })).id);

/** One that lies in the bin. */
async function aBinned(world: World): Promise<string> {
  const id = await aType(world);
  await made(world, 'maintenanceTypes.remove', { params: { id } });
  return id;
}

/** Examples for the loops: the kinds of maintenance that a company tells apart. */
export const area: AreaExamples<typeof maintenanceFeature.calls> = {
  examples: {
    maintenanceTypes: {
      list: () => ({}),
      exportList: () => ({}),
      create: (_, { mark }) => ({ body: { name: `${mark} ${fresh()}`, description: mark } }),
      update: async (world, { mark }) => ({
        params: { id: await aType(world) },
        body: { description: mark },
      }),
      remove: async (world) => ({ params: { id: await aType(world) } }),
      listBin: async (world) => {
        await aBinned(world);
        return {};
      },
      restore: async (world) => ({ params: { id: await aBinned(world) } }),
      purge: async (world) => ({ params: { id: await aBinned(world) } }),
    },
  },
  slots: {
    'maintenanceTypes.update id': word,
    'maintenanceTypes.remove id': word,
    'maintenanceTypes.restore id': word,
    'maintenanceTypes.purge id': word,
  },
  rows: {
    maintenance_type: ({ company_id, mark }) => ({ company_id, name: mark, description: mark }),
  },
};
