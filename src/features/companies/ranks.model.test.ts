import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Role } from '../../shared/contract/capabilities.ts';
import { firstForbidden, inOrder, mayGrant, mayTouch, rankOf } from './ranks.model.ts';

// Who may grant or take what, written out by hand: rows are the one who acts, columns the role.
//                          OWNER MANAG SUPER ENGIN SWORK WORK VIEW APP_0
const TABLE = `
  COMPANY_OWNER             x     x     x     x     x     x    x    x
  MANAGEMENT_0              .     x     x     x     x     x    x    x
  SUPER_ENGINEER_0          .     .     x     x     x     x    x    .
  ENGINEER_0                .     .     .     .     .     .    .    .
  SUPER_WORKER              .     .     .     .     .     .    .    .
  WORKER                    .     .     .     .     .     .    .    .
  VIEWER                    .     .     .     .     .     .    .    .
  APP_0                     .     .     .     .     .     .    .    .
`;
const lines = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const COLUMNS = lines.map(([role]) => role as Role);

describe('ranks', () => {
  it('let each role grant and take what the table says, with the application and without it', () => {
    for (const [own, ...marks] of lines) {
      for (const [i, role] of COLUMNS.entries()) {
        for (const roles of [[own as Role], [own as Role, 'APP_0' as const]]) {
          assert.equal(mayGrant(roles, role), marks[i] === 'x', `[${roles}] grants ${role}`);
        }
      }
    }
  });

  it('let nobody touch somebody who stands higher, and only managers touch anybody', () => {
    const ranked = COLUMNS.slice(0, -1);
    for (const [i, own] of ranked.entries()) {
      for (const [j, theirs] of ranked.entries()) {
        assert.equal(mayTouch([own], [theirs, 'APP_0']), i < 3 && j >= i, `${own} touches ${theirs}`);
      }
      assert.equal(mayTouch([own], ['APP_0']), i < 3);
      assert.equal(mayTouch([own], []), i < 3);
    }
  });

  it('count the gravest role of somebody who holds several', () => {
    assert.equal(rankOf(['VIEWER', 'MANAGEMENT_0', 'APP_0']), 1);
    assert.equal(rankOf(['APP_0']), 7);
    assert.equal(mayTouch(['SUPER_ENGINEER_0'], ['VIEWER', 'MANAGEMENT_0']), false);
    assert.equal(mayGrant(['VIEWER', 'MANAGEMENT_0'], 'SUPER_ENGINEER_0'), true);
  });

  it('look at what changes only: what stays need not be anybody’s to grant', () => {
    const own: Role[] = ['SUPER_ENGINEER_0', 'APP_0'];
    assert.equal(firstForbidden(own, ['WORKER', 'APP_0'], ['ENGINEER_0', 'APP_0']), undefined);
    assert.equal(firstForbidden(own, ['WORKER', 'APP_0'], ['ENGINEER_0']), 'APP_0');
    assert.equal(firstForbidden(own, ['WORKER'], ['WORKER', 'APP_0']), 'APP_0');
    assert.equal(firstForbidden(own, ['WORKER'], ['WORKER', 'COMPANY_OWNER', 'APP_0']), 'COMPANY_OWNER');
  });

  it('put roles in one order, each once', () => {
    assert.deepEqual(inOrder(['APP_0', 'VIEWER', 'VIEWER', 'COMPANY_OWNER']), [
      'COMPANY_OWNER',
      'VIEWER',
      'APP_0',
    ]);
  });
});
