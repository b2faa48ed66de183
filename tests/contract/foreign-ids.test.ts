import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestApp, type Headers, makeUser, signIn, type TestApp } from '../support/app.ts';
import { type Answer, ask, type Given } from './support/ask.ts';
import { calls, companyCalls } from './support/calls.ts';
import { exampleOf } from './support/examples.ts';
import { kindOf, type Slot, type SlotKind, slots, withValue } from './support/slots.ts';
import { makeWorld, type Things, type World } from './support/world.ts';

type Owned = Things & { readonly company_id: number };
const owned = ({ scope, plant }: World): Owned => ({ ...plant, company_id: scope.company_id });

/** Who asks, about what, and whose things they must not see. */
interface Side {
  readonly world: World;
  readonly headers: Headers;
  readonly key: Headers;
  readonly own: Owned;
  readonly foreign: Owned;
  /** An import of the other side, made when a slot wants one. */
  readonly foreignWorld: World;
  /** Stands in every text that must not be seen. */
  readonly mark: string;
}

/** A stable text of an answer, without the id that was asked for. */
function bare(answer: Answer, asked: unknown): string {
  return `${answer.status} ${answer.headers['content-type']} ${answer.text.replaceAll(String(asked), '#')}`;
}

async function valuesOf(
  slot: Slot,
  side: Side,
): Promise<{ foreign: unknown; missing: unknown; status: number } | undefined> {
  const kind = kindOf(slot);
  if (kind === 'none' || kind === 'new') return undefined;
  if ('made' in kind) {
    const given = await exampleOf(slot.declared, side.foreignWorld, side.foreign);
    return { foreign: given.params?.[slot.name], missing: '8000000000000', status: 404 };
  }
  const { of, missing, status = 404 } = kind as SlotKind;
  return { foreign: of(side.foreign), missing, status };
}

async function probe(slot: Slot, side: Side): Promise<void> {
  const values = await valuesOf(slot, side);
  const { key, call } = slot.declared;
  const given = await exampleOf(slot.declared, side.world, side.own);
  const headers = call.access.startsWith('key:') ? side.key : { ...side.headers, ...(given.headers ?? {}) };
  const attempt = (value: unknown): Promise<Answer> => {
    const request: Given = withValue(given, slot, value);
    return ask(side.world.test, call, request, headers);
  };
  const what = `${key} ${slot.where}.${slot.path.join('.')}`;
  if (!values) {
    // A code that is new here may be in use there, and nobody may learn that from the answer.
    const between = side.own.company_id !== side.foreign.company_id;
    const { proj_code } = side.foreignWorld.otherPlant;
    if (kindOf(slot) === 'new' && between) assert.equal((await attempt(proj_code)).status, call.status, what);
    return;
  }
  const [foreign, missing] = [await attempt(values.foreign), await attempt(values.missing)];
  assert.equal(foreign.status, values.status, `${what}: ${foreign.status} ${foreign.text.slice(0, 300)}`);
  assert.equal(bare(foreign, values.foreign), bare(missing, values.missing), `${what} tells that it exists`);
  assert.ok(!foreign.text.replaceAll(String(values.foreign), '').includes(side.mark), `${what} leaks`);
  if (slot.list) {
    const own = (kindOf(slot) as SlotKind).of(side.own);
    const mixed = await attempt(`${own},${values.foreign}`);
    assert.equal(mixed.status, values.status, `${what} beside an own one: ${mixed.text.slice(0, 300)}`);
    assert.ok(!mixed.text.replaceAll(String(values.foreign), '').includes(side.mark), `${what} leaks`);
  }
}

describe("another company's things", () => {
  let test: TestApp;
  let side: Side;
  before(async () => {
    test = await createTestApp();
    const [world, foreignWorld] = [await makeWorld(test), await makeWorld(test)];
    side = {
      world,
      headers: world.headers,
      key: world.key,
      own: owned(world),
      foreign: owned(foreignWorld),
      foreignWorld,
      mark: foreignWorld.mark,
    };
  });
  after(() => test?.close());

  it('stand in no answer', async () => {
    for (const declared of calls) {
      const given = await exampleOf(declared, side.world);
      const headers = { ...side.headers, ...(given.headers ?? {}) };
      const bareGiven =
        declared.call.method === 'GET' ? { ...(given.params ? { params: given.params } : {}) } : given;
      for (const request of [given, bareGiven]) {
        const answer = await ask(test, declared.call, request, headers);
        assert.ok(!answer.text.includes(side.mark), `${declared.key} leaks: ${answer.text.slice(0, 500)}`);
      }
    }
  });

  it('have slots that were found', () => assert.ok(slots.length >= 20, `only ${slots.length}`));

  for (const slot of slots) {
    it(`${slot.declared.key} ${slot.where}.${slot.path.join('.')}: foreign and missing answer alike`, () =>
      probe(slot, side));
  }
});

describe('a slot of a kind that nobody registered', () => {
  it('fails, so that whoever adds it says what stands there', () => {
    const declared = calls[0];
    assert.ok(declared);
    const slot: Slot = { declared, where: 'query', path: ['box_id'], name: 'box_id', list: false };
    assert.throws(() => kindOf(slot), /has a slot box_id: register its kind/);
  });
});

describe('plants that a person is not named for', () => {
  let test: TestApp;
  let side: Side;
  before(async () => {
    test = await createTestApp();
    const world = await makeWorld(test);
    const { plant, otherPlant, scope } = world;
    const engineer = await makeUser(test, {
      company: scope,
      roles: ['ENGINEER_0', 'APP_0'],
      plants: [plant.plant_id],
    });
    side = {
      world,
      headers: await signIn(test, engineer, scope),
      key: plant.key,
      own: { ...plant, company_id: scope.company_id },
      foreign: { ...otherPlant, company_id: scope.company_id },
      foreignWorld: world,
      mark: otherPlant.mark,
    };
  });
  after(() => test?.close());

  const OWNERS_ONLY = ['companies.listKeys', 'companies.createKey', 'companies.revokeKey'];
  const reachable = slots.filter(
    ({ declared, name }) => !OWNERS_ONLY.includes(declared.key) && name !== 'id_client',
  );
  for (const slot of reachable) {
    it(`${slot.declared.key} ${slot.where}.${slot.path.join('.')}: hidden and missing answer alike`, () =>
      probe(slot, side));
  }

  it('stand in no answer', async () => {
    for (const { key, call } of companyCalls.filter(({ call }) => call.method === 'GET')) {
      const declared = calls.find((one) => one.key === key);
      if (!declared || OWNERS_ONLY.includes(key)) continue;
      const given = await exampleOf(declared, side.world);
      for (const request of [given, given.params ? { params: given.params } : {}]) {
        const answer = await ask(test, call, request, side.headers);
        assert.ok(!answer.text.includes(side.mark), `${key} leaks: ${answer.text.slice(0, 500)}`);
      }
    }
  });

  it('are all of them for somebody who is named for none, and none for management', async () => {
    const list = calls.find(({ key }) => key === 'plants.list');
    assert.ok(list);
    const { scope } = side.world;
    const worker = await makeUser(test, { company: scope, roles: ['WORKER', 'APP_0'] });
    const empty = await ask(test, list.call, {}, await signIn(test, worker, scope));
    assert.deepEqual([empty.status, empty.text], [200, '[]']);
    for (const role of ['COMPANY_OWNER', 'MANAGEMENT_0', 'SUPER_ENGINEER_0'] as const) {
      const manager = await makeUser(test, { company: scope, roles: [role, 'APP_0'] });
      const all = await ask(test, list.call, {}, await signIn(test, manager, scope));
      assert.ok(all.text.includes(side.mark), role);
    }
  });

  it('stay in sight of the engineer who adds one', async () => {
    const create = calls.find(({ key }) => key === 'plants.create');
    const list = calls.find(({ key }) => key === 'plants.list');
    assert.ok(create && list);
    const made = await ask(test, create.call, { body: { proj_code: 'MINE', name: 'Mine' } }, side.headers);
    assert.equal(made.status, 201);
    const seen = await ask(test, list.call, {}, side.headers);
    assert.ok(seen.text.includes('"MINE"'));
  });
});
