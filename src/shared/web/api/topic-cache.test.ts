import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { QueryObserver } from '@tanstack/react-query';
import type { Topic } from '../../contract/topics.ts';
import { type ByPlant, PlantBatches } from './plant-batches.ts';
import { companyKey, queryClient } from './query-client.ts';
import { invalidateTopics, renewByEvent } from './topic-cache.ts';

interface Shown {
  name: string;
  company?: number | null;
  topics: readonly Topic[];
  plants?: readonly string[];
  byPlant?: ByPlant<string[]>;
  /** What an answer waits for. */
  until?: () => Promise<void>;
}

const stops: (() => void)[] = [];

/** Puts an answer on screen; answers how often it was asked for. */
async function show({ name, company = 1, byPlant, until, ...meta }: Shown) {
  const asked = { times: 0 };
  const queryKey = company === null ? [name] : companyKey(company, name);
  const queryFn = async () => {
    asked.times += 1;
    const answer = [`${name} ${asked.times}`];
    await until?.();
    return answer;
  };
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn,
    meta: { ...meta, byPlant: byPlant as ByPlant<unknown> | undefined },
  });
  stops.push(observer.subscribe(() => undefined));
  await settle();
  return { asked, stored: () => queryClient.getQueryData<string[]>(queryKey) };
}

/** Lets answers arrive that are under way. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
}

/** Parts of answers that are renewed when the test says that the pause is over. */
function pausedParts() {
  const acts: (() => void)[] = [];
  const longActs: (() => void)[] = [];
  const parts = new PlantBatches(queryClient, (act, after_ms) =>
    (after_ms > 1000 ? longActs : acts).push(act),
  );
  const passing = (waiting: (() => void)[]) => async () => {
    for (const act of waiting.splice(0)) act();
    await settle();
  };
  return { parts, pass: passing(acts), passLong: passing(longActs) };
}

describe('answers kept by topic', () => {
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    queryClient.clear();
  });

  it('are asked for again when a write has changed their topic, in that company and outside of companies', async () => {
    const rules = await show({ name: 'rules', topics: ['alarm_rules'] });
    const account = await show({ name: 'account', company: null, topics: ['account', 'alarm_rules'] });
    const others = await show({ name: 'users', topics: ['users'] });
    const elsewhere = await show({ name: 'rules', company: 2, topics: ['alarm_rules'] });
    await invalidateTopics(1, ['alarm_rules']);
    const times = [rules, account, others, elsewhere].map(({ asked }) => asked.times);
    assert.deepEqual(times, [2, 2, 1, 1]);
  });

  it('are all asked for again when the plants or the words of the catalogue have changed', async () => {
    const users = await show({ name: 'users', topics: ['users'] });
    const elsewhere = await show({ name: 'users', company: 2, topics: ['users'] });
    await invalidateTopics(1, ['configuration']);
    assert.deepEqual([users.asked.times, elsewhere.asked.times], [2, 1]);
  });

  it('are left alone by events of other plants', async () => {
    const roma = await show({ name: 'roma', topics: ['figures'], plants: ['roma'] });
    const both = await show({ name: 'both', topics: ['figures'], plants: ['roma', 'bari'] });
    const any = await show({ name: 'any', topics: ['figures'] });
    renewByEvent(1, ['figures'], ['bari']);
    await settle();
    assert.deepEqual([roma.asked.times, both.asked.times, any.asked.times], [1, 2, 2]);
  });

  it('are asked for once more where an event came while they were under way, which they do not begin anew for', async () => {
    const answers: (() => void)[] = [];
    const until = () => new Promise<void>((resolve) => answers.push(resolve));
    const rows = await show({ name: 'rows', topics: ['alarms'], until });
    renewByEvent(1, ['alarms']);
    renewByEvent(1, ['alarms']);
    await settle();
    assert.equal(rows.asked.times, 1);
    answers.shift()?.();
    await settle();
    assert.deepEqual([rows.asked.times, rows.stored()], [2, ['rows 1']]);
    answers.shift()?.();
    await settle();
    assert.deepEqual([rows.asked.times, rows.stored()], [2, ['rows 2']]);
  });

  it('are asked for once more where a write ended while they were asked for the first time', async () => {
    const answers: (() => void)[] = [];
    const until = () => new Promise<void>((resolve) => answers.push(resolve));
    const views = await show({ name: 'views', topics: ['list_views'], until });
    void invalidateTopics(1, ['list_views']);
    for (let answered = 0; answered < 2; answered += 1) {
      answers.shift()?.();
      await settle();
    }
    assert.deepEqual([views.asked.times, views.stored()], [2, ['views 2']]);
  });

  it('that know their plants are renewed part by part, once a second', async () => {
    const loaded: (readonly string[])[] = [];
    const load = async (codes: readonly string[]) => {
      loaded.push(codes);
      return (before: string[]) => [...before, ...codes];
    };
    const cards = await show({ name: 'cards', topics: ['figures'], byPlant: { max: 2, load } });
    const { parts, pass } = pausedParts();
    renewByEvent(1, ['figures'], ['roma'], parts);
    renewByEvent(1, ['figures'], ['bari', 'roma'], parts);
    assert.deepEqual(loaded, []);
    await pass();
    assert.deepEqual(loaded, [['roma', 'bari']]);
    assert.deepEqual(cards.stored(), ['cards 1', 'roma', 'bari']);
    renewByEvent(1, ['figures'], ['a', 'b', 'c'], parts);
    await pass();
    assert.equal(loaded.length, 1);
    assert.equal(cards.asked.times, 2);
  });

  it('of very many plants are asked for as a whole now and then, and those on screen in between', async () => {
    const loaded: (readonly string[])[] = [];
    const load = async (codes: readonly string[]) => {
      loaded.push(codes);
      return (before: string[]) => [...before, ...codes];
    };
    const byPlant = { max: 2, load, inView: () => ['bari', 'roma'] };
    const cards = await show({ name: 'cards', topics: ['figures'], byPlant });
    const { parts, pass, passLong } = pausedParts();
    renewByEvent(1, ['figures'], ['a', 'b', 'c'], parts);
    await pass();
    assert.deepEqual([cards.asked.times, loaded], [2, []]);
    renewByEvent(1, ['figures'], ['a', 'b', 'roma'], parts);
    await pass();
    assert.deepEqual([cards.asked.times, loaded], [2, [['roma']]]);
    assert.deepEqual(cards.stored(), ['cards 2', 'roma']);
    await passLong();
    assert.equal(cards.asked.times, 3);
    await passLong();
    assert.equal(cards.asked.times, 3, 'nothing has changed since');
  });

  it('whose part did not come are asked for as a whole', async (context) => {
    const warned = context.mock.method(console, 'warn', () => undefined);
    const load = () => Promise.reject(new Error('away'));
    const cards = await show({ name: 'cards', topics: ['figures'], byPlant: { max: 9, load } });
    const { parts, pass } = pausedParts();
    renewByEvent(1, ['figures'], ['roma'], parts);
    await pass();
    assert.equal(cards.asked.times, 2);
    assert.equal(warned.mock.callCount(), 1);
  });
});
