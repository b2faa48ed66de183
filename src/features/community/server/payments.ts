import { createHash } from 'node:crypto';
import { notFound } from '../../../shared/server/errors.ts';
import type { Services } from '../../../shared/server/feature.ts';
import { type Handlers, SENT } from '../../../shared/server/http/mount.ts';
import { toBeSaved } from '../../../shared/server/records/file-transfer.ts';
import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
import { localDay } from '../../../shared/units/zones.ts';
import type { Payments, paymentsCalls } from '../payments.contract.ts';
import { paymentsOf } from '../payments.model.ts';
import { type PainVersion, type PaymentOrder, painXml, type Transfer } from '../sepa.model.ts';
import { findAccount, listMembers } from './communities.repository.ts';
import { refuse } from './refuse.ts';
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

/** A transfer has one name for good, so that a bank which is given it twice pays it once. */
const transfersOf = ({ statement, payments }: Found): Transfer[] => {
  const { year, number, month, content } = statement;
  return payments.paid.map(({ member_id, holder, iban, cents }) => ({
    ...{ id: `CER-${year}-${number}-${member_id}`, name: holder, iban, cents },
    text: `${content.community.name}, ${month}, ${number}/${year}`,
  }));
};

interface Asked {
  readonly version: PainVersion;
  readonly on: string;
  readonly now: Date;
}

/** @throws AppError invalid where nothing can be paid like this */
function orderOf(found: Found, { version, on, now }: Asked): PaymentOrder {
  const { account } = found.payments;
  if (account.iban === '')
    refuse('', 'no_account', 'Say first from which account the community pays: in its settings');
  if (on < localDay('Europe/Rome', now.getTime()).day)
    refuse('on', 'day_past', 'A bank cannot be asked to pay on a day that is over');
  const transfers = transfersOf(found);
  if (transfers.length === 0) refuse('', 'nothing_to_pay', 'Nobody of these members can be paid by a file');
  const { year, number, content } = found.statement;
  const digest = createHash('sha256').update(JSON.stringify({ transfers, account })).digest('hex');
  const name = account.holder || content.community.name;
  return {
    ...{ version, on, made_at: now, transfers },
    id: `CER-${year}-${number}-${digest.slice(0, 8)}`,
    debtor: { name, iban: account.iban, bic: account.bic, cuc: account.cuc },
  };
}

export const paymentsHandlers = ({
  pool,
  now: clock,
}: Pick<Services, 'pool' | 'now'>): Handlers<typeof paymentsCalls> => ({
  get: async ({ tx, params }) => (await findPayments(tx, params.id)).payments,
  async file({ scope, params, query, reply }) {
    const found = await inScope(pool, scope, (tx) => findPayments(tx, params.id), 'read only');
    const order = orderOf(found, { ...query, now: clock() });
    const bytes = Buffer.from(painXml(order));
    const file = { file_name: `sepa-${order.id}.xml`, size_bytes: bytes.length };
    await toBeSaved(reply, file).type('application/xml').send(bytes);
    return SENT;
  },
});
