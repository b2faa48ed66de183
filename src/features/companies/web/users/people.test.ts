import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompanyUser } from '../../company-users.contract.ts';
import { isLastOwner, nameOf, plantsNamed, seesEveryPlant } from './people.ts';
import { firstRoles } from './person-form.ts';

const user = (id: number, roles: CompanyUser['roles']): CompanyUser => ({
  id,
  roles,
  first_name: '',
  last_name: '',
  related_plants: [],
  email: `${id}@example.org`,
  avatar: null,
  second_factor: false,
  last_used_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  version: 1,
});

describe('people of a company', () => {
  it('are called by their name, else by their address', () => {
    assert.equal(
      nameOf({ first_name: 'Marta', last_name: 'Rinaldi', email: 'm@example.org' }),
      'Marta Rinaldi',
    );
    assert.equal(nameOf({ first_name: '', last_name: 'Rinaldi', email: 'm@example.org' }), 'Rinaldi');
    assert.equal(nameOf({ first_name: '', last_name: '', email: 'm@example.org' }), 'm@example.org');
  });

  it('know whether an owner is the last one', () => {
    const [one, two, other] = [user(1, ['COMPANY_OWNER']), user(2, ['COMPANY_OWNER']), user(3, ['VIEWER'])];
    assert.equal(isLastOwner(one, [one, other]), true);
    assert.equal(isLastOwner(one, [one, two]), false);
    assert.equal(isLastOwner(other, [one, other]), false);
  });

  it('see every plant by their rank, or those that are named and are there', () => {
    assert.equal(seesEveryPlant(['ENGINEER_0', 'MANAGEMENT_0']), true);
    assert.equal(seesEveryPlant(['ENGINEER_0', 'APP_0']), false);
    const plants = ['1', '2', '3'].map((id) => ({ id, proj_code: id, name: id }));
    assert.deepEqual(
      plantsNamed(['3', '9', '1'], plants).map(({ id }) => id),
      ['1', '3'],
    );
  });

  it('are invited to look, and into the applications by whoever may open them to others', () => {
    assert.deepEqual(firstRoles(['MANAGEMENT_0']), ['VIEWER', 'APP_0']);
    assert.deepEqual(firstRoles(['SUPER_ENGINEER_0', 'APP_0']), ['VIEWER']);
  });
});
