import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { bodyOf, changedBeside, changedOf, differing, storedIn, versionOf } from './record.model.ts';

describe('the record of a form', () => {
  const Body = z.object({ name: z.string(), tags: z.array(z.int()).optional(), version: z.int().optional() });
  it('is new while it has no version', () => {
    assert.deepEqual([versionOf({ name: '' }), versionOf({ version: 0 })], [undefined, 0]);
  });
  it('sends what the contract’s body has, with its version', () => {
    assert.deepEqual(bodyOf(Body, { id: 3, name: 'a', tags: [1] }, 7), { name: 'a', tags: [1], version: 7 });
    assert.deepEqual(bodyOf(Body.omit({ version: true }), { name: 'a' }, 7), { name: 'a' });
  });
  it('knows what was changed, lists by what they hold', () => {
    assert.deepEqual(changedOf({ name: 'b', tags: [1] }, { name: 'a', tags: [1] }), { name: 'b' });
  });
  it('takes over what was changed beside its fields, and nothing that touches them', () => {
    const base = { name: 'a', enabled: true, version: 1 };
    const isField = (name: string) => name === 'name';
    const after = (typed: object, next: object) =>
      changedBeside({ ...base, ...next }, { base, typed: { ...base, ...typed }, isField });
    assert.deepEqual(after({ name: 'b' }, { enabled: false, version: 2 }), { enabled: false, version: 2 });
    assert.equal(after({ name: 'b' }, { name: 'c', version: 2 }), undefined);
    assert.equal(after({ enabled: false }, { enabled: false, version: 2 }), undefined);
  });
  it('finds in a conflict what is stored, where the call’s contract reads it', () => {
    const change = call({
      method: 'PATCH',
      path: '/x/',
      summary: 'x',
      access: 'public',
      ok: z.undefined(),
      conflict: z.object({ name: z.string() }),
    });
    const problem = (stored: unknown) => ({ code: 'conflict', stored });
    assert.deepEqual(storedIn(change, { status: 409, problem: problem({ name: 'a' }) }), { name: 'a' });
    assert.equal(storedIn(change, { status: 409, problem: problem({ id: 3 }) }), undefined);
    assert.equal(storedIn(change, { status: 400, problem: problem({ name: 'a' }) }), undefined);
  });
  it('tells two versions apart where something is sent', () => {
    const base = { name: 'a', model: 'x', maker: 'm' };
    const mine = { name: 'b', model: 'x', maker: 'm' };
    const other = { name: 'c', model: 'y', maker: 'm' };
    const names = ['name', 'model', 'maker'];
    assert.deepEqual(differing(names, { mine, other, base, sent: { name: 'b' } }), ['name']);
    assert.deepEqual(differing(names, { mine, other, base, sent: mine }), ['name', 'model']);
  });
});
