import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareLanguages, keysAsked } from './check-i18n.ts';

describe('the check of words', () => {
  it('finds what is missing, empty or filled in differently', () => {
    const en = { a: 'A {{n}}', b: { c: 'C', d: 'D' }, e: 'E' };
    const it_ = { a: 'A {{m}}', b: { c: 'C' }, e: ' ', f: 'F' };
    assert.deepEqual(compareLanguages('x', en, it_), [
      "x: 'a' fills in other values in Italian",
      "x: 'b.d' is missing in Italian",
      "x: 'e' is empty",
      "x: 'f' is missing in English",
    ]);
  });

  it('knows the namespace that each function opened', () => {
    const source = `
      function One() { const { t } = useTranslation('alarms'); return t('bell.title'); }
      function Two() { const { t } = useTranslation(); const { t: to } = useTranslation('overview');
        return t( 'retry') + to('home.title') + at('no') + other('x'); }`;
    assert.deepEqual(keysAsked(source), [
      { namespace: 'alarms', key: 'bell.title' },
      { namespace: 'common', key: 'retry' },
      { namespace: 'overview', key: 'home.title' },
    ]);
  });
});
