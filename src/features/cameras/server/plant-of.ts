import { notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';

/** The number of a plant that the scope may see. @throws AppError not_found */
export async function plantOf(tx: Tx, proj_code: string): Promise<number> {
  const [plant] = await plantCodes.find(tx, [proj_code], null);
  return plant?.id ?? notFound();
}
