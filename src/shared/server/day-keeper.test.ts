import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { type Keeping, keepPlants } from './day-keeper.ts';

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
});
