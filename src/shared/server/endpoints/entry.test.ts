import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOutbound } from '../network-settings.ts';
import { isListed, readEntry } from './entry.ts';

describe('an entry of the field', () => {
  const FORMS: [given: string, entry: string][] = [
    ['10.1.0.0/16:502', '10.1.0.0/16:502'],
    ['10.1.0.7/32:502', '10.1.0.7:502'],
    ['10.1.0.7', '10.1.0.7'],
    ['[::ffff:10.1.0.7]:502', '10.1.0.7:502'],
    ['[::1]:502', '127.0.0.1:502'],
    ['127.9.9.9:502', '127.0.0.1:502'],
    ['[FD00:0::7]:502-510', '[fd00::7]:502-510'],
    ['[fd00::/8]:502', '[fd00::/8]:502'],
    ['Gateway.Example.:502', 'gateway.example:502'],
    ['/dev/ttyUSB0', '/dev/ttyUSB0'],
    ['/dev/*', '/dev/*'],
  ];
  for (const [given, entry] of FORMS)
    it(`${given} is ${entry}`, () => assert.equal(readEntry(given)?.entry, entry));

  it('is refused where it is none', () => {
    for (const wrong of [
      '',
      '10.1',
      '10.1.0.7:0',
      '10.1.0.7:9-2',
      'gateway.example',
      'a b:502',
      '/etc/x',
      '/dev/../x',
    ])
      assert.equal(readEntry(wrong), undefined, wrong);
    assert.equal(readEntry('10.1.0.7:502,10.1.0.8:502'), undefined);
  });

  it('lies within the outer limit, beyond it, or nobody knows', () => {
    const outer = {
      outbound: readOutbound('10.0.0.0/8:502-510', assert.fail),
      serial: (tty: string) => tty.startsWith('/dev/ttyUSB'),
    };
    const listed = (given: string) => {
      const entry = readEntry(given);
      return entry && isListed(entry, outer);
    };
    assert.equal(listed('10.1.0.0/16:502-510'), true);
    assert.equal(listed('10.1.0.0/16:502-511'), false);
    assert.equal(listed('0.0.0.0/0:502'), false);
    assert.equal(listed('[fd00::7]:502'), false);
    assert.equal(listed('gateway.example:502'), undefined);
    assert.equal(listed('/dev/ttyUSB0'), true);
    assert.equal(listed('/dev/*'), false);
  });
});
