import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AUDIT_ACTIONS } from '../../shared/contract/audit-actions.ts';
import en from './i18n/en.json' with { type: 'json' };
import italian from './i18n/it.json' with { type: 'json' };
import { GROUPS } from './web/audit/audit-search.ts';

describe("the audit's words", () => {
  for (const [language, { audit }] of Object.entries({ en, it: italian })) {
    it(`say every action in ${language}, and none that nobody does`, () => {
      assert.deepEqual(Object.keys(audit.actions).sort(), [...AUDIT_ACTIONS].sort());
      for (const [action, words] of Object.entries(audit.actions)) assert.ok(words.trim(), action);
    });
  }

  it('name the group of every action, so that the page can look for it', () => {
    const groups = new Set(AUDIT_ACTIONS.map((action) => action.split('.', 1)[0]));
    for (const group of groups) assert.ok(group && (GROUPS as readonly string[]).includes(group), group);
  });
});
