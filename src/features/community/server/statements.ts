import type { z } from 'zod';
import { listMemberNames } from '../../../shared/server/account-names.repository.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, notFound, refuseField } from '../../../shared/server/errors.ts';
import { type Handlers, ReadyJson } from '../../../shared/server/http/mount.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { savedMeanwhile } from '../../../shared/server/records/version.ts';
import { nextInChain, sealOf, sha256 } from '../../../shared/server/sealed-chain.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { dayAfterMonth } from '../../../shared/units/months.ts';
import { dayBorders, localDay, MARKET_CLOCK } from '../../../shared/units/zones.ts';
import type { QueryWorkers } from '../../measurements/server/query-worker.public.ts';
import { percentSum } from '../community.model.ts';
import { contentOf } from '../statement.model.ts';
import { saysTheSame, seenOf } from '../statement-amounts.model.ts';
import type { StatementInputs } from '../statement-energies.model.ts';
import { namesApart } from '../statement-names.model.ts';
import type {
  NewStatement,
  Statement,
  StatementContent,
  StatementMember,
  StatementRow,
  StatementTrial,
  statementsCalls,
  TriedRules,
} from '../statements.contract.ts';
import { listCommunities, lockCommunities } from './communities.repository.ts';
import type { CommunityQuestion } from './community-question.ts';
import { sealText } from './seal-text.ts';
import { statementInputs, withRules } from './statement-inputs.ts';
import { insertNames } from './statement-names.repository.ts';
import {
  countStatements,
  findStatement,
  findStatementOf,
  insertStatement,
  type KeptStatement,
  lastOfCompany,
  listStatements,
  type StatementRecord,
} from './statements.repository.ts';

/** The last correction of a month alone. */
const LAST = { page: 1, page_size: 1 };
const MOVED = 'The month comes to something else than was seen: look at it again';

/** Whether the last hour of a month has passed. */
function isOver(month: string, now: Date): boolean {
  return dayBorders(MARKET_CLOCK, dayAfterMonth(month)).start <= now.getTime();
}

type Names = ReadonlyMap<number, string>;

const rowOf = (record: StatementRecord, names: Names) => ({
  id: record.id,
  community: record.community_id,
  year: record.year,
  number: record.number,
  month: record.month,
  revision: record.revision,
  corrects: record.corrects,
  closed_by: names.get(record.closed_by) ?? '',
  closed_at: record.closed_at.toISOString(),
  hash: record.hash,
});

type Listed = z.output<typeof statementsCalls.list.query>;

/** Closed statements of a community, of one month where it is said. */
async function statementRows(
  tx: Tx,
  { community, month, ...page }: Omit<Listed, 'month'> & { readonly month?: string | undefined },
): Promise<StatementRow[]> {
  const records = await listStatements(tx, { community_id: community, month }, page);
  const names = await listMemberNames(
    tx,
    records.map(({ closed_by }) => closed_by),
  );
  return records.map((record) => ({
    ...rowOf(record, names),
    due_cents: record.due_cents,
    change_cents: record.change_cents,
  }));
}

type Sealed = Statement['sealed'];

type Sealable = Omit<StatementRecord, 'id' | 'hash'>;

export const sealedOf = (tx: Tx, record: Sealable, content: StatementContent): Sealed => ({
  company: tx.scope.company_id,
  year: record.year,
  number: record.number,
  revision: record.revision,
  corrects: record.corrects,
  closed_by: record.closed_by,
  closed_at: record.closed_at.toISOString(),
  previous_hash: record.previous_hash,
  content,
});

/** Whether a statement is the last of its month, and who closed it. */
async function placeOf(tx: Tx, { id, community_id, month, closed_by }: StatementRecord) {
  const names = await listMemberNames(tx, [closed_by]);
  const [last] = await listStatements(tx, { community_id, month }, LAST);
  return { names, is_last: last?.id === id };
}

/** A closed statement as it is answered. @throws AppError not_found */
export async function presentStatement(tx: Tx, id: number): Promise<Statement> {
  const record = (await findStatement(tx, id)) ?? notFound();
  const { names, is_last } = await placeOf(tx, record);
  const { resealed_at, names_in_hash } = record;
  const resealed = resealed_at && { at: resealed_at.toISOString() };
  // One that was closed with names in it is told as it was, while they are all there.
  const whole = names_in_hash && !resealed;
  return {
    ...rowOf(record, names),
    is_last,
    resealed,
    names: whole ? [] : record.names.map(({ ref: _, ...name }) => name),
    sealed: sealedOf(tx, record, whole ? record.content : record.nameless),
  };
}

/** A closed statement as far as it concerns one of its members. */
export type StatementOfMember = ReturnType<typeof rowOf> & {
  readonly is_last: boolean;
  readonly member: StatementMember;
  /** Its lines alone; members and gaps of others are left out. */
  readonly content: StatementContent;
};

/** What a closed statement says of one member. @throws AppError not_found */
export async function presentOwnPart(tx: Tx, id: number, member_id: number): Promise<StatementOfMember> {
  const record = (await findStatementOf(tx, id, member_id)) ?? notFound();
  const { names, is_last } = await placeOf(tx, record);
  const { content } = record;
  return { ...rowOf(record, names), is_last, content, member: content.members[0] ?? notFound() };
}

/** A closed statement as it is read, with the names in their places. @throws AppError not_found */
export const readStatement = async (tx: Tx, id: number): Promise<KeptStatement> =>
  (await findStatement(tx, id)) ?? notFound();

/** The content of the last statement of a month; null: it was not closed yet. */
export async function lastOf(tx: Tx, community_id: number, month: string): Promise<KeptStatement | null> {
  const [last] = await listStatements(tx, { community_id, month }, LAST);
  return last ? ((await findStatement(tx, last.id)) ?? null) : null;
}

function judgeRules(rules: TriedRules): void {
  const sum = percentSum([rules.management_percent, rules.producers_percent, rules.consumers_percent]);
  if (sum !== 100)
    refuseField('rules.consumers_percent', 'percent_not_100', 'The percentages must come to 100');
}

type TrialAsked = z.output<typeof statementsCalls.trial.body>;

/** A month as it would be closed now, and by other rules. @throws AppError not_found, invalid */
export async function tryMonth(tx: Tx, { rules, ...asked }: TrialAsked, now: Date): Promise<StatementTrial> {
  if (rules) judgeRules(rules);
  const { community, month } = asked;
  const corrected = (await lastOf(tx, community, month))?.content ?? null;
  const inputs = await statementInputs(tx, asked, { corrected, now });
  const standing = contentOf(inputs, corrected);
  return {
    is_over: isOver(month, now),
    agreed_anew: inputs.agreed_anew,
    last: (await statementRows(tx, { community, month, ...LAST }))[0] ?? null,
    now: standing,
    digest: sha256(seenOf(standing)),
    tried: rules && contentOf(withRules(inputs, rules), corrected),
    advance_cents: corrected?.total.due.advance_cents ?? null,
  };
}

/** @throws AppError invalid where the month cannot be closed like this; conflict where it has moved since it was seen */
function judgeClosing(
  content: StatementContent,
  corrected: StatementContent | null,
  { missing_hours, seen }: Pick<NewStatement, 'missing_hours' | 'seen'>,
): void {
  if (seen !== undefined && seen !== sha256(seenOf(content)))
    throw new AppError('conflict', MOVED, { errors: [{ path: '', message: MOVED, code: 'month_moved' }] });
  if (content.missing_hours !== missing_hours)
    refuseField(
      'missing_hours',
      'hours_missing',
      'Hours are not known: look at them, and close with exactly these',
    );
  if (corrected && saysTheSame(content, corrected))
    refuseField('month', 'nothing_changed', 'Nothing has changed since this month was closed');
}

/** Closes a month, or corrects how it was closed. @throws AppError not_found, invalid; conflict where somebody closed it meanwhile */
export async function closeMonth(tx: Tx, given: NewStatement, now: Date): Promise<Statement> {
  const { community, month } = given;
  // One after the other in the company: numbers and hashes follow each other.
  await lockCommunities(tx);
  if ((await listCommunities(tx, community)).length === 0) notFound();
  if (!isOver(month, now)) refuseField('month', 'month_not_over', 'This month is not over yet');
  const corrected = await lastOf(tx, community, month);
  if (given.replaces !== (corrected?.id ?? null)) {
    if (!corrected) return notFound();
    throw savedMeanwhile(await presentStatement(tx, corrected.id));
  }
  const inputs = await statementInputs(tx, given, { corrected: corrected?.content ?? null, now });
  const content = contentOf(inputs, corrected?.content ?? null);
  judgeClosing(content, corrected?.content ?? null, given);
  const id = await keep(tx, { content, plants: inputs.plants, corrected, now });
  await recordAudit(tx, 'community.closed', String(community), { statement: id, month });
  await notifyTopics(tx, ['communities']);
  return presentStatement(tx, id);
}

interface Closing {
  readonly content: StatementContent;
  readonly plants: StatementInputs['plants'];
  readonly corrected: KeptStatement | null;
  readonly now: Date;
}

async function keep(tx: Tx, { content, plants, corrected, now }: Closing): Promise<number> {
  const today = Number(localDay(MARKET_CLOCK, now.getTime()).day.slice(0, 4));
  const apart = namesApart(content, { plants, seal: sealText });
  const record = {
    community_id: content.community.id,
    ...nextInChain(await lastOfCompany(tx), today),
    month: content.month,
    closed_by: tx.scope.user_id ?? notFound(),
    closed_at: now,
    revision: corrected ? corrected.revision + 1 : 0,
    corrects: corrected?.id ?? null,
  };
  const hash = sealOf(sealedOf(tx, record, apart.content));
  const id = await insertStatement(tx, { ...record, hash, nameless: apart.content });
  await insertNames(tx, id, apart.names);
  return id;
}

interface Deps {
  readonly communityThreads: QueryWorkers<CommunityQuestion>;
}

export const statementsHandlers = ({ communityThreads }: Deps): Handlers<typeof statementsCalls> => ({
  async list({ tx, query }) {
    const { community, month } = query;
    if ((await listCommunities(tx, community)).length === 0) notFound();
    const count = await countStatements(tx, { community_id: community, month });
    return { count, results: await statementRows(tx, query) };
  },
  get: ({ tx, params }) => presentStatement(tx, params.id),
  // A month of many members is not read and calculated where other calls wait.
  trial: async ({ scope, body, gone }) =>
    new ReadyJson(await communityThreads.ask(scope, { trial: body }, gone)),
  close: async ({ scope, body }) => new ReadyJson(await communityThreads.ask(scope, { close: body })),
});
