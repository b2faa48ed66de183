import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cardOf, type LivePlant } from '../card.model.ts';
import { cardsAsJson } from './cards-json.ts';

const NOW = Date.parse('2026-06-20T11:00:00Z');

const plant: LivePlant = {
  proj_code: 'P1',
  name: 'Plant one',
  production_type: 'photovoltaic',
  potenza_nominale: 100,
  latitude: 41.9,
  longitude: 12.5,
  comune: 'Roma (RM)',
  time_zone: 'Europe/Rome',
  snooze_date: NOW + 0.5,
  snooze_kind: 'mute',
  power_kw: 0.1 + 0.2,
  power_partial: true,
  production: 210,
  irradianza: 801,
  last_reading_at: NOW - 1,
  poll_s: 60,
  error: true,
  warning: false,
  string_w: true,
  lost_ports: false,
  lost: false,
  spark_day: '2026-06-20',
};

describe('cards as JSON', () => {
  it('are the bytes that JSON.stringify makes of them', () => {
    const texts = [
      '',
      'a "quoted" \\ name',
      'line\nbreak\u0000',
      'Città d’Europa ☀️',
      'half \ud83d',
      '\ud83d\ude00',
      '\u2028',
    ];
    const numbers = [null, 0, -0, 1e-7, 1e21, 123_456.789_012_3, Number.NaN, Number.POSITIVE_INFINITY];
    const odd = [
      ...texts.map((name): LivePlant => ({ ...plant, name, proj_code: name, comune: name })),
      ...numbers.map((power_kw): LivePlant => ({ ...plant, power_kw, potenza_nominale: power_kw })),
      { ...plant, snooze_date: null, last_reading_at: null, spark_day: null, latitude: null, error: false },
    ];
    for (const plants of [
      [],
      [plant],
      odd,
      Array.from({ length: 600 }, (_, i) => odd[i % odd.length] ?? plant),
    ])
      assert.equal(
        cardsAsJson(plants, NOW).toString(),
        Buffer.from(JSON.stringify(plants.map((one) => cardOf(one, NOW)))).toString(),
        `${plants.length} cards`,
      );
  });
});
