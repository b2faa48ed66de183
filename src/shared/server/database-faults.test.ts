import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databaseIsAway } from './database-faults.ts';

const fault = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('a database that is away', () => {
  it('is one of whose machines a worker is lost while it commits: tried again, not blamed on the rows', () => {
    for (const message of [
      'could not commit transaction for shard 102017 on at least one active node',
      'could not commit transaction on any active node',
      'failure on connection marked as essential: 10.0.0.7:5432',
      'could not find any healthy placement for shard 102017',
    ])
      assert.equal(databaseIsAway(fault('XX000', message)), true, message);
  });

  it('is none that fails otherwise', () => {
    assert.equal(databaseIsAway(fault('XX000', 'cache lookup failed for relation 7')), false);
    assert.equal(databaseIsAway(fault('23505', 'duplicate key value')), false);
  });
});
