import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EXCEPTION_CODES, LOG_KINDS, SILENCE_CODES } from './device-log.model.ts';
import { TASK_CODES, VALUE_CODES } from './field-tools.model.ts';
import en from './i18n/en.json' with { type: 'json' };
import italian from './i18n/it.json' with { type: 'json' };

describe('what acquisition tells of devices', () => {
  for (const [language, { acquisition }] of Object.entries({ en, it: italian })) {
    it(`has words for every code in ${language}`, () => {
      for (const code of [...SILENCE_CODES, ...TASK_CODES, ...VALUE_CODES])
        assert.ok(acquisition.reason[code], code);
      for (const kind of LOG_KINDS) assert.ok(acquisition.log[kind], kind);
      for (const code of EXCEPTION_CODES) assert.ok(acquisition.exception[code], String(code));
    });
  }
});
