import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { refusalWords } from '../../src/apps/server/refusal-words.ts';
import type { FieldError } from '../../src/shared/contract/client.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { HOSTILE } from './support/arbitrary.ts';
import { isJudged } from './support/bases.ts';
import { calls, type DeclaredCall, isStream } from './support/calls.ts';
import { type BranchLeaf, branchLeavesOf, type Leaf, withLeaf } from './support/leaves.ts';
import { forLoops } from './support/loops.ts';
import { faultsOf, placeOf, Tried, told } from './support/tried.ts';
import { sendTogether } from './support/tried-together.ts';
import { callsOfToday, inThisTurn, leastInATurn } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';

/** As it stands in an address; undefined for what has no place there. */
function written(value: unknown): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const text = String(value);
  return text !== '' && text !== '.' && text !== '..' && text.isWellFormed() ? text : undefined;
}

const WRITTEN = [...new Set(HOSTILE.map(written).filter((text) => text !== undefined))];
const valuesFor = ({ where }: Leaf, turn: number): readonly unknown[] =>
  where === 'body' ? [undefined, ...inThisTurn(HOSTILE, turn)] : inThisTurn(WRITTEN, turn);

const EACH_ROW = 'the rows of a delivery are judged one by one where they are stored';
/** Places at which the contract takes whatever stands there, and why: every value is sent. */
const UNJUDGED: ReadonlyMap<string, string> = new Map([
  ...['', '.device', '.ts', '.values', '.values.ac_power_kw', '.quality', '.quality.ac_power_kw'].map(
    (at) => [`measurements.ingest body.readings.0${at}`, EACH_ROW] as const,
  ),
  ['reports.k451 body.idcalc', 'whatever is no period is daily'] as const,
]);

describe('no input ends in a failure of the server', () => {
  let test: TestApp;
  const counted = { leaves: 0, values: 0, sent: 0, requests: 0 };
  const unjudged: string[] = [];
  before(async () => {
    test = await createTestApp(forLoops);
  });
  after(() => test?.close());

  /** What is refused here is refused there: it need not be sent, but it must be said, in both languages. */
  function assertSaid(faults: readonly FieldError[], what: string, absent: string | undefined): void {
    for (const { path, code, message } of faults) {
      assert.ok(code, `${what} is refused without a code: ${message}`);
      assert.ok(refusalWords.find(message), `no Italian for "${message}": add it to a refusals.it.json`);
      if (path === absent) assert.equal(code, 'required', what);
    }
  }

  /** What the contract lets stand there; what it refuses is looked at here. */
  function letIn(leaf: BranchLeaf, tried: Tried): readonly unknown[] {
    counted.leaves++;
    const base = tried.baseOf(leaf);
    if (!isJudged(base, leaf)) unjudged.push(placeOf(leaf));
    const values = valuesFor(leaf, counted.leaves);
    counted.values += values.length;
    return values.filter((value) => {
      const faults = faultsOf(leaf.declared, leaf.where, withLeaf(base, leaf, value));
      assertSaid(faults, told([{ leaf, value }]), value === undefined ? leaf.path.join('.') : undefined);
      return faults.length === 0;
    });
  }

  const worlds = new Map<string, Promise<World>>();
  /** A company of its own for each area: what is tried at one call uses up what a company may have. */
  function worldOf({ area }: DeclaredCall): Promise<World> {
    const world = worlds.get(area) ?? makeWorld(test);
    worlds.set(area, world);
    return world;
  }

  const todays = callsOfToday(calls.filter(({ call }) => !isStream(call)));
  for (const declared of todays) {
    const leaves = branchLeavesOf(declared);
    if (leaves.length === 0) continue;

    it(`${declared.key}: whatever stands at one of its ${leaves.length} places`, async () => {
      const tried = new Tried(declared, await worldOf(declared), UNJUDGED);
      await tried.begin();
      const values = new Map(leaves.map((leaf) => [leaf, letIn(leaf, tried)]));
      await sendTogether(tried, values);
      for (const { length } of values.values()) counted.sent += length;
      counted.requests += tried.requests;
    });
  }

  it('was tried often enough', (context) => {
    context.diagnostic(JSON.stringify(counted));
    assert.ok(counted.leaves > todays.length, `only ${counted.leaves} places of ${todays.length} calls`);
    const least = counted.leaves * leastInATurn(WRITTEN.length);
    assert.ok(counted.values >= least, `only ${counted.values} values at ${counted.leaves} places`);
    assert.ok(counted.sent > counted.values / 8, `only ${counted.sent} of ${counted.values} were let in`);
    const exceptions = [...UNJUDGED.keys()].filter((place) =>
      todays.some(({ key }) => place.startsWith(`${key} `)),
    );
    assert.deepEqual(unjudged, exceptions, 'what the contract judges now is no exception any more');
  });
});
