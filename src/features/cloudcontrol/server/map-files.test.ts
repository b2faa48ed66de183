import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../../shared/server/errors.ts';
import { ownedBy, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { MapFiles } from './map-files.ts';
import type { FromMapThread } from './map-thread.ts';

const FILE = new TextEncoder().encode('name,address\nac_power_kw,1\n');
const EVIL = new TextEncoder().encode('evil');
const TABLE = { rows: [['name']], cut: false };

/** A reader that is held up by one file until that is let go. */
function heldUp() {
  const read: string[] = [];
  const ends: (() => void)[] = [];
  const files = new MapFiles((bytes): Promise<FromMapThread> => {
    const text = new TextDecoder().decode(bytes);
    read.push(text.slice(0, 4));
    if (text !== 'evil') return Promise.resolve({ table: TABLE });
    const { promise, resolve } = Promise.withResolvers<FromMapThread>();
    ends.push(() => resolve({ fault: 'takes_too_long' }));
    return promise;
  });
  return { files, read, ends };
}

const refusedAs = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;

describe('files with maps', () => {
  it('of one company hold those of another up neither by their time nor by their number', async () => {
    const { files, read, ends } = heldUp();
    const evil = [1, 2, 3, 4].map(() => files.read(scopeOfWork(1), EVIL));
    await assert.rejects(files.read(scopeOfWork(1), FILE), refusedAs('unavailable'));
    assert.deepEqual(await files.read(scopeOfWork(2), FILE), TABLE);
    assert.deepEqual(read, ['evil', 'name'], 'one of a company is read at a time');
    for (const one of evil) {
      const refused = assert.rejects(one, refusedAs('invalid'));
      ends.shift()?.();
      await refused;
      await new Promise(setImmediate);
    }
    assert.deepEqual(await files.read(scopeOfWork(1), FILE), TABLE, 'and then its own are read again');
  });

  it('of an account with many companies leave room for those of others', async () => {
    const { files, ends } = heldUp();
    const own = (company: number) => ownedBy(scopeOfWork(company), 7);
    const evil = [1, 2, 3, 4, 5].flatMap((company) =>
      Array.from({ length: 4 }, () => files.read(own(company), EVIL).catch(() => undefined)),
    );
    await assert.rejects(files.read(own(5), FILE), refusedAs('unavailable'));
    assert.deepEqual(await files.read(scopeOfWork(9), FILE), TABLE);
    for (let left = true; left; left = ends.length > 0) {
      for (const end of ends.splice(0)) end();
      await new Promise(setImmediate);
    }
    await Promise.all(evil);
  });

  it('of many companies are bounded together', async () => {
    const { files, ends } = heldUp();
    const many = Array.from({ length: 20 }, (_, company) =>
      files.read(scopeOfWork(company + 1), EVIL).catch(() => undefined),
    );
    await assert.rejects(files.read(scopeOfWork(99), FILE), refusedAs('unavailable'));
    for (let ended = 0; ended < many.length; ) {
      ended += ends.splice(0).map((end) => end()).length;
      await new Promise(setImmediate);
    }
    await Promise.all(many);
    assert.deepEqual(await files.read(scopeOfWork(99), FILE), TABLE);
  });
});
