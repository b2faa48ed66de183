import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  brokerName,
  deviceOfTopic,
  deviceOfUser,
  readBrokerNames,
  readPayload,
  topicOf,
  userNameOf,
} from './mqtt.model.ts';

describe('a device that publishes by MQTT', () => {
  it('has a user name and a topic that name its company and itself', () => {
    const device = { company_id: 12, device_id: 345 };
    assert.equal(userNameOf(device), 'c12-d345');
    assert.equal(topicOf('c12-d345'), 'meridiana/c12-d345/readings');
    assert.deepEqual(deviceOfUser('c12-d345'), device);
    assert.deepEqual(deviceOfTopic('meridiana/c12-d345/readings'), device);
  });

  it('is nobody by any other name or topic', () => {
    const names = ['', 'c0-d1', 'c1-d0', 'c01-d1', 'c1-d', 'C1-D1', 'c1-d1 ', 'c1-d1\n', 'c2147483648-d1'];
    for (const name of [...names, 'c1-d9999999999999999', undefined])
      assert.equal(deviceOfUser(name), undefined);
    const topics = [
      'meridiana/c1-d1',
      'meridiana/c1-d1/readings/',
      'x/c1-d1/readings',
      '/meridiana/c1-d1/readings',
    ];
    for (const topic of [...topics, 'meridiana/c0-d1/readings', 'meridiana//readings', ''])
      assert.equal(deviceOfTopic(topic), undefined);
  });

  it('is read whatever it sends: readings, or why there are none', () => {
    const read = (text: string) =>
      readPayload(new TextEncoder().encode(text), { parse: JSON.parse, device: 'P1/D1', arrived: 7 });
    const values = { ac_power_kw: 1 };
    assert.deepEqual(read('{"values":{"ac_power_kw":1}}'), {
      readings: [{ ts: 7, values, device: 'P1/D1' }],
    });
    assert.deepEqual(read('[{"ts":5,"device":"P2/D9","values":{"ac_power_kw":1}}]'), {
      readings: [{ ts: 5, values, device: 'P1/D1' }],
    });
    for (const [text, fault] of [
      ['', 'empty_message'],
      [' \n', 'empty_message'],
      ['x', 'bad_payload'],
      ['null', 'bad_payload'],
      ['[]', 'bad_payload'],
      ['[1]', 'bad_payload'],
      ['[[]]', 'bad_payload'],
      ['['.repeat(200_000), 'bad_payload'],
      [JSON.stringify(Array.from({ length: 5001 }, () => ({}))), 'too_large'],
      [`"${'x'.repeat(300_000)}"`, 'too_large'],
    ] as const)
      assert.deepEqual(read(text), { fault });
  });
});

describe('what instances tell of their way in', () => {
  it('is the best of them, with its port', () => {
    assert.equal(readBrokerNames([]), undefined);
    assert.equal(readBrokerNames(['meridiana mqtt ']), undefined);
    assert.deepEqual(readBrokerNames([brokerName('taken', 1883)]), { state: 'taken', port: 1883 });
    assert.deepEqual(readBrokerNames([brokerName('taken', 1883), brokerName('open', 40001)]), {
      state: 'open',
      port: 40001,
    });
  });
});
