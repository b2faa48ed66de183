import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOutbound } from './network-settings.ts';
import { createOutboundGuard } from './outbound.ts';

const rulesOf = (text: string) => readOutbound(text, (fault) => assert.fail(fault));

describe('the outbound guard', () => {
  const none = createOutboundGuard([]);

  for (const address of [
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '168.63.129.16',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '::',
    '::1',
    '::7f00:1',
    '::127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:127.0.0.1',
    '0:0:0:0:0:FFFF:169.254.169.254',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fd00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '127.1',
    '0177.0.0.1',
    '[::1]',
    '8.8.8.8',
    '93.184.216.34',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '',
  ]) {
    it(`refuses ${address || 'nothing'} that no rule lists`, () => assert.equal(none(address, 502), false));
  }

  it('never opens the address that stands for none and leads to this machine', () => {
    const guard = createOutboundGuard(rulesOf('0.0.0.0/0, [::/0]'));
    for (const address of ['0.0.0.0', '0.1.2.3', '::', '::ffff:0.0.0.0'])
      assert.equal(guard(address, 502), false, address);
  });

  it('lets a public address through where it is listed', () => {
    const guard = createOutboundGuard(rulesOf('93.184.216.0/24:502, [2606:4700::/32]:502'));
    assert.equal(guard('93.184.216.34', 502), true);
    assert.equal(guard('::ffff:93.184.216.34', 502), true);
    assert.equal(guard('2606:4700::1111', 502), true);
    assert.equal(guard('93.184.216.34', 80), false);
    assert.equal(guard('8.8.8.8', 502), false);
  });

  it('lets listed networks through on their ports only, however the address is written', () => {
    const guard = createOutboundGuard(rulesOf('10.0.0.0/8:502-510, [fd00:1::/32]:502, 192.168.1.7'));
    assert.equal(guard('10.255.0.1', 502), true);
    assert.equal(guard('10.255.0.1', 510), true);
    assert.equal(guard('10.255.0.1', 511), false);
    assert.equal(guard('10.255.0.1', 501), false);
    assert.equal(guard('11.0.0.1', 502), false);
    assert.equal(guard('::ffff:a01:203', 502), true);
    assert.equal(guard('64:ff9b::a01:203', 502), true);
    assert.equal(guard('fd00:1::9', 502), true);
    assert.equal(guard('fd00:2::9', 502), false);
    assert.equal(guard('192.168.1.7', 65_535), true);
    assert.equal(guard('192.168.1.8', 502), false);
  });

  it('refuses ports that are none, also at listed addresses', () => {
    const guard = createOutboundGuard(rulesOf('8.8.8.8'), () => true);
    for (const port of [0, -1, 65_536, 1.5, Number.NaN]) assert.equal(guard('8.8.8.8', port), false);
  });

  it('asks the further permission with the plain address', () => {
    const asked: string[] = [];
    const guard = createOutboundGuard([], (address, port) => {
      asked.push(`${address} ${port}`);
      return port === 40_123;
    });
    assert.equal(guard('::ffff:7f00:1', 40_123), true);
    assert.equal(guard('127.0.0.1', 40_124), false);
    assert.equal(guard('8.8.8.8', 1), false);
    assert.deepEqual(asked, ['127.0.0.1 40123', '127.0.0.1 40124', '8.8.8.8 1']);
  });
});
