import { fresh, made } from '../../support/making.ts';
import type { World } from '../../support/world.ts';

/** A community that everybody of the company may know of: its texts carry no mark of a plant. */
export const aCommunity = async (world: World): Promise<string> => {
  const body = { name: `Community ${fresh()}` };
  return String((await made(world, 'community.create', { body })).id);
};

export const id = { made: true, plantless: true } as const;
