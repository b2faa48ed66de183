import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hostOf, isOutOfReach, mqttExample } from './send-examples.model.ts';

const broker = (host: string | null, kind: 'embedded' | 'broker' = 'embedded') =>
  ({ kind, state: 'open', host, port: 1883, tls: false }) as const;

describe('where a device publishes', () => {
  it('is the host that was set, or the portal’s own where the broker listens everywhere', () => {
    assert.equal(hostOf(broker('192.168.1.5'), 'portal.example'), '192.168.1.5');
    assert.equal(hostOf(broker('0.0.0.0'), 'portal.example'), 'portal.example');
    assert.equal(hostOf(broker('::'), 'portal.example'), 'portal.example');
  });

  it('is said to be out of reach where only the server itself can connect', () => {
    assert.equal(isOutOfReach(broker('127.0.0.1'), 'portal.example'), true);
    assert.equal(isOutOfReach(broker('127.0.0.1'), 'localhost'), false);
    assert.equal(isOutOfReach(broker('0.0.0.0'), 'portal.example'), false);
    assert.equal(isOutOfReach(broker('127.0.0.1', 'broker'), 'portal.example'), false);
  });

  it('stands in a command with everything that it needs', () => {
    const given = { user_name: 'c1-d2', topic: 'meridiana/c1-d2/readings', variable: 'ac_power_kw' };
    assert.equal(
      mqttExample({ host: 'h', port: 8883, tls: true }, { ...given, secret: 's' }).replaceAll('\\\n', ''),
      `mosquitto_pub -h h -p 8883   --cafile ca.pem   -u c1-d2 -P 's' -q 1   -t meridiana/c1-d2/readings   -m '{"values":{"ac_power_kw":412.5}}'`,
    );
  });
});
