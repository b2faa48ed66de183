import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type MergedCodes, NoticeMerger } from './merger.ts';
import { notifyLive, readNotice } from './notice.ts';

describe('merging notices', () => {
  it('passes the first at once and then one a second of each kind and company, codes together', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const passed: unknown[] = [];
    const merger = new NoticeMerger((company, kind, codes) => passed.push([company, kind, listed(codes)]));
    merger.take({ company_id: 1, kind: 'plants', codes: ['A'] });
    merger.take({ company_id: 1, kind: 'plants', codes: ['B', 'A'] });
    merger.take({ company_id: 1, kind: 'plants', codes: ['C'] });
    merger.take({ company_id: 2, kind: 'plants', codes: ['X'] });
    merger.take({ company_id: 1, kind: 'progress' });
    assert.deepEqual(passed, [
      [1, 'plants', ['A']],
      [2, 'plants', ['X']],
      [1, 'progress', null],
    ]);
    t.mock.timers.tick(1000);
    assert.deepEqual(passed.slice(3), [[1, 'plants', ['B', 'A', 'C']]]);
    merger.take({ company_id: 1, kind: 'plants', codes: ['D'] });
    assert.equal(passed.length, 4);
    t.mock.timers.tick(1000);
    assert.deepEqual(passed.slice(4), [[1, 'plants', ['D']]]);
    t.mock.timers.tick(5000);
    assert.equal(passed.length, 5);
    merger.close();
  });
});

const listed = (codes: MergedCodes) => codes && [...codes];

describe('a live notice', () => {
  it('fits what PostgreSQL takes, however many plants changed', async () => {
    const sent: string[] = [];
    const sender = { query: async (_text: string, values: unknown[]) => sent.push(String(values[1])) };
    const codes = Array.from({ length: 1000 }, (_, i) => `${'P'.repeat(28)}${String(i).padStart(4, '0')}`);
    await notifyLive(sender, { company_id: 1, kind: 'plants', codes });
    assert.ok(sent.every((payload) => Buffer.byteLength(payload) < 8000));
    const read = sent
      .map(readNotice)
      .flatMap((notice) => (notice && 'codes' in notice ? (notice.codes ?? []) : []));
    assert.deepEqual(read, codes);
  });
  it('is not given when it names nothing, and not taken when it is none of ours', async () => {
    const sent: unknown[] = [];
    const sender = { query: async (_text: string, values: unknown[]) => sent.push(values[1]) };
    await notifyLive(sender, { company_id: 1, kind: 'alarms', codes: [] });
    assert.deepEqual(sent, []);
    await notifyLive(sender, { company_id: 1, kind: 'progress' });
    assert.deepEqual(sent, ['{"company_id":1,"kind":"progress"}']);
    assert.equal(readNotice('not json'), undefined);
    assert.equal(readNotice('{"company_id":"1","kind":"plants","codes":[]}'), undefined);
  });
});
