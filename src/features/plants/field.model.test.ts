import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findHostFault, findPortFault, findUnitFault, gatewayHost, type PortWay } from './field.model.ts';

describe('a host', () => {
  it('is a name or an address', () => {
    for (const host of [
      '10.0.0.1',
      '255.255.255.255',
      'localhost',
      'plc-1.plant.example',
      'plc_1',
      'a.example.',
      '1a.example',
      '::',
      '::1',
      'fe80::1',
      '2001:db8:0:0:0:0:0:1',
    ])
      assert.equal(findHostFault(host), null, host);
  });

  it('is compared by what it means, however it is written', () => {
    const alike: [string, string][] = [
      ['Roof.Example.', 'roof.example'],
      ['::ffff:a00:1', '10.0.0.1'],
      ['0:0:0:0:0:FFFF:0A00:0001', '10.0.0.1'],
      ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
      ['not:an:address', 'not:an:address'],
    ];
    for (const [written, compared] of alike) assert.equal(gatewayHost(written), compared, written);
  });

  it('is nothing else: no scheme, port, path, blanks, and no number that programs read in several ways', () => {
    for (const host of [
      'http://plc',
      'plc:502',
      'plc/a',
      'plc 1',
      'plc\n1',
      'user@plc',
      '[::1]',
      '::1%eth0',
      '1::2::3',
      ':::',
      '1:2:3',
      '256.0.0.1',
      '10.0.0.01',
      '10.1',
      '2130706433',
      '0x7f000001',
      'a..b',
      '-a.example',
      'a-.example',
      `${'a'.repeat(64)}.example`,
      'plc;1',
    ])
      assert.notEqual(findHostFault(host), null, host);
  });
});

describe('a port', () => {
  const way: PortWay = { type: 'tcp', framer: 'tcp', host: 'plc', tty: null, window: 1 };
  it('says the field by which it could never be polled', () => {
    assert.equal(findPortFault(way), null);
    assert.equal(findPortFault({ ...way, type: 'serial', framer: 'rtu', host: '', tty: '/dev/ttyS0' }), null);
    const fieldOf = (change: Partial<PortWay>) => findPortFault({ ...way, ...change })?.path;
    assert.equal(fieldOf({ host: '' }), 'host');
    assert.equal(fieldOf({ type: 'serial', framer: 'rtu' }), 'tty');
    assert.equal(fieldOf({ type: 'serial', tty: '/dev/ttyS0' }), 'framer');
    assert.equal(fieldOf({ framer: 'ascii', window: 2 }), 'window');
  });

  it('takes all unit ids over tcp, and those of the bus elsewhere', () => {
    for (const unit of [0, 1, 247, 248, 255]) assert.equal(findUnitFault(unit, 'tcp'), null);
    for (const framer of ['rtu', 'ascii'] as const) {
      for (const unit of [1, 247]) assert.equal(findUnitFault(unit, framer), null);
      for (const unit of [0, 248, 255]) assert.notEqual(findUnitFault(unit, framer), null);
    }
  });
});
