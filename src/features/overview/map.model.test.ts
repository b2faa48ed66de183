import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { arcsOf, boundsOf, isWithin, type PlacedPlant, placePlants } from './map.model.ts';
import type { Card } from './overview.contract.ts';

const NOW = Date.parse('2026-06-01T10:00:00Z');
const card = (code: string, more: Partial<Card> = {}) =>
  ({
    code,
    error: 0,
    warning: 0,
    string_w: false,
    snooze_date: null,
    no_data: false,
    power_kw: 3,
    ...more,
  }) as Card;
const at = (latitude: number, longitude: number) => ({ latitude, longitude }) as PlacedPlant;

describe('plants on the map', () => {
  it('stand where they are, each in its own state; those without a place are counted', () => {
    const cards = [
      card('A', { error: 1 }),
      card('B', { error: 1, snooze_date: '2026-06-02T10:00:00Z' }),
      card('C'),
      card('D'),
    ];
    const plants = [
      { proj_code: 'A', latitude: 45, longitude: 9 },
      { proj_code: 'B', latitude: 41, longitude: 12 },
      { proj_code: 'C', latitude: null, longitude: null },
    ];
    const { placed, unplaced } = placePlants(cards, plants, NOW);
    assert.deepEqual(
      placed.map((one) => [one.card.code, one.state]),
      [
        ['A', 'alarm'],
        ['B', 'snoozed'],
      ],
    );
    assert.deepEqual(
      unplaced.map(({ code }) => code),
      ['C', 'D'],
    );
  });

  it('are within what is seen, also across the date line', () => {
    assert.ok(isWithin(at(45, 9), [6, 36, 19, 47]));
    assert.ok(!isWithin(at(48, 9), [6, 36, 19, 47]));
    assert.ok(!isWithin(at(45, 20), [6, 36, 19, 47]));
    assert.ok(isWithin(at(-17, -179), [170, -20, 190, -10]));
    assert.ok(isWithin(at(-17, 178), [170, -20, 190, -10]));
    assert.ok(!isWithin(at(-17, 0), [170, -20, 190, -10]));
  });

  it('fit into the smallest bounds', () => {
    assert.deepEqual(boundsOf([at(45, 9), at(38, 15), at(41, 8)]), [8, 38, 15, 45]);
    assert.equal(boundsOf([]), undefined);
  });

  it('make a ring of their states, gravest first, that closes', () => {
    assert.deepEqual(arcsOf({ producing: 6, alarm: 2, point_count: 8 }), [
      { state: 'alarm', from: 0, share: 0.25 },
      { state: 'producing', from: 0.25, share: 0.75 },
    ]);
  });
});
