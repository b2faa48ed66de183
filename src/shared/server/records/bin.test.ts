import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Tx } from '../tenancy.ts';
import { type BinKind, restore, showBin, softDelete, withBin, withDeleted } from './bin.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
interface Row {
  readonly id: number;
  readonly version: number;
  deleted_at: Date | null;
}

describe('the bin', () => {
  /** What the transaction was told of the bin, and what was done with it. */
  let log: string[];
  let tx: Tx;
  let rows: Row[];
  let visible: boolean;

  const kind: BinKind<number, Row, string> = {
    hold: async (_tx, id) => rows.find((row) => row.id === id && (visible || row.deleted_at === null)),
    deletedAt: ({ deleted_at }) => deleted_at,
    async save(_tx, row, deleted_at) {
      log.push(`save ${visible}`);
      row.deleted_at = deleted_at;
      return 'saved';
    },
    beforeDelete: async (_tx, { id }) => void log.push(`before delete ${id}`),
    beforeRestore: async (_tx, { id }) => void log.push(`before restore ${id}`),
  };
  const notFound = { code: 'not_found' };

  beforeEach(() => {
    log = [];
    visible = false;
    rows = [
      { id: 1, version: 4, deleted_at: null },
      { id: 2, version: 1, deleted_at: NOW },
    ];
    const query = async (text: string) => {
      visible = text.endsWith("'on'");
      log.push(visible ? 'on' : 'off');
      return { rows: [], rowCount: 0 };
    };
    tx = { query } as unknown as Tx;
  });

  it('is in sight for as long as the outermost piece of work', async () => {
    const answer = await withBin(tx, async () => {
      await withBin(tx, async () => void log.push('inner'));
      log.push('outer');
      return 7;
    });
    assert.equal(answer, 7);
    assert.deepEqual(log, ['on', 'inner', 'outer', 'off']);
  });

  it('is hidden again where the work fails, also in a transaction that is broken', async () => {
    const failing = () => withBin(tx, () => Promise.reject(new Error('taken')));
    await assert.rejects(failing(), /taken/);
    assert.deepEqual(log, ['on', 'off']);
    await withBin(tx, async () => assert.equal(visible, true));
    const { query } = tx;
    const broken = {
      query: (text: string) => (visible ? Promise.reject(new Error('aborted')) : query(text)),
    };
    const inBroken = withBin(broken as unknown as Tx, () => Promise.reject(new Error('duplicate')));
    await assert.rejects(inBroken, /duplicate/);
  });

  it('stays in sight to the end of a transaction that is about it', async () => {
    await showBin(tx);
    await withBin(tx, async () => undefined);
    assert.deepEqual(log, ['on']);
  });

  it('takes a record once nothing stands against it', async () => {
    await assert.rejects(softDelete(tx, kind, 1, { now: NOW, version: 3 }), {
      code: 'conflict',
      options: { extra: { stored: rows[0] } },
    });
    assert.equal(await softDelete(tx, kind, 1, { now: NOW, version: 4 }), 'saved');
    assert.deepEqual(log, ['before delete 1', 'on', 'save true', 'off']);
    assert.equal(rows[0]?.deleted_at, NOW);
    await assert.rejects(softDelete(tx, kind, 1, { now: NOW }), notFound);
  });

  it('gives back what lies in it, and nothing else', async () => {
    await assert.rejects(restore(tx, kind, 1), notFound);
    assert.equal(await restore(tx, kind, 2), 'saved');
    assert.deepEqual(log.slice(-4), ['on', 'before restore 2', 'save true', 'off']);
    await assert.rejects(
      withDeleted(tx, kind, 2, async () => 'purged'),
      notFound,
    );
  });
});
