import { notFound } from '../../../shared/server/errors.ts';
import type { Services } from '../../../shared/server/feature.ts';
import { type Handlers, SENT } from '../../../shared/server/http/mount.ts';
import { pdfToBeSeen } from '../../../shared/server/records/file-transfer.ts';
import { noteUse } from '../../../shared/server/signed-links/signed-links.repository.ts';
import { openLink } from '../../../shared/server/signed-links/signed-links.ts';
import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
import { companyNameOf } from '../../notifications/server/company.public.ts';
import { assumptionsOfMonth } from '../assumptions.model.ts';
import type { MemberStatement, memberStatementsCalls } from '../member-statements.contract.ts';
import { findMailing } from './mailings.repository.ts';
import { MAILING, mailStatement, presentMailings, withdrawMemberLink } from './mailings.ts';
import { printMember } from './statement-document.ts';
import { presentOwnPart } from './statements.ts';

/** The member and statement that a link opens. @throws AppError not_found */
async function opened(tx: Tx, token: string, now: Date) {
  const link = await openLink(tx, MAILING, token, now);
  const mailing = (await findMailing(tx, link.record_id)) ?? notFound();
  return { ...mailing, link };
}

/** What a closed month says of one member and of the community as a whole; of the others nothing. */
async function presentMember(tx: Tx, token: string, now: Date): Promise<MemberStatement> {
  const { statement_id, member_id, link } = await opened(tx, token, now);
  const { content, member, ...statement } = await presentOwnPart(tx, statement_id, member_id);
  const { community, lines, money, energy, rule, rules, notes, switches } = content;
  const { month, year, number, revision, is_last, closed_at, hash } = statement;
  const { withdrawn_kwh, shared_kwh, injected_kwh, given_kwh, missing_hours } = member;
  return {
    company: await companyNameOf(tx),
    community: community.name,
    name: member.name,
    pods: member.pods,
    due_cents: member.due_cents,
    change_cents: member.change_cents,
    month,
    year,
    number,
    revision,
    is_last,
    closed_at,
    hash,
    expires_at: link.expires_at.toISOString(),
    energy: { withdrawn_kwh, shared_kwh, injected_kwh, given_kwh, missing_hours },
    lines: lines.map(({ part, due }) => ({ part, cents: due.cents })),
    why: {
      shared_kwh: energy.shared_kwh,
      total_cents: money.incentive_cents + money.valorisation_cents,
      surplus_cents: money.surplus_cents,
      rule,
      rules: rules.map(({ version, assumption }) => ({ version, assumption })),
      // Of hours that are not known a member is told their own.
      notes: notes.filter(({ code }) => code !== 'missing_hours'),
      assumptions: assumptionsOfMonth(switches),
    },
  };
}

/** Statements on their way to members, and what the links open that they were sent. */
export const memberStatementsHandlers = ({
  pool,
  jobs,
  now: clock,
}: Pick<Services, 'pool' | 'jobs' | 'now'>): Handlers<typeof memberStatementsCalls> => ({
  mailings: ({ tx, params, now }) => presentMailings(tx, params.id, now),
  mail: ({ tx, params, body, now }) => mailStatement(tx, { ...body, id: params.id }, { jobs, now }),
  withdrawLink: ({ tx, params, now }) => withdrawMemberLink(tx, { ...params, now }),
  get: ({ tx, params, now }) => presentMember(tx, params.token, now),
  async document({ scope, params, query, language, reply }) {
    const { statement_id, member_id } = await inScope(pool, scope, async (tx) => {
      const found = await opened(tx, params.token, clock());
      await noteUse(tx, found.link.id, clock());
      return found;
    });
    const asked = { pool, scope, id: statement_id, member_id, language: query.language ?? language };
    const { file_name, bytes } = await printMember(asked);
    await pdfToBeSeen(reply, { file_name, size_bytes: bytes.length }).send(Buffer.from(bytes));
    return SENT;
  },
});
