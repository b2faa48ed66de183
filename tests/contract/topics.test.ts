import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contract } from '../../src/apps/server/contract.ts';
import type { AnyCall } from '../../src/shared/contract/call.ts';
import { LIVE_TOPICS } from '../../src/shared/contract/live.contract.ts';

const calls = Object.entries(contract).flatMap(([area, of]) =>
  Object.entries(of as Record<string, AnyCall>).map(([name, call]) => ({ name: `${area}.${name}`, call })),
);
const reads = calls.filter(({ call }) => call.method === 'GET');
const writes = calls.filter(({ call }) => call.method !== 'GET');
const topicsOf = (of: typeof calls) => new Set(of.flatMap(({ call }) => [...(call.topics ?? [])]));

/** What no call of the browser changes: made by the program itself, or never changed. */
const UNCHANGED_BY_CALLS = [
  'audit',
  'diagnostics',
  'field_tasks',
  'outbox',
  'pictures',
  'places',
  'prices',
  'refused_readings',
];

describe('topics of calls', () => {
  it('are declared by every call, an empty list where a write changes nothing that is shown', () => {
    const silent = calls.filter(({ call }) => call.topics === undefined).map(({ name }) => name);
    assert.deepEqual(silent, []);
  });

  it('are named by every read but a stream', () => {
    const empty = reads.filter(({ call }) => call.topics?.length === 0).map(({ name }) => name);
    assert.deepEqual(empty, ['live.events']);
  });

  it('that a write changes are topics of some read', () => {
    const read = topicsOf(reads);
    assert.deepEqual(
      [...topicsOf(writes)].filter((topic) => !read.has(topic)),
      [],
    );
  });

  it('that are read are changed by a call, told live, or listed here', () => {
    const changed = new Set([
      ...topicsOf(writes),
      ...Object.values(LIVE_TOPICS).flat(),
      ...UNCHANGED_BY_CALLS,
    ]);
    assert.deepEqual(
      [...topicsOf(reads)].filter((topic) => !changed.has(topic)),
      [],
    );
  });
});
