import { createHash } from 'node:crypto';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notFound, refuseField } from '../../../shared/server/errors.ts';
import type { Services } from '../../../shared/server/feature.ts';
import { type Handlers, SENT } from '../../../shared/server/http/mount.ts';
import { toBeSaved } from '../../../shared/server/records/file-transfer.ts';
import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
import { localDay, MARKET_CLOCK } from '../../../shared/units/zones.ts';
import type { Payments, paymentsCalls } from '../payments.contract.ts';
import { paymentsOf } from '../payments.model.ts';
import {
  MAX_NAME,
  type PainVersion,
  type PaymentOrder,
  painXml,
  sepaText,
  type Transfer,
} from '../sepa.model.ts';
import { findAccount, listMembers } from './communities.repository.ts';
import { findStatement, type KeptStatement } from './statements.repository.ts';

interface Found {
  readonly statement: KeptStatement;
  readonly payments: Payments;
}

/** Payments of a statement by the accounts as they stand now. @throws AppError not_found */
async function findPayments(tx: Tx, id: number): Promise<Found> {
  const statement = (await findStatement(tx, id)) ?? notFound();
  const { community_id, content } = statement;
  const account = (await findAccount(tx, community_id)) ?? notFound();
  const payments = paymentsOf(content, await listMembers(tx, community_id));
  return { statement, payments: { account, ...payments, total_cents: content.total.change.cents } };
}

/** Who is paid by a file. @throws AppError not_found for who is no member of the statement; invalid for who cannot be paid */
function chosen({ statement, payments }: Found, members: readonly number[] | null): Payments['paid'] {
  if (members === null) return payments.paid;
  const wanted = new Set(members);
  const known = new Set(statement.content.members.map(({ id }) => id));
  if (members.some((id) => !known.has(id))) notFound();
  const paid = payments.paid.filter(({ member_id }) => wanted.has(member_id));
  if (paid.length < wanted.size)
    refuseField('members', 'not_payable', 'One of these members cannot be paid by a file');
  return paid;
}

/** A transfer keeps its name in every file; banks that look at it pay one that they are given twice once. */
const transfersOf = (found: Found, members: readonly number[] | null): Transfer[] => {
  const { year, number, month, content } = found.statement;
  return chosen(found, members).map(({ member_id, holder, iban, cents }) => ({
    id: `CER-${year}-${number}-${member_id}`,
    name: holder,
    iban,
    cents,
    text: `${content.community.name}, ${month}, ${number}/${year}`,
  }));
};

interface OrderRequest {
  readonly version: PainVersion;
  readonly on: string;
  readonly members: readonly number[] | null;
  readonly now: Date;
}

/** @throws AppError invalid where nothing can be paid like this */
function orderOf(found: Found, { version, on, members, now }: OrderRequest): PaymentOrder {
  const { account } = found.payments;
  if (account.iban === '')
    refuseField('', 'no_account', 'Say first from which account the community pays: in its settings');
  if (on < localDay(MARKET_CLOCK, now.getTime()).day)
    refuseField('on', 'day_past', 'A bank cannot be asked to pay on a day that is over');
  const transfers = transfersOf(found, members);
  if (transfers.length === 0)
    refuseField('', 'nothing_to_pay', 'Nobody of these members can be paid by a file');
  const { year, number, content } = found.statement;
  const digest = createHash('sha256').update(JSON.stringify({ transfers, account })).digest('hex');
  const name = account.holder || content.community.name;
  if (sepaText(name, MAX_NAME) === '')
    refuseField(
      '',
      'no_name',
      'Banks take Latin letters alone: name the holder of the account in the settings',
    );
  return {
    version,
    on,
    made_at: now,
    transfers,
    id: `CER-${year}-${number}-${digest.slice(0, 8)}`,
    debtor: { name, iban: account.iban, bic: account.bic, cuc: account.cuc },
  };
}

/** The file, and who has taken it: a bank pays each that it is given. @throws AppError not_found, invalid */
async function takeFile(
  tx: Tx,
  id: number,
  asked: OrderRequest,
): Promise<{ file_name: string; bytes: Buffer }> {
  const found = await findPayments(tx, id);
  const order = orderOf(found, asked);
  await recordAudit(tx, 'community.payments_taken', String(found.statement.community_id), {
    statement: id,
    message: order.id,
    transfers: order.transfers.length,
    transfers_eur: order.transfers.reduce((sum, { cents }) => sum + cents, 0) / 100,
  });
  return { file_name: `sepa-${order.id}.xml`, bytes: Buffer.from(painXml(order)) };
}

export const paymentsHandlers = ({
  pool,
  now: clock,
}: Pick<Services, 'pool' | 'now'>): Handlers<typeof paymentsCalls> => ({
  get: async ({ tx, params }) => (await findPayments(tx, params.id)).payments,
  async file({ scope, params, body, reply }) {
    const asked = { ...body, now: clock() };
    const { file_name, bytes } = await inScope(pool, scope, (tx) => takeFile(tx, params.id, asked));
    await toBeSaved(reply, { file_name, size_bytes: bytes.length }).type('application/xml').send(bytes);
    return SENT;
  },
});
