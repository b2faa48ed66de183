import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matching, stepFrom } from './command.model.ts';

describe('the palette', () => {
  it('finds by every word, in the name or what it belongs to, in any case', () => {
    const charts = { label: 'Grafici', beside: 'Monitoraggio' };
    for (const text of ['', 'graf', 'GRAFICI', 'moni graf']) assert.ok(matching(charts, text), text);
    assert.ok(!matching(charts, 'graf allarmi'));
    assert.ok(!matching({ label: 'Grafici' }, 'moni'));
    // Words begin so: none is found by its middle, nothing by a sign alone.
    for (const text of ['fici', '%', 'graf -']) assert.ok(!matching(charts, text), text);
    assert.ok(matching({ label: 'Centrale Alta', beside: 'AUR-001' }, 'aur-0 alta'));
  });

  it('finds without accents, and by what it is called in the other language', () => {
    assert.ok(matching({ label: 'Registro attività', also: 'Audit' }, 'attivita'));
    assert.ok(matching({ label: 'Registro attività', also: 'Audit' }, 'AUDIT'));
    assert.ok(matching({ label: 'Attivita' }, 'attività'));
  });

  it('goes from one to the next, and around the ends', () => {
    const commands = ['a', 'b', 'c'].map((id) => ({ id, label: id, run: () => undefined }));
    assert.deepEqual([stepFrom(commands, 'a', 1), stepFrom(commands, 'c', 1)], ['b', 'a']);
    assert.deepEqual([stepFrom(commands, 'b', -1), stepFrom(commands, 'a', -1)], ['a', 'c']);
    assert.equal(stepFrom([], undefined, 1), undefined);
  });
});
