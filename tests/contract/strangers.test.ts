import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Capability, Role } from '../../src/shared/contract/capabilities.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { createTestApp, type Headers, join, makeUser, signIn, type TestApp } from '../support/app.ts';
import { tokenIn } from '../support/companies.ts';
import { type Answer, ask, bare, requestsMade } from './support/ask.ts';
import { calls, type DeclaredCall, isCapability, isStream } from './support/calls.ts';
import { canaryFaults, plantCanaries } from './support/canaries.ts';
import { type ExampleRequest, exampleOf } from './support/examples.ts';
import { forLoops } from './support/loops.ts';
import { asking, pathsFloor } from './support/path-variants.ts';
import { mayByTable, ROLE_SETS } from './support/permission-matrix.ts';
import { owned } from './support/slot-kinds.ts';
import {
  type ForeignValue,
  foreignIds,
  foreignValueOf,
  MISSING_IDS,
  type Slot,
  slots,
  withValue,
} from './support/slots.ts';
import { strangersFloor } from './support/strangers-floor.ts';
import { guardedOfToday, inThisTurn } from './support/turns.ts';
import { makeWorld, OWNER_ROLES, type World } from './support/world.ts';

/** Somebody with a session that was good a second ago, at least. */
interface Asker {
  readonly name: string;
  readonly user_id: number;
  readonly roles: readonly Role[];
  readonly headers: Headers;
}

const company = ({ company_id }: Pick<Scope, 'company_id'>): Headers => ({ 'id-client': String(company_id) });
/** Every text in a value that holds the mark, longest first. */
function wordsWith(mark: string, value: unknown): string[] {
  if (typeof value === 'string') return value.includes(mark) ? [value] : [];
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  const words = Object.values(value).flatMap((one) => wordsWith(mark, one));
  return words.sort((a, b) => b.length - a.length);
}
const inAll = ({ headers, text }: Answer): string => JSON.stringify(headers) + text;

describe('whoever asks, for whatever', () => {
  let test: TestApp;
  /** The company whose ids are asked for by those who do not belong to it, or not any more. */
  let own: World;
  let other: World;
  /** Disabled a second ago. */
  let closed: World;
  const inClosed = new Map<string, ExampleRequest>();
  let members: Asker[];
  let outsiders: Asker[];
  let dismissed: Asker[];
  let shutOut: Asker[];

  async function makeAskers(name: string, world: World): Promise<Asker[]> {
    const plants = [world.plant.plant_id];
    return Promise.all(
      ROLE_SETS.map(async (roles) => {
        const { id } = await makeUser(test, { company: world.scope, roles, plants });
        const headers = await signIn(test, { id }, world.scope);
        return { name: `${name} [${roles}]`, user_id: id, roles, headers };
      }),
    );
  }

  /** Everybody has been inside, so that whatever might be remembered of them is. */
  async function comeIn(askers: readonly Asker[]): Promise<void> {
    const list = named('plants.list');
    for (const { headers, roles } of askers) {
      const { status } = await ask(test, list.call, {}, headers);
      assert.equal(status, roles.includes('APP_0') ? 200 : 403);
    }
  }

  let madeBefore = 0;
  before(async () => {
    madeBefore = requestsMade();
    test = await createTestApp(forLoops);
    [own, other, closed] = [await makeWorld(test), await makeWorld(test, 'apart'), await makeWorld(test)];
    for (const world of [own, other, closed]) await plantCanaries(world);
    members = await makeAskers('a member with', own);
    outsiders = await makeAskers("another company's", other);
    dismissed = await makeAskers('the dismissed', own);
    shutOut = await makeAskers('in a disabled company', closed);
    await comeIn([...members, ...dismissed, ...shutOut]);
    // In a disabled company nothing can be made any more that an example is about.
    for (const declared of guarded) inClosed.set(declared.key, await exampleOf(declared, closed));
    const ids = dismissed.map(({ user_id }) => user_id);
    await test.arrange('delete from company_user_plant where user_id = any($1)', [ids]);
    await test.arrange('delete from company_user where user_id = any($1)', [ids]);
    await test.arrange('update company set enabled = false where id_client = $1', [closed.scope.company_id]);
  });
  after(() => test?.close());

  function named(key: string): DeclaredCall {
    return calls.find((one) => one.key === key) ?? assert.fail(`no call ${key}`);
  }

  /** Whose mark must not be seen, in which answer to whom; what was sent may come back as it was. */
  function assertSilent(answer: Answer, { mark }: World, what: string, sent?: unknown): void {
    assert.ok(answer.status < 500, `${what}: ${answer.status} ${answer.text.slice(0, 300)}`);
    const result = wordsWith(mark, sent).reduce((text, word) => text.replaceAll(word, ''), inAll(answer));
    assert.ok(!result.includes(mark), `${what} leaks: ${answer.status} ${result.slice(0, 500)}`);
  }

  it('the canaries stand in every text of a company: each table has a factory, each text column a canary', async () => {
    for (const world of [own, other, closed]) assert.deepEqual(await canaryFaults(test, world.mark), []);
  });

  it('a table or a text column that is added without one is named', async () => {
    await test.arrange('create table later (company_id int not null); alter table plant add remark text');
    const faults = await canaryFaults(test, other.mark);
    await test.arrange('drop table later; alter table plant drop remark');
    assert.deepEqual(faults, [
      'later has no factory: add one to its area in tests/contract/areas',
      'plant.remark carries no canary: write it there in tests/contract/areas',
    ]);
  });

  it('they are seen by the company itself, so that looking for them elsewhere proves something', async () => {
    const reads = guarded.filter(({ call }) => call.method === 'GET' && !isStream(call));
    const seen: string[] = [];
    for (const declared of reads) {
      const given = await exampleOf(declared, other);
      const answer = await ask(test, declared.call, given, { ...other.headers, ...given.headers });
      if (inAll(answer).includes(other.mark)) seen.push(declared.key);
    }
    assert.ok(seen.length > reads.length / 2, `only ${seen.length} of ${reads.length}: ${seen}`);
  });

  const guarded = guardedOfToday(calls.filter(({ call }) => isCapability(call.access)));
  for (const declared of guarded) {
    const { key, call } = declared;

    it(`${key} is closed to strangers, to the dismissed and in a disabled company, in the same words`, async () => {
      const about = await exampleOf(declared, own);
      const nobody = await ask(test, call, about, company(own.scope));
      assert.equal(nobody.status, 401, `${key} without a session`);
      const words = new Set<string>();
      const refused = async (asker: Asker, world: World, given: ExampleRequest) => {
        const answer = await ask(test, call, given, { ...asker.headers, ...company(world.scope) });
        const what = `${key} for ${asker.name}`;
        assert.equal(answer.status, 403, `${what}: ${answer.text.slice(0, 200)}`);
        assertSilent(answer, world, what);
        words.add(answer.text);
      };
      const turn = guarded.indexOf(declared);
      const near = [...inThisTurn(outsiders, turn), ...inThisTurn(dismissed, turn + 1)];
      for (const asker of near) await refused(asker, own, about);
      for (const asker of inThisTurn(shutOut, turn + 2))
        await refused(asker, closed, inClosed.get(key) ?? {});
      assert.deepEqual([...words].length, 1, `${key} tells them apart: ${[...words].join('\n')}`);
    });

    it(`${key} answers members by the table, of their own company only`, async () => {
      let given: ExampleRequest | undefined;
      for (const asker of askersOf(call.access as Capability, guarded.indexOf(declared))) {
        const may = mayByTable(call.access as Capability, asker.roles);
        // What a refusal or a question was about is still there for the next.
        given ??= await exampleOf(declared, own);
        await given.handOver?.(asker.user_id);
        const answer = await ask(test, call, given, await headersIn(given, asker));
        const what = `${key} for ${asker.name}`;
        if (may && call.method !== 'GET') given = undefined;
        if (may) assert.equal(answer.status, call.status, `${what}: ${answer.text.slice(0, 300)}`);
        else assert.equal(answer.status, 403, `${what}: ${answer.text.slice(0, 300)}`);
        assertSilent(answer, other, what);
      }
    });
  }

  /** Of the members: some of those who may and some of those who may not, others at the next. */
  function askersOf(access: Capability, turn: number): Asker[] {
    const may = Map.groupBy(members, ({ roles }) => mayByTable(access, roles));
    return [true, false].flatMap((one) => inThisTurn(may.get(one) ?? [], turn));
  }

  /** An example that needs a company of its own names it: whoever asks gets there with the roles they have here. */
  async function headersIn(
    { headers }: ExampleRequest,
    { user_id, roles, headers: usual }: Asker,
  ): Promise<Headers> {
    const id = headers?.['id-client'];
    if (id === undefined) return usual;
    const scope = { ...own.scope, company_id: Number(id) };
    await join(test, scope, user_id, { roles });
    return { ...usual, 'id-client': id };
  }

  const open = guardedOfToday(calls.filter(({ call }) => !isCapability(call.access)));
  for (const declared of open) {
    const { key, call } = declared;
    it(`${key} tells nobody of another company, signed in or not`, async () => {
      const [given, theirs] = [await exampleOf(declared, own), await exampleOf(declared, other)];
      const attempts: [string, World, ExampleRequest, Headers][] = [
        ['nobody', other, given, {}],
        ['the owner', other, given, { ...own.headers, ...given.headers }],
        ["another company's owner", own, theirs, { ...other.headers, ...theirs.headers }],
      ];
      if (call.access === 'signed_in') {
        const stranger = await makeUser(test, { company: other.scope, roles: OWNER_ROLES });
        attempts.push(["another company's owner about this one", own, given, await signIn(test, stranger)]);
      }
      for (const [who, unseen, request, headers] of attempts) {
        const answer = await ask(test, call, request, headers);
        assertSilent(answer, unseen, `${key} for ${who}`, request);
      }
    });
  }

  for (const declared of open.filter(({ call }) => call.access === 'signed_in')) {
    const { key, call } = declared;
    it(`${key} tells nothing of a company to those it dismissed or when it is disabled`, async () => {
      const given = await exampleOf(declared, other);
      for (const [world, askers] of [
        [own, dismissed],
        [closed, shutOut],
      ] as const) {
        for (const { name, user_id } of askers) {
          const answer = await ask(test, call, given, await signIn(test, { id: user_id }, world.scope));
          assertSilent(answer, world, `${key} for ${name}`);
        }
      }
    });
  }

  it('have slots that were found', () => assert.ok(slots.length >= 20, `only ${slots.length}`));

  /** What stands in a slot that is no id of a known kind. */
  const SPECIAL: Readonly<Record<string, (slot: Slot) => Promise<void>>> = {
    new: isFreeHere,
    any: tellNothing,
  };

  for (const [turn, slot] of guardedOfToday(slots).entries()) {
    const what = `${slot.declared.key} ${slot.where}.${slot.path.join('.')}`;
    it(`${what}: another company's and none answer alike, whoever asks`, async () => {
      const value = await foreignValueOf(slot, other, owned(other));
      if (typeof value === 'string') return SPECIAL[value]?.(slot);
      const given = await exampleOf(slot.declared, own);
      const { access } = slot.declared.call;
      if (access.startsWith('key:')) return compare({ slot, value, given, what }, own.key);
      if (!isCapability(access)) return compare({ slot, value, given, what }, given.headers ?? own.headers);
      for (const asker of askersOf(access, turn)) {
        const name = `${what} for ${asker.name}`;
        const headers = await headersIn(given, asker);
        await given.handOver?.(asker.user_id);
        const status = mayByTable(access, asker.roles) ? value.status : 403;
        await compare({ slot, value: { ...value, status }, given, what: name }, headers);
      }
    });
  }

  interface Comparison {
    readonly slot: Slot;
    readonly value: ForeignValue;
    readonly given: ExampleRequest;
    readonly what: string;
  }

  async function compare({ slot, value, given, what }: Comparison, headers: Headers): Promise<void> {
    const attempt = (of: unknown) => ask(test, slot.declared.call, withValue(given, slot, of), headers);
    const [foreign, missing] = [await attempt(value.foreign), await attempt(value.missing)];
    assert.equal(foreign.status, value.status, `${what}: ${foreign.status} ${foreign.text.slice(0, 300)}`);
    assert.equal(bare(foreign, value.foreign), bare(missing, value.missing), `${what} tells that it exists`);
    assertSilent(foreign, other, what, value.foreign);
    const among = value.among(given, owned(own));
    if (among === undefined) return;
    const mixed = await ask(test, slot.declared.call, among, headers);
    assert.equal(mixed.status, value.status, `${what} beside an own one: ${mixed.text.slice(0, 300)}`);
    assertSilent(mixed, other, `${what} beside an own one`, value.foreign);
  }

  /** Nobody has said what stands there: of whatever it is an id, another company's and none answer alike. */
  async function tellNothing(slot: Slot): Promise<void> {
    const own_given = await exampleOf(slot.declared, own);
    const headers = slot.declared.call.access.startsWith('key:')
      ? own.key
      : (own_given.headers ?? own.headers);
    for (const id of foreignIds(slot, owned(other), other.owner.id)) {
      const what = `${slot.declared.key} ${slot.path.join('.')} = ${id}`;
      const attempt = async (of: unknown) => {
        const given = await exampleOf(slot.declared, own);
        return ask(test, slot.declared.call, withValue(given, slot, of), given.headers ?? headers);
      };
      const none =
        typeof id === 'number'
          ? MISSING_IDS.number
          : /^\d+$/.test(String(id))
            ? String(MISSING_IDS.number)
            : MISSING_IDS.code;
      const [foreign, missing] = [await attempt(id), await attempt(none)];
      assert.equal(foreign.status, missing.status, `${what}: ${foreign.text.slice(0, 300)}`);
      if (foreign.status >= 400)
        assert.equal(bare(foreign, id), bare(missing, none), `${what} tells that it exists`);
      assertSilent(foreign, other, what, id);
    }
  }

  /** A code that is new here may be in use there, and nobody may learn that from the answer. */
  async function isFreeHere(slot: Slot): Promise<void> {
    const here = await makeWorld(test);
    const given = withValue(await exampleOf(slot.declared, here), slot, other.otherPlant.proj_code);
    const { status, text } = await ask(test, slot.declared.call, given, here.headers);
    assert.equal(status, slot.declared.call.status, text);
  }

  it('learns of a person elsewhere no more than was typed, by inviting them', async () => {
    const here = await makeWorld(test);
    const invite = named('companies.inviteUser');
    const [known, unknown] = [`${other.mark}@example.org`, `nobody-${here.mark}@example.org`];
    const result = async (email: string): Promise<string> => {
      const given = await exampleOf(invite, here);
      const body = { ...(given.body as object), email };
      const { status, text } = await ask(test, invite.call, { body }, here.headers);
      assert.equal(status, 201, text);
      const made = JSON.parse(text) as { link: string };
      return [Object.keys(made).join(), ...(await atTheLink(made.link, email))].join(' ');
    };
    /** Whoever invites holds the link as well, and may follow it: only whether there is an account is told by it. */
    const atTheLink = async (link: string, email: string): Promise<string[]> => {
      const body = { token: tokenIn(link) };
      const found = await ask(test, named('companies.findInvitation').call, { body }, {});
      assertSilent(found, other, 'the link of an invitation', { email });
      const { registered: _, ...about } = JSON.parse(found.text) as Record<string, unknown>;
      return [
        String(found.status),
        Object.keys(about).join(),
        String(about.company),
        String(about.first_name),
      ];
    };
    assert.equal(await result(known), await result(unknown));
    for (const declared of guarded.filter(({ call }) => call.method === 'GET' && !isStream(call))) {
      const given = await exampleOf(declared, here);
      const answer = await ask(test, declared.call, given, here.headers);
      assertSilent(answer, other, declared.key, { known });
    }
  });

  it('asks often enough', (context) => {
    const made = requestsMade() - madeBefore;
    context.diagnostic(`${made} requests by strangers and members`);
    const floor = strangersFloor(guardedOfToday);
    assert.ok(made >= floor, `only ${made} requests of ${floor}`);
  });
});

describe('the loops over strangers, ids and paths', () => {
  it('ask ten thousand times before each has had its turn, and more with each call that is added', (context) => {
    const floor = strangersFloor((all) => all) + pathsFloor(asking);
    context.diagnostic(`${floor} requests at least`);
    assert.ok(floor >= 10_000, `only ${floor} requests`);
  });
});

describe('a slot of which nobody has said what stands there', () => {
  it('is tried with every id that another company has', async () => {
    const declared = calls[0];
    assert.ok(declared);
    const slot: Slot = { declared, where: 'query', path: ['turbine_id'], name: 'turbine_id', list: false };
    assert.equal(await foreignValueOf(slot, {} as World, {} as never), 'any');
  });
});
