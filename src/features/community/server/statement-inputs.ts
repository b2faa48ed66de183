import { notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { switchesOf } from '../community.model.ts';
import { isAgreedAnew, membersAsClosed, ruleAsClosed } from '../statement-closed.model.ts';
import type { StatementInputs } from '../statement-energies.model.ts';
import type { NewStatement, StatementContent, TriedRules } from '../statements.contract.ts';
import { listCommunities, listLinkedPlants, listMembers } from './communities.repository.ts';
import { judgePlantsOfMonth } from './communities.ts';
import { listPlantPods } from './plants.repository.ts';
import { measuredMonths } from './results.ts';
import { listOtherMonths } from './statements.repository.ts';

interface Query {
  readonly community: number;
  readonly month: string;
  readonly advance_cents: number | null;
  readonly agreement: NewStatement['agreement'];
}

/** What a month's statement is made of, as everything stands, and whether today's agreement is another. */
export interface StandingInputs extends StatementInputs {
  readonly agreed_anew: boolean;
}

/**
 * What a month's statement is made of, as everything stands; a correction is divided by the agreement by which the month was closed,
 * unless today's is asked for. @throws AppError not_found; invalid where a plant's energy would be paid twice
 */
export async function statementInputs(
  tx: Tx,
  { community: id, month, advance_cents, agreement }: Query,
  { corrected, now }: { corrected: StatementContent | null; now: Date },
): Promise<StandingInputs> {
  const [row] = await listCommunities(tx, id);
  const community = row ?? notFound();
  const closed = agreement === 'today' ? null : corrected;
  const [members, linked] = [await listMembers(tx, id), await listLinkedPlants(tx, id)];
  await judgePlantsOfMonth(tx, { community_id: id, month, plants: linked });
  const today = { rule: community, switches: switchesOf(community.switches), members };
  const pods = await listPlantPods(
    tx,
    linked.map(({ plant_id }) => plant_id),
  );
  const { name, legal_form, substation, version } = community;
  return {
    community: { id, name, legal_form, substation, version },
    agreed_anew: isAgreedAnew(today, corrected),
    rule: ruleAsClosed(community, closed),
    members: membersAsClosed(members, closed),
    plants: linked.map((plant) => ({ ...plant, pod: pods.get(plant.plant_id)?.pod ?? '' })),
    measured: await (await measuredMonths(tx, id, { closed, now }))(month),
    advance_cents,
    others: await listOtherMonths(tx, id, month),
  };
}

/** The same by other rules: percentages, and the order in which members are given shared energy. */
export function withRules(inputs: StatementInputs, { levels, ...rule }: TriedRules): StatementInputs {
  const tried = new Map(levels.map(({ member_id, level }) => [member_id, level]));
  const { measured, members } = inputs;
  return {
    ...inputs,
    rule,
    members: members.map((member) => ({ ...member, level: tried.get(member.id) ?? member.level })),
    measured: {
      ...measured,
      pods: measured.pods.map((pod) => ({ ...pod, level: tried.get(pod.member_id) ?? pod.level })),
    },
  };
}
