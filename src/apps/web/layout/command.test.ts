import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matching } from './command.model.ts';

describe('the palette', () => {
  it('finds by every word, in the name or what it belongs to, in any case', () => {
    const charts = { label: 'Grafici', beside: 'Monitoraggio' };
    for (const text of ['', 'graf', 'GRAFICI', 'moni graf']) assert.ok(matching(charts, text), text);
    assert.ok(!matching(charts, 'graf allarmi'));
    assert.ok(!matching({ label: 'Grafici' }, 'moni'));
  });
});
