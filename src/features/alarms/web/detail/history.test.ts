import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AlarmEvent } from '../../alarms.contract.ts';
import type { AlarmEventKind } from '../../alarms.model.ts';
import { stretchesOf } from './history.model.ts';

const events = (...kinds: AlarmEventKind[]) =>
  kinds.map((kind, id) => ({ id, kind, at: '', actor: null, note: '', detail: {} }) satisfies AlarmEvent);
const shown = (...kinds: AlarmEventKind[]) =>
  stretchesOf(events(...kinds)).map((one) => ('event' in one ? one.event.kind : one.flapped.length));

describe('the history of an alarm', () => {
  it('says in one line how often the fault came and went, and how it stood last in its own', () => {
    const flapping = Array.from({ length: 6 }, () => ['closed', 'repeated'] as const).flat();
    assert.deepEqual(shown('opened', ...flapping, 'commented', 'closed'), [
      'opened',
      11,
      'repeated',
      'commented',
      'closed',
    ]);
  });

  it('leaves a few as they are', () => {
    const few = ['opened', 'closed', 'repeated', 'closed', 'repeated', 'acknowledged'] as const;
    assert.deepEqual(shown(...few), [...few]);
    assert.deepEqual(shown(), []);
  });
});
