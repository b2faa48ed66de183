import type { SplitRule } from '../../energy/community/split.ts';
import { type Switches, switchesOf } from './community.model.ts';
import type { StatedMember } from './statement-energies.model.ts';
import type { StatementContent } from './statements.contract.ts';

type Agreed = Pick<StatedMember, 'id' | 'role' | 'kind' | 'level'>;

/** By what a closed month was divided: what was agreed later divides other months. */
export type Closed = Pick<StatementContent, 'rule' | 'switches'> & { readonly members: readonly Agreed[] };

/** Members with the role, kind and level that they had when the month was closed; who was none then has today's. */
export function membersAsClosed<T extends Agreed>(members: readonly T[], closed: Closed | null): T[] {
  const then = new Map((closed?.members ?? []).map((member) => [member.id, member]));
  return members.map((member) => {
    const { role, kind, level } = then.get(member.id) ?? member;
    return { ...member, role, kind, level };
  });
}

/** Choices of a closed month; before they were choices, the surplus was judged by the month and every plant shared. */
export const switchesAsClosed = (switches: Switches, closed: Closed | null): Switches =>
  closed ? switchesOf({ surplus_period: 'month', existing_beyond: 'counted', ...closed.switches }) : switches;

const ruleOf = ({
  management_percent,
  producers_percent,
  consumers_percent,
  equidistribution,
  surplus_to,
}: SplitRule): SplitRule => ({
  management_percent,
  producers_percent,
  consumers_percent,
  equidistribution,
  surplus_to,
});

export const ruleAsClosed = (rule: SplitRule, closed: Closed | null): SplitRule =>
  ruleOf(closed?.rule ?? rule);

/** Whether a month that is closed anew would be divided otherwise by what is agreed today. */
export function isAgreedAnew(
  today: { readonly rule: SplitRule; readonly switches: Switches; readonly members: readonly Agreed[] },
  closed: Closed | null,
): boolean {
  if (!closed) return false;
  const told = ({ rule, switches, members }: typeof today) =>
    JSON.stringify([
      ruleOf(rule),
      Object.entries(switches).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      members.map(({ id, role, kind, level }) => [id, role, kind, level]),
    ]);
  const then = {
    rule: ruleAsClosed(today.rule, closed),
    switches: switchesAsClosed(today.switches, closed),
    members: membersAsClosed(today.members, closed),
  };
  return told(today) !== told(then);
}
