import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeviceTree } from '../../../configuration.contract.ts';
import type { DeviceDetails } from '../../../configured.contract.ts';
import { adviceOf, adviceOn, firstWaitOf } from './advice.model.ts';
import type { Standing } from './standing.ts';

const details = { device: { id: 1, enabled: true }, port: { id: 9, enabled: true } } as DeviceDetails;
const tree = (...states: string[]) => {
  const others = states.map((state, i) => ({ id: i + 2, enabled: true, template: false, state }));
  return [{ ports: [{ id: 9, devices: [{ id: 1, enabled: true, state: 'silent' }, ...others] }] }];
};
const advise = (code: string, states: string[] = [], connected = true) =>
  adviceOf(
    details,
    {
      health: { state: 'silent', reason: { code }, bad_registers: [] },
      port_state: { connected, reason: null },
    } as unknown as Standing,
    tree(...states) as unknown as DeviceTree,
  );

describe('what to look at first', () => {
  it('is the device itself where its neighbours answer, the line where none does', () => {
    assert.equal(advise('timeout', ['silent', 'answering']), 'alone');
    assert.equal(advise('timeout', ['silent', 'unknown']), 'together');
    assert.equal(advise('timeout'), 'only');
  });

  it('is the way to the port where the whole port is away, and the setting that closes it', () => {
    assert.equal(advise('connect_failed', ['answering']), 'way');
    assert.equal(advise('timeout', ['answering'], false), 'way');
    assert.equal(advise('refused_address', [], false), 'allow');
    assert.equal(advise('gateway', ['answering']), 'gateway');
  });

  it('is nothing where nothing is amiss or nothing is asked', () => {
    const standing = (state: string, bad: unknown[]) =>
      ({ health: { state, reason: null, bad_registers: bad }, port_state: null }) as unknown as Standing;
    assert.equal(adviceOf(details, standing('answering', []), undefined), null);
    assert.equal(adviceOf(details, standing('answering', [{}]), undefined), 'refusals');
    assert.equal(adviceOf({ ...details, port: null }, standing('silent', []), undefined), null);
  });

  it('says nothing of devices beside it while they are not known', () => {
    const standing = { health: { state: 'silent', reason: { code: 'timeout' } }, port_state: null };
    assert.equal(adviceOf(details, standing as unknown as Standing, undefined), null);
  });
});

describe('what the test of a new device said', () => {
  const on = (code: string, beside?: string[]) =>
    adviceOn(code, details, beside && (tree(...beside) as unknown as DeviceTree));
  it('leads to the same advice as the silence of a device that was polled', () => {
    assert.equal(on('timeout', ['answering']), 'alone');
    assert.equal(on('timeout', []), 'only');
    assert.equal(on('timeout'), null);
    assert.equal(on('connect_timeout'), 'way');
    assert.equal(on('refused_address'), 'allow');
    assert.equal(on('wrong_unit'), 'wrong');
  });
});

describe('a first reading that does not come', () => {
  const wait = (state: object | null, requests: number, beside: string[] | undefined) =>
    firstWaitOf(
      details,
      { health: { requests }, port_state: state } as unknown as Standing,
      beside && (tree(...beside) as unknown as DeviceTree),
    );
  it('is blamed on nobody polling only where nothing at all was heard of the port', () => {
    assert.equal(wait(null, 0, []), 'reading_late');
    assert.equal(wait(null, 0, ['silent']), 'reading_late');
    assert.equal(wait(null, 0, ['answering']), 'reading_served');
    assert.equal(wait({ connected: true }, 0, []), 'reading_quiet');
    assert.equal(wait(null, 3, []), 'reading_quiet');
    assert.equal(wait(null, 0, undefined), null);
  });
});
