import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { areas } from './areas-work.ts';
import { queueNames } from './queues.ts';

describe('queues', () => {
  it('are made for every area that does jobs', () => {
    const worked = areas.flatMap(({ jobs = [] }) => jobs);
    assert.deepEqual(worked.map(({ queue }) => queue.name).sort(), [...queueNames].sort());
  });
});
