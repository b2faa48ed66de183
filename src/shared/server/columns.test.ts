import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assignments, insertRows } from './columns.ts';
import type { Tx } from './tenancy.ts';

function recording(): { tx: Tx; sent: { text: string; values: readonly unknown[] }[] } {
  const sent: { text: string; values: readonly unknown[] }[] = [];
  const query = async (text: string, values: readonly unknown[] = []) => {
    sent.push({ text, values });
    return { rows: [], rowCount: 0 };
  };
  return { tx: { query } as unknown as Tx, sent };
}

describe('assignments', () => {
  it('number on from the values that the statement has', () => {
    const values: unknown[] = [1, 2];
    assert.equal(assignments({ name: 'a', window: null }, values), ', "name" = $3, "window" = $4');
    assert.deepEqual(values, [1, 2, 'a', null]);
  });

  it('leave out what is undefined', () => {
    assert.equal(assignments({ name: undefined }, []), '');
  });

  it('quote a name, whatever it holds', () => {
    assert.equal(assignments({ 'a" = 1 --': 1 }, []), ', "a"" = 1 --" = $1');
  });
});

describe('insertRows', () => {
  it('gives a row that lacks a column its default', async () => {
    const { tx, sent } = recording();
    await insertRows(tx, 'port', [{ a: 1 }, { a: 2, b: 'x', c: undefined }], 'returning id');
    assert.deepEqual(sent, [
      {
        text: 'insert into port ("a", "b") values ($1, default), ($2, $3) returning id',
        values: [1, 2, 'x'],
      },
    ]);
  });
});
