import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSerialGuard, readSerialDevices } from './serial-settings.ts';

function read(text: string): { entries: string[]; faults: string[] } {
  const faults: string[] = [];
  return { entries: readSerialDevices(text, (fault) => faults.push(fault)), faults };
}

describe('serial devices that may be opened', () => {
  it('are listed one by one, or by how they begin', () => {
    const { entries, faults } = read('/dev/ttyUSB0, /dev/ttyS*');
    const allows = createSerialGuard(entries);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      ['/dev/ttyUSB0', '/dev/ttyUSB01', '/dev/ttyS3', '/dev/mem', '/dev/ttyS/../mem'].map(allows),
      [true, false, true, false, false],
    );
    assert.equal(createSerialGuard([])('/dev/ttyUSB0'), false);
  });

  it('lie in /dev, and everything else is named as wrong', () => {
    const { entries, faults } = read('/etc/passwd, /dev/../etc/passwd, ttyS0, /dev/*USB');
    assert.deepEqual(entries, []);
    assert.equal(faults.length, 4);
    assert.match(faults[0] ?? '', /\/etc\/passwd/);
  });
});
