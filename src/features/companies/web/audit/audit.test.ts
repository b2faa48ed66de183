import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf, spokenOf } from '../../audit.model.ts';
import { filtersOf } from './audit-page.model.ts';
import { AuditList } from './audit-search.ts';

const now = new Date(2026, 5, 15, 10, 30);
const asked = (address: Record<string, string>) => AuditList.schema.parse(address);

describe("the audit page's address", () => {
  it('asks for everything where it says nothing, or nothing that is understood', () => {
    for (const address of [{}, { group: 'Non-sense', span: 'ever', who: '0', from: 'x', page: '-1' }]) {
      assert.deepEqual(filtersOf(asked(address), now), {});
      assert.equal(AuditList.active(asked(address)), 0);
      assert.equal(asked(address).page, '1');
    }
  });

  it('names a text, a kind of actions and a person', () => {
    const search = asked({ q: ' gateway ', group: 'key', who: '12' });
    assert.deepEqual(filtersOf(search, now), { search: 'gateway', action: 'key', actor_id: '12' });
    assert.equal(AuditList.active(search), 3);
  });

  it('tells people from the program, and turns the order round', () => {
    assert.deepEqual(filtersOf(asked({ who: 'people' }), now), { by: 'people' });
    assert.deepEqual(filtersOf(asked({ who: 'program', order: 'oldest' }), now), {
      by: 'program',
      order: 'oldest',
    });
    assert.equal(AuditList.active(asked({ order: 'oldest' })), 0);
  });

  it("counts days of the reader's calendar, today among them", () => {
    const start = (day: number) => ({ start: new Date(2026, 5, day).toISOString() });
    assert.deepEqual(filtersOf(asked({ span: 'today' }), now), start(15));
    assert.deepEqual(filtersOf(asked({ span: 'week' }), now), start(9));
    assert.deepEqual(filtersOf(asked({ span: 'month' }), now), {
      start: new Date(2026, 4, 17).toISOString(),
    });
  });

  it('takes the last day of a free span whole, and leaves an end open that is not given', () => {
    const both = asked({ span: 'free', from: '2026-03-01', to: '2026-03-31' });
    assert.deepEqual(filtersOf(both, now), {
      start: new Date(2026, 2, 1).toISOString(),
      end: new Date(2026, 3, 1).toISOString(),
    });
    assert.deepEqual(filtersOf(asked({ span: 'free' }), now), {});
  });
});

describe('what an entry says of its action', () => {
  it('stands beside what it was before, and is left out where it did not change', () => {
    const facts = factsOf({
      roles_before: ['VIEWER'],
      roles: ['ENGINEER_0'],
      related_plants_before: ['1'],
      related_plants: ['1'],
      invited_by: 7,
    });
    assert.deepEqual(facts, [
      { field: 'roles', before: ['VIEWER'], after: ['ENGINEER_0'] },
      { field: 'invited_by', before: undefined, after: 7 },
    ]);
  });

  it("has the program's own words said in the reader's", () => {
    const words = { port: 'porta', device: 'dispositivo', variables: 'variabili', texts: 'testi' };
    assert.equal(spokenOf('port 12', words), 'porta 12');
    assert.equal(spokenOf('4 variables, 0 texts', words), '4 variabili, 0 testi');
    assert.equal(spokenOf('template sma-device', words), 'template sma-device');
  });

  it('is nothing where nothing was noted, or nothing given', () => {
    assert.deepEqual(factsOf({}), []);
    assert.deepEqual(factsOf({ proj_code: null }), []);
  });
});
