import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { AnyCall } from '../../src/shared/contract/call.ts';
import {
  type Capability,
  ROLES,
  type Role,
  SEES_EVERY_PLANT,
} from '../../src/shared/contract/capabilities.ts';
import { notifyLive } from '../../src/shared/server/live/notice.ts';
import { createTestApp, type Headers, makeUser, signIn, type TestApp } from '../support/app.ts';
import { type Answer, ask, bare, jsonOf, originOf } from './support/ask.ts';
import { calls, companyCalls, isCapability, isStream } from './support/calls.ts';
import { exampleOf } from './support/examples.ts';
import { forLoops } from './support/loops.ts';
import { mayByTable } from './support/permission-matrix.ts';
import { type Owned, owned } from './support/slot-kinds.ts';
import { foreignValueOf, type Slot, slots, withValue } from './support/slots.ts';
import { guardedOfToday, inThisTurn } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';

const NARROWED: readonly (readonly Role[])[] = ROLES.filter((role) => !SEES_EVERY_PLANT.includes(role)).map(
  (role) => (role === 'APP_0' ? [role] : [role, 'APP_0']),
);

/** What management is told of every plant: asked every day. */
const TOLD = [
  'plants.list',
  'companies.listDevices',
  'alarms.list',
  'overview.cards',
  'overview.dashboardData',
  'measurements.progress',
  'charts.seriesTree',
];

/** What everybody in a company may know of one another. */
const COLLEAGUE = ['avatar', 'id', 'name'];

// spec §3: related_plants
describe('plants that a person is not named for', () => {
  let test: TestApp;
  let world: World;
  let named: Owned;
  let hidden: Owned;
  const askers = new Map<readonly Role[], Headers>();
  const numbers = new Map<readonly Role[], number>();
  before(async () => {
    test = await createTestApp(forLoops);
    world = await makeWorld(test);
    named = { ...owned(world), ...world.plant };
    hidden = { ...owned(world), ...world.otherPlant };
    for (const roles of NARROWED) {
      const user = await makeUser(test, { company: world.scope, roles, plants: [named.plant_id] });
      askers.set(roles, await signIn(test, user, world.scope));
      numbers.set(roles, user.id);
    }
  });
  after(() => test?.close());

  const mayAsk = ({ access }: AnyCall): (readonly Role[])[] =>
    NARROWED.filter((roles) => mayByTable(access as Capability, roles));

  it('are those of every role but the managing ones', () => {
    assert.deepEqual(SEES_EVERY_PLANT, ['COMPANY_OWNER', 'MANAGEMENT_0', 'SUPER_ENGINEER_0']);
  });

  for (const [turn, slot] of guardedOfToday(slots).entries()) {
    const { key, call } = slot.declared;
    const isKeyed = call.access.startsWith('key:');
    if (!isKeyed && (!isCapability(call.access) || mayAsk(call).length === 0)) continue;
    it(`${key} ${slot.where}.${slot.path.join('.')}: hidden and missing answer alike`, async () => {
      if (isKeyed) await probe(slot, named.key);
      else
        for (const roles of inThisTurn(mayAsk(call), turn))
          await probe(slot, askers.get(roles) ?? {}, numbers.get(roles));
    });
  }

  async function probe(slot: Slot, headers: Headers, user_id?: number): Promise<void> {
    const value = await foreignValueOf(slot, world, hidden);
    if (typeof value === 'string' || value.plantless) return;
    const given = await exampleOf(slot.declared, world, named);
    if (user_id !== undefined) await given.handOver?.(user_id);
    const attempt = (of: unknown) => ask(test, slot.declared.call, withValue(given, slot, of), headers);
    const [foreign, missing] = [await attempt(value.foreign), await attempt(value.missing)];
    assert.equal(foreign.status, value.status, foreign.text.slice(0, 300));
    assert.equal(bare(foreign, value.foreign), bare(missing, value.missing), 'it tells that it exists');
    const answers = [foreign];
    const among = value.among(given, named);
    if (among) answers.push(await ask(test, slot.declared.call, among, headers));
    for (const { status, text } of answers) {
      assert.equal(status, value.status, text.slice(0, 300));
      const result = String(value.foreign).includes(hidden.mark)
        ? text.replaceAll(String(value.foreign), '')
        : text;
      assert.ok(!result.includes(hidden.mark), text.slice(0, 300));
    }
  }

  const answering = companyCalls.filter(({ call }) => mayAsk(call).length > 0 && !isStream(call));
  const todays = guardedOfToday(answering);
  const told = answering.filter((one) => TOLD.includes(one.key) && !todays.includes(one));
  for (const [turn, declared] of [...todays, ...told].entries()) {
    const { key, call } = declared;
    it(`${key} names none of them, with a question and without`, async () => {
      for (const roles of inThisTurn(mayAsk(call), turn)) {
        const headers = askers.get(roles) ?? {};
        // About what they are named for, so that it is answered.
        const given = await exampleOf(declared, world, named);
        await given.handOver?.(numbers.get(roles) ?? 0);
        const about = await ask(test, call, given, headers);
        assert.equal(about.status, call.status, `${key} for [${roles}]: ${about.text.slice(0, 300)}`);
        assertHidden(about, `${key} for [${roles}]`);
        if (call.method !== 'GET') continue;
        const bareQuestion = given.params ? { params: given.params } : {};
        const answer = await ask(test, call, bareQuestion, headers);
        assertHidden(answer, `${key} for [${roles}] without a question`);
        const whole = await ask(test, call, bareQuestion, world.headers);
        if (!whole.text.includes(hidden.mark)) continue;
        narrowed.add(key);
        assert.ok(answer.text.includes(named.mark), `${key} for [${roles}] keeps back what is theirs`);
      }
    });
  }

  const narrowed = new Set<string>();
  it('are what management is told in lists of plants, devices, alarms and work, so that keeping them back is seen', () => {
    for (const key of TOLD) assert.ok(narrowed.has(key), `${key} has told nobody of the hidden plant`);
  });

  function assertHidden({ text }: Answer, what: string): void {
    assert.ok(!text.includes(hidden.mark), `${what} leaks: ${text.slice(0, 500)}`);
  }

  it('stand in no list of colleagues, which holds names and pictures only', async () => {
    const { call } = calls.find(({ key }) => key === 'companies.listColleagues') ?? assert.fail('no call');
    const all = jsonOf(await ask(test, call, {}, world.headers)) as object[];
    assert.ok(all.length > NARROWED.length);
    for (const one of all) assert.deepEqual(Object.keys(one).sort(), COLLEAGUE);
    for (const headers of askers.values()) {
      const seen = jsonOf(await ask(test, call, {}, headers));
      assert.deepEqual(seen, all);
    }
  });

  it('are in the keys and the audit of those who see every plant, and these are open to nobody else', async () => {
    for (const [key, canary] of [
      ['companies.listKeys', hidden.mark],
      ['companies.listAudit', hidden.proj_code],
      ['companies.exportAudit', hidden.proj_code],
    ] as const) {
      const { call } = calls.find((one) => one.key === key) ?? assert.fail(`no call ${key}`);
      assert.deepEqual(mayAsk(call), [], `${key} is open to somebody who is named for plants`);
      const { scope } = world;
      const manager = await makeUser(test, { company: scope, roles: ['MANAGEMENT_0'] });
      const headers = await signIn(test, manager, scope);
      // The actions about the hidden plant are older than a page.
      const pages =
        key === 'companies.listAudit' ? [1, 2, 3, 4, 5].map((page) => ({ page, page_size: 500 })) : [{}];
      const texts: string[] = [];
      for (const page of pages) {
        const query = key === 'companies.exportAudit' ? { language: 'en' } : page;
        const { status, text } = await ask(test, call, { query }, headers);
        assert.equal(status, 200, text.slice(0, 300));
        texts.push(text);
      }
      assert.ok(
        texts.some((text) => text.includes(canary)),
        `${key}: ${texts[0]?.slice(0, 300)}`,
      );
    }
  });

  const KINDS = ['plants', 'alarms'] as const;
  const timesOf = (kind: string, text: string): number => text.split(`event: ${kind}\n`).length - 1;

  /** Opens a stream and reads it until it has told twice of each kind. */
  async function listen(headers: Headers): Promise<{ said: Promise<string> }> {
    const stream = calls.find(({ call }) => isStream(call)) ?? assert.fail('no stream');
    const leave = new AbortController();
    const signal = AbortSignal.any([leave.signal, AbortSignal.timeout(60_000)]);
    const response = await fetch((await originOf(test)) + stream.call.path, { headers, signal });
    assert.equal(response.status, 200);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader() ?? assert.fail('no body');
    const first = await reader.read();
    async function rest(): Promise<string> {
      let text = first.value ?? '';
      while (!KINDS.every((kind) => timesOf(kind, text) >= 2)) {
        const { value, done } = await reader.read();
        if (done) break;
        text += value;
      }
      leave.abort();
      return text;
    }
    return { said: rest() };
  }

  it('are named in no live event, whatever kind it is, and those of another company neither', async () => {
    const stranger = await makeWorld(test);
    const heard = await Promise.all([...askers.values()].map(listen));
    const manager = await listen(world.headers);
    const { company_id } = world.scope;
    const theirs = { company_id: stranger.scope.company_id, codes: [stranger.plant.proj_code] };
    const all = Promise.all([...heard, manager].map(({ said }) => said));
    await notifyLive(test.pool, { company_id, kind: 'progress', codes: [hidden.proj_code] });
    for (let isHeard = false; !isHeard; ) {
      for (const kind of KINDS) {
        await notifyLive(test.pool, { company_id, kind, codes: [hidden.proj_code, named.proj_code] });
        // What follows within a second is told together, so it is said until everybody has heard twice.
        for (const codes of [[hidden.proj_code], [named.proj_code]]) {
          await notifyLive(test.pool, { ...theirs, kind });
          await notifyLive(test.pool, { company_id, kind, codes });
        }
      }
      isHeard = await Promise.race([all.then(() => true), pause(300, false)]);
    }
    for (const { said } of heard) {
      const text = await said;
      assert.ok(text.includes(named.proj_code), text);
      assert.ok(!text.includes(hidden.mark) && !text.includes(stranger.mark), text);
    }
    const everything = await manager.said;
    assert.ok(everything.includes(hidden.proj_code) && !everything.includes(stranger.mark), everything);
  });

  it('are all of them for somebody who is named for none, and none for management', async () => {
    const list = calls.find(({ key }) => key === 'plants.list') ?? assert.fail('no list');
    const { scope } = world;
    const worker = await makeUser(test, { company: scope, roles: ['WORKER', 'APP_0'] });
    const empty = await ask(test, list.call, {}, await signIn(test, worker, scope));
    assert.deepEqual([empty.status, empty.text], [200, '[]']);
    for (const role of SEES_EVERY_PLANT) {
      const manager = await makeUser(test, { company: scope, roles: [role, 'APP_0'] });
      const all = await ask(test, list.call, {}, await signIn(test, manager, scope));
      assert.ok(all.text.includes(hidden.mark), role);
    }
  });

  it('stay in sight of the engineer who adds one', async () => {
    const create = calls.find(({ key }) => key === 'plants.create') ?? assert.fail('no call');
    const list = calls.find(({ key }) => key === 'plants.list') ?? assert.fail('no call');
    const engineer = askers.get(NARROWED.find((roles) => roles.includes('ENGINEER_0')) ?? []) ?? {};
    const made = await ask(test, create.call, { body: { proj_code: 'MINE', name: 'Mine' } }, engineer);
    assert.equal(made.status, 201);
    const seen = await ask(test, list.call, {}, engineer);
    assert.ok(seen.text.includes('"MINE"'));
  });
});
