import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { type Keeping, keepPlants, Looks } from './day-keeper.ts';

describe('days that are kept of plants', () => {
  const plants: readonly { readonly proj_code: string }[] = ['A', 'B', 'C', 'D', 'E'].map((proj_code) => ({
    proj_code,
  }));
  const keeping: Keeping = { pool: new pg.Pool(), now: new Date() };
  const codesOf = (some: typeof plants) => some.map(({ proj_code }) => proj_code).join('');

  it('are made until none is left, each plant by itself where one of them fails', async () => {
    const asked: string[] = [];
    const lost: string[] = [];
    const keep = async (some: typeof plants) => {
      const codes = codesOf(some);
      asked.push(codes);
      if (codes.includes('B')) throw new Error('no such zone');
      return { made: 1, more: asked.filter((one) => one === codes).length < 2 };
    };
    const failed = (_: unknown, proj_code: string) => void lost.push(proj_code);
    assert.equal(await keepPlants({ ...keeping, failed }, plants, { at_once: 2, keep }), 2 + 2 + 2);
    assert.deepEqual(asked, ['AB', 'A', 'A', 'B', 'CD', 'CD', 'E', 'E']);
    assert.deepEqual(lost, ['B']);
    await assert.rejects(keepPlants(keeping, plants, { at_once: 2, keep }), /no such zone/);
  });

  it('are not asked for again where nothing comes of it, nor after the end', async () => {
    const asked: string[] = [];
    const keep = async (some: typeof plants) => {
      asked.push(codesOf(some));
      return { made: 0, more: true, aside: asked.length === 1 ? 1 : 0 };
    };
    const isStopped = () => asked.length >= 3;
    assert.equal(await keepPlants({ ...keeping, isStopped }, plants, { at_once: 2, keep }), 0);
    assert.deepEqual(asked, ['AB', 'AB', 'CD']);
  });

  it('are all looked at once an hour, and where older ones have changed: every five minutes while they do, and once they rest', () => {
    const looks = new Looks();
    const at = (turn: number, late?: { changed_at: number; quiet: boolean }) => {
      if (!looks.asks(turn, 7)) return undefined;
      const look = looks.of(turn, 7, late);
      if (look === 'all') looks.looked(7, late);
      return look;
    };
    const coming = (changed_at: number) => ({ changed_at, quiet: false });
    const resting = (changed_at: number) => ({ changed_at, quiet: true });
    assert.deepEqual(
      [at(0, coming(1)), at(1, coming(2)), at(2, resting(3)), at(3)],
      ['all', 'none', 'all', undefined],
    );
    assert.deepEqual([at(5, resting(3)), at(10, coming(4)), at(11, coming(4))], ['recent', 'all', 'none']);
    assert.deepEqual(
      [at(15, coming(5)), at(16, resting(6)), at(17), at(60, resting(6))],
      ['all', 'all', undefined, 'all'],
    );
  });
});
