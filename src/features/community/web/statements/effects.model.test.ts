import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StatementContent, StatementLine } from '../../statements.contract.ts';
import { effectsOf } from './effects.model.ts';

const line = (part: StatementLine['part'], member_id: number | null, cents: number): StatementLine => {
  const amounts = { cents, advance_cents: null, balance_cents: null };
  return {
    part,
    member_id,
    proj_code: null,
    name: member_id === null ? '' : 'Anna',
    due: amounts,
    change: amounts,
  };
};
const content = (lines: StatementLine[]) => ({ lines }) as StatementContent;

describe('the effect of tried rules', () => {
  it('stands in one row for each member, and says also who is due nothing any more', () => {
    const now = content([line('management', null, 10), line('producer', 1, 40), line('consumer', 1, 50)]);
    const tried = content([line('consumer', 1, 80), line('social_fund', null, 20)]);
    assert.deepEqual(
      effectsOf({ now, tried }).map(({ part, name, more_cents }) => [part, name, more_cents]),
      [
        ['management', '', -10],
        [null, 'Anna', -10],
        ['social_fund', '', 20],
      ],
    );
  });
});
