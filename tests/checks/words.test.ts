import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkI18n } from '../../scripts/check-i18n.ts';

describe('words', () => {
  it('stand in both languages, and every key that is asked for has some', async () => {
    assert.deepEqual(await checkI18n(fileURLToPath(new URL('../..', import.meta.url))), []);
  });

  // spec §2, §5, §8: sentences that are given word for word, of what is built
  const SPECIFIED = [
    'COMING SOON!',
    '404 Not Found',
    'An error occurred',
    'The password and its confirm are not the same',
    'Insert email address',
    'Insert password',
    'required',
    'Too much units of measure. Deselect a variable',
    'Alarm not saved. Insert infos',
    'Alarm snoozed successfully',
    'Await: alarm is saving.',
    'Item saved',
    'Item deleted',
    'Failed save',
    'Data is not valid',
    'Device is deactivated',
    'No data',
    'No data received in the last hour',
    'no data found for the selected period/plant',
    'No plants found',
    'Connection alarm threshold exceeded',
    'Error reading all registers of at least one device',
    "Error reading a device's production logs",
    'Search fail. Try another address',
  ];

  it('hold the specified sentences as they are given', () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const said = new Set<unknown>();
    const collect = (words: object): void => {
      for (const word of Object.values(words)) typeof word === 'object' ? collect(word) : said.add(word);
    };
    for (const file of globSync('src/**/i18n/en.json', { cwd: root }))
      collect(JSON.parse(readFileSync(root + file, 'utf8')));
    assert.deepEqual(
      SPECIFIED.filter((sentence) => !said.has(sentence)),
      [],
    );
  });
});
