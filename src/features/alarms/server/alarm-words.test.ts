import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageOf, sentenceOf } from './alarm-words.ts';

describe("an alarm's sentence", () => {
  it('is in the language that the reader prefers', () => {
    assert.equal(languageOf('it-IT,it;q=0.9,en;q=0.8'), 'it');
    assert.equal(languageOf('en;q=0.8, it;q=0.9'), 'it');
    assert.equal(languageOf('de-DE,de;q=0.9,it;q=0'), 'en');
    assert.equal(languageOf('fr'), 'en');
    assert.equal(languageOf(undefined), 'en');
  });
  it('is the one of the specification', () => {
    assert.equal(sentenceOf('no_data', 'en'), 'No data received in the last hour');
    assert.equal(sentenceOf('device_silent', 'en'), 'Error reading all registers of at least one device');
  });
});
