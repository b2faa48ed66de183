import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Role } from '../../../shared/contract/capabilities.ts';
import { curvesCompany } from './curves-company.ts';

const mine = (id_client: number, role: Role, second_factor_due = false) => ({
  id_client,
  roles: [role, 'APP_0' as const],
  second_factor_due,
  claim_due: false,
});

describe('the company that a home is asked for ahead in', () => {
  it('is the one that the page will choose, where it answers homes', () => {
    const companies = [mine(3, 'VIEWER'), mine(7, 'WORKER'), mine(9, 'COMPANY_OWNER', true)];
    const of = (tab: number | null, stored: number | null) => curvesCompany(companies, { tab, stored });
    assert.equal(of(7, 3), 7);
    // One that is not mine any more is not asked; the first, which is taken instead, shows a viewer no home.
    assert.deepEqual([of(5, 7), of(5, 5), of(null, null)], [7, null, null]);
    assert.equal(of(9, 7), null);
  });
});
