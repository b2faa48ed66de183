import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allows, CAPABILITIES, type Capability, ROLES } from '../../../../shared/contract/capabilities.ts';
import { markOf, sectionsOf } from './permissions.model.ts';

const lines = sectionsOf().flatMap((section) => section.lines);
const rowOf = (id: string) => {
  const line = lines.find((one) => one.id === id);
  return ROLES.map((role) => line?.marks[role]);
};

describe('the matrix of permissions', () => {
  it('shows every capability once', () => {
    const shown = lines.filter((line) => line.about.kind === 'capability').map((line) => line.id);
    assert.deepEqual(shown.toSorted(), Object.keys(CAPABILITIES).toSorted());
  });

  it('says what the calls are judged by', () => {
    for (const capability of Object.keys(CAPABILITIES) as Capability[]) {
      for (const role of ROLES) {
        const mark = markOf(capability, role);
        assert.equal(allows(capability, [role]), mark === 'yes', `${capability} ${role}`);
        assert.equal(allows(capability, [role, 'APP_0']), mark !== 'no', `${capability} ${role} with APP_0`);
      }
    }
  });

  // The roles in their order: owner, management, chief engineer, engineer, crew leader, worker, viewer, applications.
  it('tells what opens only together with the applications', () => {
    const [no, app, all] = ['no', 'with_app', 'yes'];
    assert.deepEqual(rowOf('plants.write'), [app, app, app, app, no, no, no, no]);
    assert.deepEqual(rowOf('asset.read'), [app, app, app, app, app, app, app, all]);
    assert.deepEqual(rowOf('company.disable'), [all, no, no, no, no, no, no, no]);
  });

  it('tells who sees every plant and who grants what', () => {
    const [no, all] = ['no', 'yes'];
    assert.deepEqual(rowOf('every_plant'), [all, all, all, no, no, no, no, no]);
    assert.deepEqual(rowOf('grant.APP_0'), [all, all, no, no, no, no, no, no]);
    assert.deepEqual(rowOf('grant.WORKER'), [all, all, all, no, no, no, no, no]);
  });
});
