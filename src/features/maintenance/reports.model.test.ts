import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareIntervened, intervenedBy, partOf, reportCode, writtenBy } from './reports.model.ts';

const NOTHING = { intervention: null, stop: null, repair_cost: null };
const report = intervenedBy({
  started_at: '2026-05-04T08:00:00.000Z',
  ended_at: '2026-05-04T11:30:00.000Z',
  repair_cost_eur: 0,
});

describe('a report and its downtime', () => {
  it('differ nowhere where the downtime says nothing yet; a cost of nothing is said all the same', () => {
    assert.deepEqual(compareIntervened(NOTHING, report), {
      empty: ['intervention', 'stop', 'repair_cost'],
      differing: [],
    });
  });

  it('say the same instant in whatever offset', () => {
    const downtime = { ...NOTHING, intervention: '2026-05-04T10:00:00+02:00', stop: '2026-05-04T12:00:00Z' };
    assert.deepEqual(compareIntervened(downtime, report), { empty: ['repair_cost'], differing: ['stop'] });
  });

  it('say nothing to each other where the report says nothing', () => {
    assert.deepEqual(compareIntervened({ ...NOTHING, repair_cost: 40 }, NOTHING), {
      empty: [],
      differing: [],
    });
  });

  it('come together as whoever closes has chosen', () => {
    const found = compareIntervened({ ...NOTHING, repair_cost: 40 }, report);
    assert.deepEqual(writtenBy(found, 'keep'), []);
    assert.deepEqual(partOf(report, writtenBy(found, 'fill')), {
      intervention: '2026-05-04T08:00:00.000Z',
      stop: '2026-05-04T11:30:00.000Z',
    });
    assert.deepEqual(writtenBy(found, 'overwrite'), ['intervention', 'stop', 'repair_cost']);
  });

  it('are called by their number', () => {
    assert.deepEqual([reportCode(7), reportCode(12345)], ['M-0007', 'M-12345']);
  });
});
