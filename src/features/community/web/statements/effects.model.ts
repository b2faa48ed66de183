import type { StatementContent, StatementLine, StatementTrial } from '../../statements.contract.ts';

/** What somebody is due by the rules that hold, and by those that are tried. */
export interface Effect {
  readonly key: string;
  /** Of what is no member's; null for a member. */
  readonly part: StatementLine['part'] | null;
  readonly name: string;
  readonly now_cents: number;
  readonly tried_cents: number;
  readonly more_cents: number;
}

type Named = Pick<Effect, 'key' | 'part' | 'name'>;

/** A member has one row whatever parts it is due; management, fund and owners of plants have their own. */
function namedOf({ part, member_id, proj_code, name }: StatementLine): Named {
  return member_id === null
    ? { key: `${part} ${proj_code ?? ''}`, part, name }
    : { key: `member ${member_id}`, part: null, name };
}

function sums({ lines }: StatementContent): Map<string, Named & { cents: number }> {
  const rows = new Map<string, Named & { cents: number }>();
  for (const line of lines) {
    const named = namedOf(line);
    rows.set(named.key, { ...named, cents: (rows.get(named.key)?.cents ?? 0) + line.due.cents });
  }
  return rows;
}

/** The effect of tried rules on each; whoever stands on one side only is due nothing on the other. */
export function effectsOf({ now, tried }: Pick<StatementTrial, 'now' | 'tried'>): Effect[] {
  const [before, after] = [sums(now), tried ? sums(tried) : new Map<string, Named & { cents: number }>()];
  return [...new Map([...before, ...after]).values()].map(({ key, part, name }) => {
    const [now_cents, tried_cents] = [before.get(key)?.cents ?? 0, after.get(key)?.cents ?? 0];
    return { key, part, name, now_cents, tried_cents, more_cents: tried_cents - now_cents };
  });
}
