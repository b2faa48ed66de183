import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Card } from './overview.contract.ts';
import { linkOf, specificYieldOf } from './overview.model.ts';
import { type GroupWords, groupCards, partOf } from './plant-groups.model.ts';

const card = (code: string, rest: Partial<Card> = {}): Card => ({
  code,
  descr: code,
  error: 0,
  warning: 0,
  string_w: false,
  snooze_date: null,
  snooze_kind: 'alarms' as never,
  potenza_nominale: 100,
  production: 250,
  irradianza: null,
  power_kw: 10,
  partial: false,
  lost: false,
  last_reading_at: null,
  no_data: false,
  asleep: false,
  productionType: 'photovoltaic',
  comune: '',
  time_zone: 'Europe/Rome',
  ...rest,
});
const words: GroupWords = {
  stateOf: (state) => state,
  typeOf: (type) => type,
  regionOf: (code) => (code === 'A1' ? 'Lombardia' : ''),
  tagsOf: (code) => (code === 'A10' ? ['Garanzia', 'Tetto'] : code === 'A2' ? ['Garanzia'] : []),
  none: '–',
};
const cards = [card('A1', { error: 1 }), card('A2', { comune: 'Lecce' }), card('A10', { no_data: true })];
const shape = (by: Parameters<typeof groupCards>[1]) =>
  groupCards(cards, by, words).map(({ title, cards: own }) => [title, own.map(({ code }) => code)]);

describe('groups of the plant list', () => {
  it('by state begin with what needs attention', () => {
    assert.deepEqual(shape('state'), [
      ['alarm', ['A1']],
      ['nodata', ['A10']],
      ['producing', ['A2']],
    ]);
  });

  it('by tag hold a plant once for each of its tags, and those without one last', () => {
    assert.deepEqual(shape('tag'), [
      ['Garanzia', ['A2', 'A10']],
      ['Tetto', ['A10']],
      ['–', ['A1']],
    ]);
    assert.deepEqual(shape('region'), [
      ['Lombardia', ['A1']],
      ['–', ['A2', 'A10']],
    ]);
  });
});

describe('the part of the plants that an address names', () => {
  it('is of a kind that is known, with its name whole', () => {
    assert.deepEqual(partOf('tag:roof: north'), { by: 'tag', title: 'roof: north' });
    for (const none of ['', 'region:', 'state:alarm', 'Lazio']) assert.equal(partOf(none), undefined);
  });
});

describe('what the plant list says of a plant', () => {
  it('keeps the connection apart from the alarms: rest by night is no fault, a lost connection is one even then', () => {
    assert.equal(linkOf(card('A', { error: 1 })), 'receiving');
    assert.equal(linkOf(card('A', { asleep: true })), 'asleep');
    assert.equal(linkOf(card('A', { asleep: true, lost: true })), 'lost');
    assert.equal(linkOf(card('A', { no_data: true })), 'none');
  });

  it('has a specific yield where both figures are known, and none otherwise', () => {
    assert.equal(specificYieldOf(card('A')), 2.5);
    assert.equal(specificYieldOf(card('A', { production: 0 })), 0);
    assert.equal(specificYieldOf(card('A', { production: null })), null);
    assert.equal(specificYieldOf(card('A', { potenza_nominale: 0 })), null);
  });
});
