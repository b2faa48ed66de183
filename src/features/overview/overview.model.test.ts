import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orderIn, orderOfSort, SORTS, type Status, sortOfOrder } from './dashboard.model.ts';
import type { Card } from './overview.contract.ts';
import {
  arrangeCards,
  countFilters,
  countOwnStates,
  filterCards,
  gravestOf,
  inTrouble,
  mergeCards,
  ownStateOf,
  searchCards,
  sortCards,
  statusesOf,
  totalsOf,
} from './overview.model.ts';
import { DashboardList } from './web/dashboard/dashboard-search.ts';

const NOW = Date.parse('2026-06-01T10:00:00Z');
const LATER = '2026-06-01T10:00:01Z';
const EARLIER = '2026-06-01T09:59:59Z';

function card(over: Partial<Card>): Card {
  return {
    code: 'A',
    descr: '',
    error: 0,
    warning: 0,
    string_w: false,
    snooze_date: null,
    snooze_kind: 'mute',
    potenza_nominale: null,
    production: null,
    irradianza: null,
    power_kw: null,
    partial: false,
    lost: false,
    last_reading_at: null,
    no_data: false,
    asleep: false,
    productionType: 'photovoltaic',
    comune: '',
    time_zone: 'Europe/Rome',
    ...over,
  };
}

describe('statoImpianto', () => {
  // error, warning, string_w → statuses, each with and without a snooze: the 16 combinations of specification §4
  const table: [0 | 1, 0 | 1, boolean, Status[]][] = [
    [0, 0, false, ['success']],
    [0, 0, true, ['string']],
    [0, 1, false, ['warning']],
    [0, 1, true, ['warning', 'string']],
    [1, 0, false, ['alarm']],
    [1, 0, true, ['alarm', 'string']],
    [1, 1, false, ['alarm', 'warning']],
    [1, 1, true, ['alarm']],
  ];
  for (const [error, warning, string_w, expected] of table) {
    const name = `error ${error}, warning ${warning}, string_w ${string_w}`;
    it(`${name}, not snoozed`, () => {
      assert.deepEqual(statusesOf(card({ error, warning, string_w }), NOW), expected);
    });
    it(`${name}, snoozed`, () => {
      const snoozed = card({ error, warning, string_w, snooze_date: LATER });
      assert.deepEqual(statusesOf(snoozed, NOW), [...expected, 'snoozed']);
    });
  }

  it('is snoozed only while snooze_date lies ahead', () => {
    assert.deepEqual(statusesOf(card({ snooze_date: EARLIER }), NOW), ['success']);
    assert.deepEqual(statusesOf(card({ snooze_date: '2026-06-01T10:00:00Z' }), NOW), ['success']);
  });

  it("makes the gravest the card's own", () => {
    assert.equal(gravestOf(card({ error: 1, warning: 1, string_w: true })), 'alarm');
    assert.equal(gravestOf(card({ warning: 1, string_w: true })), 'warning');
    assert.equal(gravestOf(card({ string_w: true })), 'string');
    assert.equal(gravestOf(card({})), 'success');
  });

  it('counts overlapping filters apart from own states, which add up', () => {
    const cards = [
      card({ error: 1, warning: 1 }),
      card({ warning: 1, string_w: true }),
      card({ snooze_date: LATER }),
      card({ asleep: true }),
      card({ asleep: true, error: 1 }),
    ];
    assert.deepEqual(countFilters(cards, NOW), {
      all: 5,
      alarm: 2,
      warning: 2,
      string: 1,
      success: 2,
      snoozed: 1,
      nodata: 0,
    });
    const own = { alarm: 2, warning: 1, string: 0, nodata: 0, asleep: 1, producing: 0, success: 1 };
    assert.deepEqual(countOwnStates(cards), own);
  });

  it('calls a plant producing only by fresh power above zero, in all of its conditions', () => {
    const powers = [null, 0, -0.4, 0.4];
    for (let bits = 0; bits < 64; bits += 1) {
      const has = (bit: number) => (bits & bit) > 0;
      const power_kw = powers[bits >> 4] ?? null;
      const flags = { no_data: has(1), asleep: has(2), lost: has(4) };
      const one = card({ ...flags, error: has(8) ? 1 : 0, power_kw });
      const proven = power_kw === 0.4 && (bits & 15) === 0;
      assert.equal(ownStateOf(one) === 'producing', proven, JSON.stringify(one));
      assert.equal(countOwnStates([one]).producing, proven ? 1 : 0);
    }
  });

  it('counts and shows plants without data apart, whatever else holds of them', () => {
    const silent = [card({ code: 'S', no_data: true }), card({ code: 'E', no_data: true, error: 1 })];
    const cards = [...silent, card({ code: 'P', power_kw: 3 })];
    assert.deepEqual(filterCards(cards, 'nodata', NOW), silent);
    assert.equal(countFilters(cards, NOW).nodata, 2);
    const own = { alarm: 1, warning: 0, string: 0, nodata: 1, asleep: 0, producing: 1, success: 0 };
    assert.deepEqual(countOwnStates(cards), own);
  });
});

describe('order of the cards', () => {
  const cards = [
    card({ code: 'P-10', potenza_nominale: 50, production: null, irradianza: 0 }),
    card({ code: 'P-9', potenza_nominale: null, production: 7, irradianza: null }),
    card({ code: 'P-1', potenza_nominale: 200, production: 0, irradianza: 812 }),
  ];
  const codes = (list: readonly Card[]) => list.map(({ code }) => code).join(' ');

  it('is by code, numbers as numbers', () => {
    assert.equal(codes(sortCards(cards, 'CI-C')), 'P-1 P-9 P-10');
    assert.equal(codes(sortCards(cards, 'CI-D')), 'P-10 P-9 P-1');
  });

  it('puts null first when ascending and last when descending', () => {
    assert.equal(codes(sortCards(cards, 'PN-C')), 'P-9 P-10 P-1');
    assert.equal(codes(sortCards(cards, 'PN-D')), 'P-1 P-10 P-9');
    assert.equal(codes(sortCards(cards, 'P-C')), 'P-10 P-1 P-9');
    assert.equal(codes(sortCards(cards, 'P-D')), 'P-9 P-1 P-10');
    assert.equal(codes(sortCards(cards, 'I-C')), 'P-9 P-10 P-1');
    assert.equal(codes(sortCards(cards, 'I-D')), 'P-1 P-10 P-9');
  });

  it('leaves the given list as it was', () => {
    sortCards(cards, 'CI-C');
    assert.equal(codes(cards), 'P-10 P-9 P-1');
  });

  it('puts problems first when asked to, plants without data before those that are well', () => {
    const some = [
      card({ code: 'A' }),
      card({ code: 'B', no_data: true }),
      card({ code: 'C', string_w: true }),
      card({ code: 'D', warning: 1 }),
      card({ code: 'F', error: 1 }),
      card({ code: 'E', error: 1 }),
    ];
    assert.equal(codes(sortCards(some, 'problems')), 'F E D C B A');
  });

  it('finds what is typed without case and accents, as people type names of places', () => {
    const towns = [card({ code: 'P-1', descr: 'Tetti di Forlì' }), card({ code: 'P-2', descr: 'Cefalù' })];
    assert.equal(codes(searchCards(towns, 'FORLI', 'CI-C')), 'P-1');
    assert.equal(codes(searchCards(towns, 'cefalù', 'CI-C')), 'P-2');
  });

  it('orders what a search finds equally grave as chosen', () => {
    assert.equal(codes(searchCards(cards, 'p', 'PN-D')), 'P-1 P-10 P-9');
    assert.equal(codes(searchCards(cards, 'p', 'CI-D')), 'P-10 P-9 P-1');
  });

  it('is by error, warning, string_w while a text is searched, whatever the sort', () => {
    const found = [
      card({ code: 'LE-1', descr: 'Cava' }),
      card({ code: 'LE-2', string_w: true }),
      card({ code: 'X', descr: 'Parco di LEcce', warning: 1 }),
      card({ code: 'LE-4', error: 1 }),
      card({ code: 'LE-5', error: 1, warning: 1 }),
      card({ code: 'Y', descr: 'Bari' }),
    ];
    assert.equal(codes(searchCards(found, ' le', 'CI-C')), 'LE-5 LE-4 X LE-2 LE-1');
    assert.equal(codes(arrangeCards(found, { q: 'lE', status: 'alarm', sort: 'CI-C' }, NOW)), 'LE-5 LE-4');
    assert.equal(codes(arrangeCards(found, { q: ' ', status: 'alarm', sort: 'CI-C' }, NOW)), 'LE-4 LE-5');
  });
});

describe("the company's figures", () => {
  it('add what is known and say of how many plants', () => {
    const totals = totalsOf([
      card({ power_kw: 10, production: 5, irradianza: 600 }),
      card({ power_kw: 0, production: null, irradianza: 800 }),
      card({}),
      // What was last heard of a plant whose connection is lost is not of now; its counter stands.
      card({ lost: true, power_kw: 156, production: 9, irradianza: 100 }),
    ]);
    assert.deepEqual(totals, {
      power: { value: 10, known: 2 },
      energy: { value: 14, known: 2 },
      irradiance: { value: 700, known: 2 },
    });
  });

  it('are unknown, not zero, when nothing is known', () => {
    const unknown = { value: null, known: 0 };
    assert.deepEqual(totalsOf([card({})]), { power: unknown, energy: unknown, irradiance: unknown });
  });
});

describe('the address of the dashboard', () => {
  it('falls back where it cannot be understood', () => {
    assert.deepEqual(DashboardList.schema.parse({ sort: 'BAD', status: 'x', q: 3 }), {
      q: '',
      status: 'all',
      part: '',
      sort: undefined,
      order: '',
    });
  });
});

describe('plants in trouble', () => {
  it('have an alarm or no data, gravest first; what is muted, rests or produces is left out', () => {
    const cards = [
      card({ code: 'A', power_kw: 3 }),
      card({ code: 'B', no_data: true }),
      card({ code: 'C', warning: 1 }),
      card({ code: 'D', error: 1 }),
      card({ code: 'E', error: 1, snooze_date: new Date(1_000).toISOString() }),
      card({ code: 'F', asleep: true }),
    ];
    assert.deepEqual(
      inTrouble(cards, 0).map(({ code }) => code),
      ['D', 'C', 'B'],
    );
  });
});

describe('renewed cards', () => {
  it('replace those of the same code and join when new', () => {
    const merged = mergeCards(
      [card({ code: 'A' }), card({ code: 'B' })],
      [card({ code: 'B', power_kw: 3 }), card({ code: 'C' })],
    );
    assert.deepEqual(
      merged.map(({ code, power_kw }) => [code, power_kw]),
      [
        ['A', null],
        ['B', 3],
        ['C', null],
      ],
    );
  });
});

describe('order of the list and sort of the cards', () => {
  it('are one where both have it, and any other column has the word over the sort', () => {
    assert.deepEqual(['-today', 'irradiance', '-nominal', 'code', '-code', '-power', ''].map(sortOfOrder), [
      'P-D',
      'I-C',
      'PN-D',
      'CI-C',
      'CI-D',
      undefined,
      undefined,
    ]);
    for (const sort of SORTS.filter((one) => one !== 'problems'))
      assert.equal(sortOfOrder(orderOfSort(sort)), sort);
    assert.equal(orderOfSort('problems'), '');
    assert.deepEqual(orderIn({ order: '-today', sort: 'CI-C' }, 'problems'), { sort: 'P-D', order: '' });
    assert.deepEqual(orderIn({ order: '-power' }, 'CI-C'), { sort: 'CI-C', order: '-power' });
    assert.deepEqual(orderIn({}, 'problems'), { sort: 'problems', order: '' });
  });

  it('leaves what a table is ordered by as it is while something is searched for', () => {
    const cards = [
      card({ code: 'B1', production: 2 }),
      card({ code: 'B2', production: 3, error: 1 }),
      card({ code: 'C', production: 9 }),
      card({ code: 'B3', production: 5 }),
    ];
    const found = (gravestFirst?: boolean) =>
      arrangeCards(cards, { q: 'b', status: 'all', sort: 'P-D', gravestFirst }, NOW).map(({ code }) => code);
    assert.deepEqual(found(), ['B2', 'B3', 'B1']);
    assert.deepEqual(found(false), ['B3', 'B2', 'B1']);
  });
});
