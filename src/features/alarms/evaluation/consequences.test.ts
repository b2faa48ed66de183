import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  Days,
  inverterAt,
  lastValue,
  MINUTE,
  MORNING,
  plantOf,
  portOf,
} from '../../../../tests/support/watched-plant.ts';
import { faultText } from '../fault-text.model.ts';
import { MAX_STEPS, type SilenceReason, STEP_MS } from './watched.model.ts';

const at = (minute: number): number => MORNING + minute * MINUTE;
const between = (now: number, from: number, to: number): boolean => now >= at(from) && now < at(to);

/** What is behind the port speaks unless it is lost; device 3 is dead from a minute on. */
function behindOnePort(dead_from: number, lost: readonly [number, number]) {
  return (now: number) => {
    const isLost = between(now, ...lost);
    const heard = isLost ? at(lost[0]) : now;
    const since = now < at(lost[0]) ? 0 : at(lost[isLost ? 0 : 1]);
    return plantOf(
      [inverterAt(1, heard), inverterAt(2, heard), inverterAt(3, Math.min(heard, at(dead_from)))],
      [portOf(1, { connected: !isLost, since })],
    );
  };
}

const ALARM_2 = { value_table: 'huawei-sun2000-alarm-2' };
const LOST = '0/1/connection_lost';
const SILENT = '3/0/device_silent';

describe('what follows from a cause', () => {
  it('stands alone again after its cause, without a close, if it stood alone before', () => {
    for (const restarted of [false, true]) {
      const days = new Days(behindOnePort(0, [120, 132]));
      for (const minute of [119, 130, 200]) {
        days.until(minute);
        if (restarted) days.restart();
      }
      assert.deepEqual(days.story, ['', SILENT, `${LOST}, ${SILENT} < 1/${LOST}`, SILENT]);
    }
  });

  it('stays with its cause that is over if it opened as a consequence, until it shows itself: at no time does nothing stand', () => {
    for (const restarted of [false, true]) {
      const days = new Days(behindOnePort(60, [60, 90]));
      const both = `${LOST}, ${SILENT} < 1/${LOST}`;
      days.until(94);
      if (restarted) days.restart();
      assert.equal(days.story.at(-1), `${SILENT} < 1/${LOST}`);
      assert.deepEqual(days.until(120), ['', LOST, both, `${SILENT} < 1/${LOST}`, SILENT]);
    }
  });

  it('ends, never told, where it recovers in its own delay: devices behind a port that is back', () => {
    const days = new Days(behindOnePort(1e6, [60, 90]));
    days.until(120);
    assert.deepEqual(days.story.at(-1), '');
    const alone = days.story.filter((all) => all.split(', ').includes(SILENT));
    assert.deepEqual(alone, []);
  });

  it('is forgotten where nothing can be said of it for two hours longer than it takes to show itself', () => {
    // The inverter says nothing of its power any more once its fault is over.
    const days = new Days((now) => {
      const fault = now < at(180);
      const power = lastValue(0, 'ac_power_kw', Math.min(now, at(180)), 0);
      const state = lastValue(1, 'device_state', now, fault ? 7 : 4);
      return plantOf([
        inverterAt(1, now, { values: [power, state] }),
        inverterAt(2, now),
        inverterAt(3, now),
      ]);
    });
    const [fault, nothing] = ['1/0/inverter_fault', '1/0/no_production'];
    days.until(290);
    assert.ok(days.story.at(-1)?.includes(`${nothing} < 1/${fault}`), days.story.join('\n'));
    days.until(350);
    assert.ok(!days.story.at(-1)?.includes(nothing), days.story.join('\n'));
  });

  it('is looked for as long as its own window takes, however long that is', () => {
    // A third under its siblings from its fault on, and after it; its window is four hours.
    const days = new Days((now) => {
      const steps = (mean: number) => ({
        end: Math.floor(now / STEP_MS) * STEP_MS,
        means: Array.from({ length: MAX_STEPS }, (_, i) => mean + Math.sin(i) / 100),
        covered: Array.from({ length: MAX_STEPS }, () => 1),
      });
      const state = lastValue(1, 'device_state', now, between(now, 20, 60) ? 7 : 4);
      const values = [lastValue(0, 'ac_power_kw', now, 50), state];
      const own = { section_id: 1, values, steps: steps(now < at(30) ? 50 : 33) };
      const siblings = [2, 3].map((id) => inverterAt(id, now, { section_id: 1, steps: steps(50) }));
      return plantOf([inverterAt(1, now, own), ...siblings]);
    });
    const [under, fault] = ['1/0/under_expectation', '1/0/inverter_fault'];
    const follows = `${under} < 1/${fault}`;
    assert.deepEqual(days.until(340), ['', fault, `${fault}, ${follows}`, follows, under]);
  });

  it('is no longer hidden by a port that is connected again and behind which its only device stays dead', () => {
    const days = new Days((now) => {
      const lost = between(now, 20, 60);
      const since = now < at(20) ? 0 : at(lost ? 20 : 60);
      return plantOf(
        [inverterAt(1, now), inverterAt(4, now), inverterAt(2, Math.min(now, at(20)), { port_id: 2 })],
        [portOf(1), portOf(2, { connected: !lost, since })],
      );
    });
    const way = '0/2/connection_lost';
    const silent = '2/0/device_silent';
    const both = `${way}, ${silent} < 1/${way}`;
    assert.deepEqual(days.until(90), ['', both, `${silent} < 1/${way}`, silent]);
  });
});

describe('an alarm of which nothing can be seen any more', () => {
  const FAULT = 7;
  const saying = (now: number, ...more: Parameters<typeof lastValue>[]) =>
    inverterAt(1, now, {
      values: [lastValue(0, 'ac_power_kw', now, 50), ...more.map((m) => lastValue(...m))],
    });

  it('ends: a fault whose state is not read any more', () => {
    const days = new Days((now) =>
      plantOf([
        now < at(30) ? saying(now, [1, 'device_state', now, FAULT]) : saying(now),
        inverterAt(2, now),
      ]),
    );
    assert.deepEqual(days.until(40), ['', '1/0/inverter_fault', '']);
  });

  it('ends: a fault that only an event said, once there is none', () => {
    const days = new Days((now) =>
      plantOf([saying(now, [1, 'event_code', now, now < at(30) ? 4 : 0, ALARM_2])]),
    );
    assert.deepEqual(days.until(40), ['', '1/0/inverter_fault', '']);
  });

  it('ends: an inverter without production whose nominal power nobody knows any more', () => {
    const days = new Days((now) => {
      const dead = { values: [lastValue(0, 'ac_power_kw', now, 0)] };
      const nominal_power = now < at(300) ? 100 : null;
      return plantOf([
        inverterAt(1, now, { ...dead, nominal_power }),
        inverterAt(2, now),
        inverterAt(3, now),
      ]);
    });
    assert.deepEqual(days.until(301), ['', '1/0/no_production', '']);
  });

  it('ends: a lost plant of two ports of which one is left', () => {
    const days = new Days((now) => {
      const heard = Math.min(now, at(20));
      const lost = { connected: now < at(20), since: now < at(20) ? 0 : at(20) };
      const ports = [portOf(1, lost), portOf(2, lost)];
      const devices = [inverterAt(1, heard), inverterAt(2, heard, { port_id: 2 })];
      return now < at(60) ? plantOf(devices, ports) : plantOf(devices.slice(0, 1), ports.slice(0, 1));
    });
    days.until(59);
    assert.equal(days.story.at(-1)?.split(', ')[0], '0/0/connection_lost');
    days.until(80);
    assert.equal(days.story.at(-1)?.split(', ')[0], '0/1/connection_lost');
  });
});

describe('what alarms say', () => {
  const box = (now: number, names: readonly string[]) =>
    inverterAt(9, now, {
      category: 'string_box',
      nominal_power: null,
      values: names.map((name, i) => lastValue(i, 'string_current_a', now, i === 0 ? 0.5 : 8, { name })),
    });

  it('names the weak string so that it is told from all others of its box', () => {
    const weak = (...names: string[]) => {
      const days = new Days((now) => plantOf([inverterAt(1, now), box(now, names)]));
      days.until(60);
      return days.active.map(({ params }) => params.strings);
    };
    assert.deepEqual(weak('string 01', 'string 02', 'string 03'), ['1']);
    assert.deepEqual(weak('MPPT1 string 1', 'MPPT1 string 2', 'MPPT2 string 1', 'MPPT2 string 2'), ['1.1']);
    assert.deepEqual(weak('string a1', 'string b1', 'string c2'), ['1']);
  });

  it('says what an inverter says of its fault, whichever of its lists says it', () => {
    const days = new Days((now) => {
      const said = [
        lastValue(0, 'device_state', now, 768, { value_table: 'huawei-sun2000-state' }),
        lastValue(1, 'event_code', now, 0, { value_table: 'huawei-sun2000-alarm-1' }),
        lastValue(2, 'event_code', now, 4, ALARM_2),
      ];
      return plantOf([inverterAt(1, now, { values: said })]);
    });
    days.until(10);
    assert.equal(
      faultText(days.active[0]?.params ?? {}, 'en'),
      'Stopped by a fault (768), Insulation too low (2062)',
    );
  });

  it('keeps of a reason its code and plain numbers, never an address or what a system said', () => {
    const said: [SilenceReason, object][] = [
      [{ code: 'refused_address', address: '10.0.0.5', port: 502 }, { reason: 'refused_address' }],
      [{ code: 'connect_failed', detail: 'connect ECONNREFUSED 10.0.0.5:502' }, { reason: 'connect_failed' }],
      [
        { code: 'timeout', timeout_ms: 3000 },
        { reason: 'timeout', reason_timeout_ms: 3000 },
      ],
    ];
    for (const [reason, params] of said) {
      const days = new Days((now) => plantOf([inverterAt(1, now), inverterAt(2, MORNING, { reason })]));
      days.until(10);
      assert.deepEqual(days.active[0]?.params, { device: 'INV2', ...params });
    }
  });
});

describe('comparing inverters', () => {
  it('is done once for each quarter of an hour, not in each evaluation', () => {
    let read = 0;
    const steps = {
      end: MORNING,
      covered: Array.from({ length: 48 }, () => 1),
      get means() {
        read++;
        return Array.from({ length: 48 }, () => 50);
      },
    };
    const days = new Days(() => plantOf([1, 2, 3].map((id) => inverterAt(id, MORNING, { steps }))));
    days.until(1);
    const once = read;
    days.until(5);
    assert.ok(once > 0);
    assert.equal(read, once);
  });
});
