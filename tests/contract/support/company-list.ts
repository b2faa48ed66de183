import type { CompanyListCalls } from '../../../src/shared/contract/company-list.ts';
import type { AreaExamples } from './area-examples.ts';
import { fresh, made } from './making.ts';
import { word } from './slot-kinds.ts';
import type { World } from './world.ts';

type Examples<G extends string> = Pick<AreaExamples<Record<G, CompanyListCalls>>, 'examples' | 'slots'>;

/** Examples for a group of calls that `companyList` has declared. What everybody in the company may know carries no mark. */
export function companyListExamples<G extends string>(group: G): Examples<G> {
  const aRow = async (world: World): Promise<string> =>
    String((await made(world, `${group}.create`, { body: { name: `w_${fresh()}` } })).id);
  const aBinned = async (world: World): Promise<string> => {
    const id = await aRow(world);
    await made(world, `${group}.remove`, { params: { id } });
    return id;
  };
  const examples: Examples<'list'>['examples']['list'] = {
    list: () => ({}),
    exportList: () => ({}),
    create: (_, { mark }) => ({ body: { name: `${mark} ${fresh()}`, description: mark } }),
    update: async (world, { mark }) => ({ params: { id: await aRow(world) }, body: { description: mark } }),
    remove: async (world) => ({ params: { id: await aRow(world) } }),
    history: async (world) => ({ params: { id: await aRow(world) } }),
    listBin: async (world) => {
      await aBinned(world);
      return {};
    },
    restore: async (world) => ({ params: { id: await aBinned(world) } }),
    purge: async (world) => ({ params: { id: await aBinned(world) } }),
  };
  const slots = ['update', 'remove', 'history', 'restore', 'purge'].map((name) => [
    `${group}.${name} id`,
    word,
  ]);
  return { examples: { [group]: examples } as never, slots: Object.fromEntries(slots) };
}
