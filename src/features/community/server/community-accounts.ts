import { isDeepStrictEqual } from 'node:util';
import { allows } from '../../../shared/contract/capabilities.ts';
import { refuseField } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { CommunityAccount } from '../accounts.contract.ts';
import type { CommunityChange, CommunityMember, NewMember } from '../community.contract.ts';
import { ibanOf, isMasked, maskedIban } from '../iban.model.ts';
import { numbersKept } from '../members-kept.model.ts';

export const NO_ACCOUNT: CommunityAccount = { iban: '', holder: '', bic: '', cuc: '' };

/** Whether the reader is shown whole account numbers, and may change them. */
export const mayPay = (tx: Tx): boolean => allows('community.close', tx.scope.roles);

/** Whether the reader is shown members, whose data are personal. */
export const maySeeMembers = (tx: Tx): boolean => allows('community.write', tx.scope.roles);

/** An account as the reader may see it. */
export function shownAccount(tx: Tx, account: CommunityAccount): CommunityAccount {
  if (!maySeeMembers(tx)) return NO_ACCOUNT;
  return mayPay(tx) ? account : { ...account, iban: maskedIban(account.iban) };
}

/** Members as the reader may see them. */
export function shownMembers(tx: Tx, members: readonly CommunityMember[]): CommunityMember[] {
  if (!maySeeMembers(tx)) return [];
  return members.map((member) => (mayPay(tx) ? member : { ...member, iban: maskedIban(member.iban) }));
}

type Accounts = Pick<CommunityChange, 'account' | 'members'>;

const isEcho = (given: string, known: string): boolean =>
  given === ibanOf(known) || given === ibanOf(maskedIban(known));

function accountUnlessEchoed(given: CommunityAccount, known: CommunityAccount): CommunityAccount | undefined {
  const account = isEcho(given.iban, known.iban) ? { ...given, iban: known.iban } : given;
  return isDeepStrictEqual(account, known) ? undefined : account;
}

function memberUnlessEchoed(
  { iban, account_holder, ...member }: NewMember,
  known?: CommunityMember,
): NewMember {
  const isSame = iban === undefined || isEcho(iban, known?.iban ?? '');
  return {
    ...member,
    ...(!isSame && { iban }),
    ...(account_holder !== (known?.account_holder ?? '') && { account_holder }),
  };
}

/** Accounts of a change without those that are sent back as they were answered, whole or masked: these stay as they are. */
export function unlessEchoed(
  { account, members }: Accounts,
  known: { account: CommunityAccount; members: readonly CommunityMember[] },
): Accounts {
  const numbers = members ? numbersKept(known.members, members) : [];
  const byNumber = new Map(known.members.map((member) => [member.id, member]));
  return {
    account: account && accountUnlessEchoed(account, known.account),
    members: members?.map((member, index) => memberUnlessEchoed(member, byNumber.get(numbers[index] ?? 0))),
  };
}

const NOT_AN_IBAN = 'must be an IBAN of SEPA without a mistyped sign';
const NOT_YOURS = 'Bank accounts are changed by those who may close months';

/** @throws AppError invalid for a masked account that is none of what is stored, and where somebody changes accounts who may not */
export function judgeAccounts(tx: Tx, { account, members = [] }: Accounts): void {
  const masked = members.findIndex(({ iban = '' }) => isMasked(iban));
  if (masked >= 0) refuseField(`members.${masked}.iban`, 'invalid', NOT_AN_IBAN);
  if (account && isMasked(account.iban)) refuseField('account.iban', 'invalid', NOT_AN_IBAN);
  if (mayPay(tx)) return;
  if (account) refuseField('account.iban', 'account_not_yours', NOT_YOURS);
  const row = members.findIndex(
    ({ iban, account_holder }) => iban !== undefined || account_holder !== undefined,
  );
  if (row >= 0) refuseField(`members.${row}.iban`, 'account_not_yours', NOT_YOURS);
}
