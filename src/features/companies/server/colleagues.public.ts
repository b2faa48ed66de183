import { allows, type Capability } from '../../../shared/contract/capabilities.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { isOrWasMember, listMembers } from './members.repository.ts';

/** Whether a person is a member of the company who may do something there and sees a plant. */
export async function isColleagueWho(
  tx: Tx,
  user_id: number,
  { may, plant_id }: { may: Capability; plant_id: number },
): Promise<boolean> {
  const [member] = await listMembers(tx, { user_id, plant_id });
  return member !== undefined && allows(may, member.roles);
}

/** The members of the company who may do something there. */
export async function listColleaguesWho(tx: Tx, may: Capability): Promise<number[]> {
  return (await listMembers(tx)).filter(({ roles }) => allows(may, roles)).map(({ user_id }) => user_id);
}

/** Whether an account belongs to the company, or did. */
export const isKnownHere = (tx: Tx, user_id: number): Promise<boolean> => isOrWasMember(tx, user_id);
