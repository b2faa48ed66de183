import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditWords } from '../../shared/contract/audit-words.ts';
import { auditRegister } from './audit-register.ts';
import { features } from './features.ts';

describe("the audit's words", () => {
  for (const language of ['en', 'it'] as const) {
    const { actions, groups, fields } = auditRegister.words[language];
    it(`say every action in ${language}, and the group that the page can look for`, () => {
      for (const [action, said] of Object.entries(actions)) {
        assert.ok(said.trim(), action);
        assert.ok(groups[action.split('.', 1)[0] ?? ''], action);
      }
      assert.ok(Object.keys(actions).length > 90 && Object.keys(fields).length > 140);
    });

    for (const part of ['actions', 'fields', 'groups'] as const)
      it(`have one owner each: ${part} in ${language}`, () => {
        const words = features.flatMap(({ audit }): AuditWords[] => (audit ? [audit.words[language]] : []));
        const all = words.flatMap((each) => Object.keys(each[part] ?? {}));
        assert.deepEqual(
          all.filter((key, at) => all.indexOf(key) !== at),
          [],
        );
      });
  }

  it('are there for every kind of thing that has a name', () => {
    const { groups } = auditRegister.words.en;
    assert.deepEqual(
      Object.keys(auditRegister.targets).filter((kind) => !(kind in groups)),
      [],
    );
  });
});
