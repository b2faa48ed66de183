import type { downtimesFeature } from '../../../src/features/downtimes/downtimes.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { fresh, made } from '../support/making.ts';
import { word } from '../support/slot-kinds.ts';
import type { World } from '../support/world.ts';

/** Everybody in the company may know it, so it carries no mark. */
const aCause = async (world: World): Promise<string> =>
  String((await made(world, 'downtimeCauses.create', { body: { name: `w_${fresh()}` } })).id);

/** One that lies in the bin. */
async function aBinned(world: World): Promise<string> {
  const id = await aCause(world);
  await made(world, 'downtimeCauses.remove', { params: { id } });
  return id;
}

/** Examples for the loops: the causes of downtimes that a company tells apart. */
export const area: AreaExamples<typeof downtimesFeature.calls> = {
  examples: {
    downtimeCauses: {
      list: () => ({}),
      exportList: () => ({}),
      create: (_, { mark }) => ({ body: { name: `${mark} ${fresh()}`, description: mark } }),
      update: async (world, { mark }) => ({
        params: { id: await aCause(world) },
        body: { description: mark },
      }),
      remove: async (world) => ({ params: { id: await aCause(world) } }),
      listBin: async (world) => {
        await aBinned(world);
        return {};
      },
      restore: async (world) => ({ params: { id: await aBinned(world) } }),
      purge: async (world) => ({ params: { id: await aBinned(world) } }),
    },
  },
  slots: {
    'downtimeCauses.update id': word,
    'downtimeCauses.remove id': word,
    'downtimeCauses.restore id': word,
    'downtimeCauses.purge id': word,
  },
  rows: {
    downtime_cause: ({ company_id, mark }) => ({ company_id, name: mark, description: mark }),
  },
};
