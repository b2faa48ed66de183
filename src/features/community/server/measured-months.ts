import { notFound, refuseField } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { hoursBehind } from '../hours-behind.model.ts';
import type { HoursAsked, MeasuredHours, MeasuredPlants } from '../measured.contract.ts';
import { type OpenedMonth, openMonth, plantsOfMonth } from '../opened-month.model.ts';
import { listUnseenPlants } from './communities.repository.ts';
import { unseenHours } from './results.ts';
import { statementInputs } from './statement-inputs.ts';
import { lastOf } from './statements.ts';

type Query = Pick<HoursAsked, 'community' | 'month'>;

/** A month as its statement would be made now, with what stands behind it. @throws AppError not_found, invalid */
async function opened(tx: Tx, { community, month }: Query, now: Date): Promise<OpenedMonth> {
  const closed = (await lastOf(tx, community, month))?.content ?? null;
  const asked = { community, month, advance_cents: null, agreement: 'as_closed' } as const;
  const inputs = await statementInputs(tx, asked, { corrected: closed, now });
  const unseen = await listUnseenPlants(tx, community);
  return openMonth(inputs, (settled) => unseenHours(settled, unseen));
}

/** What each plant of a community came to in a month. @throws AppError not_found, invalid */
export const monthPlants = async (tx: Tx, asked: Query, now: Date): Promise<MeasuredPlants> =>
  plantsOfMonth(await opened(tx, asked, now));

/** The hours behind a plant's euros, or a member's share. @throws AppError not_found, invalid */
export async function monthHours(
  tx: Tx,
  { plant, member, ...asked }: HoursAsked,
  now: Date,
): Promise<MeasuredHours> {
  if ((plant === undefined) === (member === undefined))
    refuseField('plant', 'plant_or_member', 'Name a plant or a member, and not both');
  const of = plant === undefined ? { member: member ?? notFound() } : { plant };
  return hoursBehind(await opened(tx, asked, now), of) ?? notFound();
}
