import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CloudState, NO_COUNTS, readingsOf } from '../../cloud-readings.model.ts';
import { invertersAnswer, metersAnswer, storageAnswer } from './answers.fixture.ts';
import { paceOf, rhythmOf } from './cloud-keeper.ts';
import { solarEdge } from './solaredge.ts';

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
const FROM = Date.parse('2026-06-19T06:00:00Z');
const TOLD = { from: FROM, to: FROM + HOUR, silent_at: FROM + QUARTER };
const read = () => solarEdge.read([invertersAnswer(TOLD), metersAnswer(TOLD), storageAnswer(TOLD)]);

describe('the cloud of SolarEdge', () => {
  it('is asked by the time of the site, with the key in a header alone', () => {
    const site = { site_id: '1148616', time_zone: 'Europe/Rome', with_storage: true, ...TOLD };
    const [inverters, meters, storage, ...more] = solarEdge.questions(site);
    assert.equal(
      inverters,
      '/v2/sites/1148616/inverters/telemetry?resolution=QUARTER_HOUR&from=2026-06-19T08%3A00%3A00&to=2026-06-19T09%3A00%3A00',
    );
    assert.match(`${meters} ${storage}`, /meters\/telemetry.* .*storage\/telemetry/);
    assert.deepEqual(more, []);
    assert.equal(solarEdge.questions({ ...site, with_storage: false }).length, 2);
    assert.deepEqual(solarEdge.headers('secret'), { 'x-api-key': 'secret' });
  });

  it('tells quarters, of which what one device did not tell is not known', () => {
    const [first, second] = read();
    assert.deepEqual(first, {
      at: FROM,
      produced_kwh: 1,
      produced_kw: 4,
      imported_kwh: 0,
      exported_kwh: 0.5,
      grid_kw: 2,
      charged_kwh: 0.25,
      discharged_kwh: 0,
      battery_kw: -1,
      charge_pct: 50,
      capacity_kwh: 9.4,
    });
    assert.deepEqual([second?.produced_kwh, second?.produced_kw, second?.exported_kwh], [null, null, 0.5]);
    const left = { ...TOLD, absent_at: FROM };
    const [short] = solarEdge.read([invertersAnswer(left), metersAnswer(left), storageAnswer(left)]);
    assert.deepEqual([short?.produced_kwh, short?.produced_kw, short?.exported_kwh], [null, null, 0.5]);
    assert.throws(() => solarEdge.read([{ title: 'Not Found' }, metersAnswer(TOLD), storageAnswer(TOLD)]));
  });

  it('becomes counters that run on, the same however often they are read', () => {
    const start = { until: FROM, counters: { ...NO_COUNTS, exported: 10 } };
    const settled = FROM + 2 * QUARTER;
    const settling = { settled, waits_from: FROM };
    const { readings, state } = readingsOf(start, read(), settling);
    const shown = (variable: string, device = 'inverter') =>
      readings
        .filter((one) => one.variable === variable && one.device === device)
        .map(({ ts, value }) => [(ts - FROM) / QUARTER, value]);
    // Nothing is known of the second quarter: it stays a gap.
    assert.deepEqual(shown('energy_total_kwh'), [
      [0, 0],
      [1, 1],
      [3, 2],
      [4, 3],
    ]);
    assert.deepEqual(shown('energy_total_kwh', 'grid').at(-1), [4, 12]);
    assert.deepEqual(shown('ac_power_kw'), [
      [0, 4],
      [2, 4],
      [3, 4],
    ]);
    assert.deepEqual([state.until, state.counters.produced, state.counters.exported], [settled, 1, 11]);
    const again = readingsOf(state, read(), settling);
    const energies = (of: typeof readings) =>
      of.filter(({ ts, variable }) => ts > settled && variable === 'energy_total_kwh');
    assert.deepEqual(energies(again.readings), energies(readings));
  });

  it('is waited for where a metered home told nothing, for a time, and what comes late counts once', () => {
    const start: CloudState = { until: FROM, counters: { ...NO_COUNTS, exported: 10 } };
    const settled = FROM + 4 * QUARTER;
    const late = read().filter(({ at }) => at !== FROM + QUARTER);
    const become = (from: CloudState, quarters: ReturnType<typeof read>, waits_from = FROM) => {
      const { readings, state } = readingsOf(from, quarters, { settled, waits_from });
      const of = ({ device, variable }: (typeof readings)[number]) =>
        device === 'grid' && variable === 'energy_total_kwh';
      const said = [(state.until - FROM) / QUARTER, state.counters.exported, readings.findLast(of)?.value];
      return { state, said };
    };
    const { state: held, said } = become(start, late);
    assert.deepEqual(said, [1, 10.5, 11.5]);
    assert.deepEqual(become(held, late).said, said);
    assert.deepEqual(become(held, read()).said, [4, 12, 12]);
    assert.deepEqual(become(held, late, settled).said, [4, 11.5, 11.5]);
    const dark: CloudState = { until: FROM, counters: NO_COUNTS };
    assert.equal(become(dark, []).state.until, settled, 'a home without a meter is not waited for');
  });

  it('is asked no more often than its quota allows', () => {
    const homes = (count: number, with_storage = count) => ({ count, with_storage });
    assert.equal(paceOf(homes(1), 300), QUARTER);
    // Three questions each with storage, two without.
    assert.deepEqual([paceOf(homes(100), 300), paceOf(homes(150, 0), 300)], [24 * HOUR, 24 * HOUR]);
    // Hundreds of homes have one quota: each question reaches back to the one before it.
    assert.ok(paceOf(homes(600), 300) < solarEdge.most_hours * HOUR);
    assert.deepEqual(
      [1, 2, 3, 150].map((count) => rhythmOf(paceOf(homes(count), 300))),
      [900, 1800, 3600, 86_400],
    );
  });
});
