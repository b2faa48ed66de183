import type { communityFeature } from '../../../../src/features/community/community.feature.ts';
import { switchesOf } from '../../../../src/features/community/community.model.ts';
import { MAILING } from '../../../../src/features/community/server/mailings.ts';
import type { Statement, StatementContent } from '../../../../src/features/community/statements.contract.ts';
import { makeLink } from '../../../../src/shared/server/signed-links/signed-links.ts';
import { inScope } from '../../../../src/shared/server/tenancy.ts';
import type { AreaPart } from '../../support/area-examples.ts';
import { fresh, made } from '../../support/making.ts';
import { NONE } from '../../support/slot-kinds.ts';
import type { World } from '../../support/world.ts';
import { aCommunity, id } from './making.ts';

type Calls = typeof communityFeature.calls;

/** A closed month of a community in which nobody shared anything. */
const aStatement = async (world: World) => {
  const body = { community: Number(await aCommunity(world)), month: '2025-03', replaces: null };
  return (await made(world, 'statements.close', { body })) as { id: number; community: number };
};

/** A closed month with a member of whom nothing is known in it. */
const aStatedMember = async (world: World) => {
  const pod = { pod: `IT001E${fresh().slice(0, 8).toUpperCase()}`, from_on: '2025-03-31' };
  const body = {
    name: `Community ${fresh()}`,
    members: [{ name: 'Anna', role: 'consumer', email: 'anna@example.org', pods: [pod] }],
  };
  const { id: community } = (await made(world, 'community.create', { body })) as { id: number };
  const closing = { body: { community, month: '2025-03', replaces: null, missing_hours: 24 } };
  const { id, sealed } = (await made(world, 'statements.close', closing)) as Statement;
  return { id: String(id), member_id: String(sealed.content.members[0]?.id) };
};

/** A statement that was mailed to a member, as a worker does. */
async function aMailing(world: World) {
  const { test, scope } = world;
  const { id, member_id } = await aStatedMember(world);
  const [row] = await test.arrange<{ id: number }>(
    `insert into community_mailing (company_id, statement_id, member_id, to_name, to_address, language, days, asked_at)
     values ($1, $2, $3, 'Anna', 'anna@example.org', 'en', 90, now()) returning id`,
    [scope.company_id, id, member_id],
  );
  const record = { kind: MAILING, record_id: Number(row?.id), plant_id: null, party: 'Anna' };
  const { token } = await inScope(test.pool, scope, (tx) => makeLink(tx, record, { now: new Date() }));
  return { id, member_id, token };
}

const IBAN = 'IT60X0542811101000000123456';
/** A statement by which somebody can be paid. */
async function aPayment(world: World) {
  const { test, scope } = world;
  const { id, member_id } = await aStatedMember(world);
  await test.arrange(
    `update community_statement set content = jsonb_set(content, '{members,0,change_cents}', '1234')
     where company_id = $1 and id = $2`,
    [scope.company_id, id],
  );
  await test.arrange('update community_member set iban = $3 where company_id = $1 and id = $2', [
    scope.company_id,
    member_id,
    IBAN,
  ]);
  await test.arrange(
    `update community c set account_iban = $3 from community_member m
     where c.company_id = $1 and m.company_id = $1 and m.id = $2 and m.community_id = c.id`,
    [scope.company_id, member_id, IBAN],
  );
  return { params: { id } };
}

const NOTHING = { cents: 0, advance_cents: null, balance_cents: null };
/** A statement of nothing at all. */
const STATED = (mark: string): StatementContent => ({
  month: '2025-02',
  rules: [],
  notes: [],
  missing: [],
  missing_hours: 0,
  unpriced_hours: 0,
  community: { id: 1, name: mark, legal_form: mark, substation: mark, version: 1 },
  rule: {
    management_percent: 10,
    producers_percent: 40,
    consumers_percent: 50,
    equidistribution: false,
    surplus_to: 'consumers',
  },
  switches: switchesOf({}),
  energy: { injected_kwh: 0, withdrawn_kwh: 0, shared_kwh: 0, incentivised_kwh: 0 },
  money: { incentive_cents: 0, valorisation_cents: 0, surplus_cents: 0 },
  total: { due: NOTHING, change: NOTHING },
  members: [],
  lines: [],
});

/** Closed months, on their way to members and banks. */
export const statements = {
  examples: {
    statements: {
      list: async (world) => ({ query: { community: String((await aStatement(world)).community) } }),
      get: async (world) => ({ params: { id: String((await aStatement(world)).id) } }),
      trial: async (world) => ({ body: { community: Number(await aCommunity(world)), month: '2025-03' } }),
      close: async (world) => ({
        body: { community: Number(await aCommunity(world)), month: '2025-03', replaces: null },
      }),
    },
    statementFiles: {
      lines: async (world) => ({ params: { id: String((await aStatement(world)).id) } }),
      document: async (world) => ({ params: await aStatedMember(world) }),
    },
    memberStatements: {
      mailings: async (world) => ({ params: { id: (await aMailing(world)).id } }),
      mail: async (world) => ({
        params: { id: (await aStatedMember(world)).id },
        body: { language: 'it' },
      }),
      withdrawLink: async (world) => {
        const { id, member_id } = await aMailing(world);
        return { params: { id, member_id } };
      },
      get: async (world) => ({ params: { token: (await aMailing(world)).token } }),
      document: async (world) => ({ params: { token: (await aMailing(world)).token } }),
    },
    payments: {
      get: aPayment,
      file: async (world) => ({ ...(await aPayment(world)), body: { on: '2099-01-05' } }),
    },
  },
  slots: {
    'statements.list community': id,
    'statements.get id': id,
    'statementFiles.lines id': id,
    'statementFiles.document id': id,
    'statementFiles.document member_id': id,
    'payments.get id': id,
    'payments.file id': id,
    'payments.file members': NONE,
    'memberStatements.mailings id': id,
    'memberStatements.mail id': id,
    'memberStatements.mail members': NONE,
    'memberStatements.withdrawLink id': id,
    'memberStatements.withdrawLink member_id': id,
    'statements.trial community': id,
    'statements.trial member_id': NONE,
    'statements.close community': id,
    'statements.close replaces': NONE,
    'statements.trial advance_cents': NONE,
    'statements.close advance_cents': NONE,
  },
  rows: {
    community_statement: ({ company_id, ids, mark }) => ({
      company_id,
      community_id: ids.community,
      year: 2025,
      number: 1,
      month: '2025-02-01',
      revision: 0,
      content: JSON.stringify(STATED(mark)),
      hash: '0'.repeat(64),
      previous_hash: mark,
      closed_by: 1,
      closed_at: '2025-03-15T12:00:00Z',
    }),
    community_statement_name: ({ company_id, ids, mark }) => ({
      company_id,
      statement_id: ids.community_statement,
      seal: `~${'0'.repeat(32)}`,
      kind: 'member',
      ref: mark,
      text: mark,
      salt: mark,
    }),
    community_statement_reseal: ({ company_id, ids }) => ({
      company_id,
      statement_id: ids.community_statement,
      hash: '0'.repeat(64),
      resealed_at: '2025-03-15T12:00:00Z',
    }),
    community_mailing: ({ company_id, ids, mark }) => ({
      company_id,
      statement_id: ids.community_statement,
      member_id: 1,
      to_name: mark,
      to_address: mark,
      language: 'it',
      days: 90,
      asked_at: '2025-03-15T12:00:00Z',
    }),
  },
} satisfies AreaPart<Calls, 'statements' | 'statementFiles' | 'memberStatements' | 'payments'>;
