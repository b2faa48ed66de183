import type { Payments } from './payments.contract.ts';
import { MAX_NAME, MAX_TRANSFER_CENTS, sepaText } from './sepa.model.ts';
import type { StatementContent } from './statements.contract.ts';

/** Where a member is paid. */
export interface MemberAccount {
  readonly id: number;
  readonly iban: string;
  readonly account_holder: string;
}

type LeftOut = Payments['left_out'][number];

/** What of a statement goes to nobody's account: it stays with the community, or belongs to the owner of a plant. */
function ofNobody({ lines }: StatementContent): LeftOut[] {
  return lines
    .filter(({ member_id, change }) => member_id === null && change.cents !== 0)
    .map(({ part, proj_code, name, change }) => ({
      member_id: null,
      name,
      part,
      cents: change.cents,
      reason: proj_code === null ? ('kept' as const) : ('plant_owner' as const),
    }));
}

/** Why a member is not paid by the file; null: they are. */
function obstacle(cents: number, iban: string, name: string): LeftOut['reason'] | null {
  if (cents < 0) return 'taken_back';
  if (iban === '') return 'no_iban';
  if (sepaText(name, MAX_NAME) === '') return 'no_name';
  return cents > MAX_TRANSFER_CENTS ? 'too_much' : null;
}

/**
 * Who is paid what by a statement: what it adds to those before it, member by member, to the cent of its lines. Whoever cannot be
 * paid is told with the reason; both together come to the statement's change.
 */
export function paymentsOf(
  content: StatementContent,
  accounts: readonly MemberAccount[],
): Pick<Payments, 'paid' | 'left_out' | 'paid_cents' | 'left_out_cents'> {
  const known = new Map(accounts.map((account) => [account.id, account]));
  const paid: Payments['paid'][number][] = [];
  const left_out = ofNobody(content);
  for (const { id: member_id, name, change_cents: cents } of content.members) {
    if (cents === 0) continue;
    const { iban = '', account_holder = '' } = known.get(member_id) ?? {};
    const holder = account_holder || name;
    const reason = obstacle(cents, iban, holder);
    if (reason === null) paid.push({ member_id, name, holder, iban, cents });
    else left_out.push({ member_id, name, part: null, cents, reason });
  }
  const sum = (rows: readonly { cents: number }[]) => rows.reduce((all, { cents }) => all + cents, 0);
  return { paid, left_out, paid_cents: sum(paid), left_out_cents: sum(left_out) };
}
