import type { Page, Route } from 'playwright-core';
import type { AskedQuestion, FieldTask } from '../../../src/features/cloudcontrol/field-tools.contract.ts';

const QUESTION = '**/cloudcontrol/v1/field-questions/**';
const BULK = '**/cloudcontrol/v1/devices/bulk/**';
const ID = '0b5f9c1e-0000-4000-8000-000000000002';

const task = (position: number, part: Partial<FieldTask>): FieldTask => ({
  position,
  kind: 'test',
  unit_id: 1,
  state: 'ended',
  asked_at: '2026-06-21T10:00:00Z',
  reason: null,
  read: null,
  found: [],
  test: null,
  ...part,
});

type Value = NonNullable<FieldTask['test']>['values'][number];
const value = (name: string, read: number | null): Value => ({
  name,
  value: read,
  reason: read === null ? { code: 'exception', exception: 2 } : null,
});

function answered(i: number, power: number, frequency: number): FieldTask['test'] {
  return {
    values: [
      value('ac_power_kw', power),
      value('energy_total_kwh', 184_223.1 + i),
      value('frequency_hz', frequency),
      value('voltage_l1_v', 231.4),
      value('dc_power_kw', null),
    ],
    attributes: [
      { name: 'model', value: i === 8 ? 'SUN2000-36KTL' : 'SUN2000-60KTL-M0' },
      { name: 'serial_number', value: `HV20-${1000 + i}` },
    ],
    latency_ms: 18 + (i % 7),
  };
}

/** What so many devices say when they are tried: two are silent, one may not be reached, one reads nonsense, one is another model. */
export function triedDevices(count: number): FieldTask[] {
  return Array.from({ length: count }, (_, i) => {
    if (i === 4 || i === 17) return task(i, { reason: { code: 'timeout', timeout_ms: 2000 } });
    if (i === 11)
      return task(i, { reason: { code: 'refused_address', address: '192.168.1.112', port: 502 } });
    if (i === 6) return task(i, { test: answered(i, 3_221_225.5, 20_556) });
    return task(i, { test: answered(i, 41.2 + (i % 9), 50.01) });
  });
}

/** Answers the tests of a page by hand: the first `ended` of them, the others when `going` ends. */
export async function answerTests(page: Page, going = false): Promise<void> {
  let tasks: FieldTask[] = [];
  await page.route(QUESTION, async (route: Route) => {
    const request = route.request();
    if (request.method() === 'DELETE') return route.fulfill({ status: 204 });
    if (request.method() === 'GET' && going) return;
    if (request.method() === 'POST') {
      const { tests } = request.postDataJSON() as { tests: unknown[] };
      tasks = triedDevices(tests.length).map((one, i) =>
        going && i > 9 ? task(i, { state: i < 13 ? 'running' : 'waiting' }) : one,
      );
    }
    const asked: AskedQuestion = { id: ID, ended: !going, tasks };
    return route.fulfill({ status: request.method() === 'POST' ? 201 : 200, json: asked });
  });
}

/** Refuses to add the devices of a page: two of them have faults. */
export async function refuseDevices(page: Page): Promise<void> {
  await page.route(BULK, (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Conflict',
        status: 409,
        code: 'conflict',
        detail: '2 devices cannot be added, so none was',
        errors: [
          { path: 'devices.1.serial_number', message: 'already taken', code: 'serial_taken' },
          { path: 'devices.3.short_name', message: 'already taken', code: 'name_taken' },
        ],
      },
    }),
  );
}

/** Adds the devices of a page, without anything being stored. */
export async function addAsked(page: Page): Promise<void> {
  await page.route(BULK, (route) => {
    const { devices } = route.request().postDataJSON() as { devices: { short_name: string }[] };
    const added = devices.map(({ short_name }, i) => ({ id: 1000 + i, short_name }));
    return route.fulfill({ status: 201, json: { devices: added, warnings: [] } });
  });
}
