import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CallError } from '../../../shared/contract/client.ts';
import {
  type AggregateData,
  type AllDevicesAnswer,
  mapAggregate,
  NO_AGGREGATE,
  receiveAggregate,
  receiveAllDevices,
} from './receipt.model.ts';

const device = {
  device_id: 7,
  proj_code: 'P1',
  short_name: 'INV1',
  latitude: 45.1,
  longitude: 9.2,
  nominal_power: 100,
  description: 'Inverter',
  results: [],
};

describe('aggregate results on receipt', () => {
  it('are mapped field by field', () => {
    const { device_id, ...rest } = device;
    assert.deepEqual(mapAggregate({ count: 1, devices: [device] }), {
      count: 1,
      devices: [{ ...rest, master_id: device_id, label: 'INV1', count: 1, weather: '' }],
    });
  });

  it('are stored, with count 0 and an empty list when there are none', async () => {
    const kept: AggregateData[] = [];
    const to = { store: (data: AggregateData) => kept.push(data), log: () => assert.fail() };
    const full = await receiveAggregate(Promise.resolve({ count: 1, devices: [device] }), to);
    const empty = await receiveAggregate(Promise.resolve({ count: 3, devices: [] }), to);
    assert.deepEqual(empty, { count: 0, devices: [] });
    assert.deepEqual(kept, [full, empty]);
  });

  it('are emptied on failure, and null is answered', async () => {
    const kept: AggregateData[] = [];
    const logged: unknown[] = [];
    const error = new CallError(503, { detail: 'away' });
    const to = { store: (data: AggregateData) => kept.push(data), log: (one: unknown) => logged.push(one) };
    assert.equal(await receiveAggregate(Promise.reject(error), to), null);
    assert.deepEqual(kept, [NO_AGGREGATE]);
    assert.deepEqual(logged, [error]);
  });
});

describe("all devices' results on receipt", () => {
  const nothing = { count: 0, devices: [], next: null, previous: null };

  it('are kept as they came', async () => {
    const answer: AllDevicesAnswer = { count: 30, devices: [device], next: '/api/x/?page=2', previous: null };
    assert.deepEqual(await receiveAllDevices(Promise.resolve(answer)), answer);
  });

  it('say the detail of a 403', async () => {
    const refused = new CallError(403, { detail: 'This needs the application APP_0 in the company' });
    assert.deepEqual(await receiveAllDevices(Promise.reject(refused)), {
      ...nothing,
      desc_error: 'This needs the application APP_0 in the company',
    });
  });

  it('say the message of any other error', async () => {
    for (const [error, desc_error] of [
      [new CallError(500, {}), 'HTTP 500'],
      [new CallError(403, {}), 'HTTP 403'],
      [new TypeError('Failed to fetch'), 'Failed to fetch'],
      ['lost', 'lost'],
    ] as const)
      assert.deepEqual(await receiveAllDevices(Promise.reject(error)), {
        ...nothing,
        desc_error,
        // What is no refusal can be tried again.
        ...(desc_error === 'HTTP 403' ? {} : { failure: error }),
      });
  });
});
