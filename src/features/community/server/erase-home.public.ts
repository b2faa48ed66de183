import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound } from '../../../shared/server/errors.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { sealOf } from '../../../shared/server/sealed-chain.ts';
import { deleteLinks } from '../../../shared/server/signed-links/signed-links.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { lockCommunities, updateCommunity } from './communities.repository.ts';
import { clearMembers, listHolders, replacePod } from './erase-pods.repository.ts';
import { deleteMailings } from './mailings.repository.ts';
import { MAILING } from './mailings.ts';
import { type Erased, replaceNames } from './statement-names.repository.ts';
import { findStatement, insertReseal, listToReseal } from './statements.repository.ts';
import { sealedOf } from './statements.ts';

interface Home {
  readonly plant: Erased['plant'];
  /** Its own, and that of its plant where it is another. */
  readonly pods: readonly string[];
  readonly pseudonym: string;
}

interface ErasedStatements {
  /** Members of communities that are called by the pseudonym from now on. */
  readonly members: number;
  /** Closed statements in which it stands in the place of names and PODs. */
  readonly statements: number;
  /** What stands in the place of each POD. */
  readonly pods: ReadonlyMap<string, string>;
}

/** In the form of a POD, so that what was measured there stays in its community's sums. */
const podPseudonym = (): string => `ITX${randomBytes(6).toString('hex').toUpperCase()}`;

/** Whether it stands in the place of the POD of a home that was erased. */
export const isErasedPod = (pod: string): boolean => /^ITX[0-9A-F]{12}$/.test(pod);

/** Statements from before names stood apart, and those that follow them in the chain: a second seal holds what stays, and no hash before. */
async function resealOld(tx: Tx, statements: readonly number[], at: Date): Promise<void> {
  for (const id of await listToReseal(tx, statements)) {
    const record = (await findStatement(tx, id)) ?? notFound();
    const sealed = sealedOf(tx, { ...record, previous_hash: null }, record.nameless);
    await insertReseal(tx, id, { hash: sealOf(sealed), at });
  }
}

/**
 * Puts a pseudonym in the place of a home whose data are deleted: its POD, and the member who has it and no other one. Hours and closed
 * statements keep energy and euros, and their seals.
 */
export async function eraseHomeFromCommunities(tx: Tx, home: Home, now: Date): Promise<ErasedStatements> {
  const { plant, pseudonym } = home;
  // Nobody closes a month with the names meanwhile.
  await lockCommunities(tx);
  const pods = new Map(home.pods.filter((pod) => pod !== '').map((pod) => [pod, podPseudonym()]));
  const holders = (await listHolders(tx, [...pods.keys()])).filter(({ only }) => only);
  const members = holders.map(({ member_id }) => member_id);
  const communities = new Set<number>();
  for (const [pod, instead] of pods) for (const id of await replacePod(tx, pod, instead)) communities.add(id);
  await clearMembers(tx, members, pseudonym);
  for (const record_id of await deleteMailings(tx, members))
    await deleteLinks(tx, { kind: MAILING, record_id });
  const statements = await replaceNames(tx, { members, plant, pods, pseudonym });
  await resealOld(tx, statements, now);
  for (const id of communities) {
    // Whoever had the names open does not write them back.
    await updateCommunity(tx, id, {});
    await recordAudit(tx, 'community.home_erased', String(id), {});
  }
  if (communities.size + statements.length > 0) await notifyTopics(tx, ['communities', 'community_mailings']);
  return { members: members.length, statements: statements.length, pods };
}
