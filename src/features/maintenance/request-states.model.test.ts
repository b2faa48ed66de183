import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  faultOfStep,
  isOverdue,
  type Mover,
  nextStates,
  REQUEST_STATES,
  requestCode,
  STEPS,
  WAITING,
} from './request-states.model.ts';

const by = (...movers: Mover[]) => ({ movers, note: 'because' });

describe('the states of a request', () => {
  it('lead from open to closed by the worker and who answers for it', () => {
    const path = ['open', 'accepted', 'in_progress', 'solved', 'verified', 'closed'] as const;
    const faults = path.slice(1).map((to, i) => faultOfStep(path[i] ?? 'open', to, by('worker', 'keeper')));
    assert.deepEqual(faults, [undefined, undefined, undefined, undefined, undefined]);
  });

  it('let nobody verify, close or reopen their own work', () => {
    for (const mover of ['worker', 'firm'] as const) {
      assert.deepEqual(nextStates('solved', [mover]), []);
      assert.deepEqual(nextStates('verified', [mover]), []);
      assert.deepEqual(nextStates('closed', [mover]), []);
      assert.deepEqual(nextStates('declined', [mover]), []);
      assert.equal(faultOfStep('solved', 'verified', by(mover)), 'not_yours');
    }
  });

  it('are declined and reopened with a reason only', () => {
    const silent = { movers: ['keeper'] as const, note: '  ' };
    assert.equal(faultOfStep('open', 'declined', silent), 'reason_missing');
    assert.equal(faultOfStep('closed', 'in_progress', silent), 'reason_missing');
    assert.equal(faultOfStep('closed', 'in_progress', by('keeper')), undefined);
    assert.equal(faultOfStep('open', 'accepted', silent), undefined);
  });

  it('skip neither the work nor its verification', () => {
    assert.equal(faultOfStep('open', 'solved', by('keeper')), 'no_such_step');
    assert.equal(faultOfStep('open', 'closed', by('keeper')), 'no_such_step');
    assert.equal(faultOfStep('in_progress', 'verified', by('keeper')), 'no_such_step');
    assert.equal(faultOfStep('accepted', 'accepted', by('keeper')), 'no_such_step');
  });

  it('are each reached from open, and left again', () => {
    const reached = new Set<string>(['open']);
    for (const from of REQUEST_STATES) for (const { to } of STEPS[from]) reached.add(to);
    assert.deepEqual([...reached].sort(), [...REQUEST_STATES].sort());
    for (const state of REQUEST_STATES) assert.ok(STEPS[state].length > 0, state);
  });
});

describe('a request', () => {
  it('is late once its time is over and the work is not done', () => {
    const now = Date.parse('2026-05-04T10:00:00Z');
    const due_at = '2026-05-04T09:59:00Z';
    for (const state of REQUEST_STATES)
      assert.equal(isOverdue({ due_at, state }, now), WAITING.includes(state), state);
    assert.equal(isOverdue({ due_at: '2026-05-04T10:01:00Z', state: 'open' }, now), false);
    assert.equal(isOverdue({ due_at: null, state: 'open' }, now), false);
  });

  it('is called by a number of four digits at least', () => {
    assert.equal(requestCode(7), 'R-0007');
    assert.equal(requestCode(12_345), 'R-12345');
  });
});
