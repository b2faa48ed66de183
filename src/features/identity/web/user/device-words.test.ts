import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deviceOf } from './device-words.ts';

describe('the device of a session', () => {
  it('is named by its browser and its system', () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
    assert.deepEqual(deviceOf(firefox), { browser: 'Firefox', system: 'Linux', shape: 'desktop' });
    const edge =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0';
    assert.deepEqual(deviceOf(edge), { browser: 'Microsoft Edge', system: 'Windows', shape: 'desktop' });
    const iphone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
    assert.deepEqual(deviceOf(iphone), { browser: 'Safari', system: 'iOS', shape: 'mobile' });
  });

  it('is a program where no browser is known', () => {
    assert.deepEqual(deviceOf('curl/8.5.0'), { browser: 'curl', system: '', shape: 'program' });
    assert.deepEqual(deviceOf(''), { browser: '', system: '', shape: 'program' });
    assert.deepEqual(deviceOf('<script>alert(1)</script>'), {
      browser: '<script>alert(1)<',
      system: '',
      shape: 'program',
    });
  });
});
