import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  applicationOf,
  capabilityOf,
  holdsPath,
  needsCompany,
  pagesFor,
  placeAfter,
  placeOf,
  visibleGroups,
} from './navigation.ts';

const groups = applicationOf('/apps/asset')?.groups ?? [];
const labels = (roles: readonly string[]) => visibleGroups(groups, roles).map(({ label }) => label.en);

describe('the menu', () => {
  it('has the entries of all areas in the order that they declare', () => {
    const entries = (group = 0, application = '/apps/asset') =>
      applicationOf(application)?.groups[group]?.entries.map(({ label }) => label.en);
    assert.deepEqual(entries(), ['Dashboard', 'Plant list', 'Charts', 'Map', 'Alarms']);
    assert.deepEqual(entries(2), ['Downtimes']);
    assert.equal(entries(4)?.[0], 'Revenue');
    assert.deepEqual(entries(5), [
      'RGI',
      'Intervention requests',
      'Field mode',
      'Planned maintenance',
      'Maintenance figures',
    ]);
    assert.deepEqual(entries(7), [
      'Cloud control',
      'Energy meters',
      'Data sources',
      'Maintenance types',
      'Firms and checklists',
      'Downtime causes',
    ]);
    assert.deepEqual(entries(8), ['Users', 'Company', 'Permissions', 'API keys', 'Webhooks', 'Audit']);
    assert.deepEqual(entries(0, '/apps/cerresid/energy_community'), [
      'Communities',
      'Community settings',
      'Measured results',
      'Monthly statements',
    ]);
    assert.deepEqual(entries(0, '/apps/cerresid/cer_simulation/simulation'), ['Simulations', 'Simulation']);
    assert.deepEqual(applicationOf('/apps/cerresid')?.groups, []);
    assert.deepEqual(entries(0, '/apps/cloudcontrol'), [
      'Devices and ports',
      'Add devices',
      'Modbus registers',
      'Templates',
    ]);
    assert.deepEqual(entries(1, '/apps/cloudcontrol'), ['Variable groups', 'Variable names']);
    assert.deepEqual(entries(0, '/apps/illuminazione'), ['Boxes and lights', 'Reports', 'Settings']);
  });

  it('offers its screens and their tabs, each once, with the lists whose saved views open there', () => {
    const pages = pagesFor(['ENGINEER_0', 'APP_0']);
    const labels = pages.map(({ label, beside }) => `${beside.en}: ${label.en}`);
    assert.ok(labels.includes('Monitoring: Charts') && labels.includes('Variables: Variable names'));
    assert.ok(!labels.some((label) => /Users|Statistics/.test(label)), labels.join());
    assert.equal(new Set(pages.map(({ to }) => to)).size, pages.length);
    const lists = (roles: string[]) => pagesFor(roles).flatMap(({ list }) => list ?? []);
    assert.deepEqual(lists(['VIEWER', 'APP_0']), [
      'dashboard',
      'alarms',
      'downtimes',
      'downtime-suggestions',
      'revenues',
      'rgi',
      'maintenance-requests',
      'maintenance-plans',
      'maintenance-reports',
      'energy-meters',
      'lighting-boxes',
      'communities',
      'simulations',
    ]);
    assert.ok(lists(['COMPANY_OWNER', 'APP_0']).length > 6);
  });

  it('guards a screen by the capability of its entry, others by that of their application', () => {
    assert.equal(capabilityOf('/apps/asset'), 'asset.read');
    assert.equal(capabilityOf('/apps/asset/plants/AUR-001'), 'asset.read');
    assert.equal(capabilityOf('/apps/asset/users'), 'company.manage');
    assert.equal(capabilityOf('/apps/asset/users/'), 'company.manage');
    assert.equal(capabilityOf('/apps/asset/audit'), 'company.administer');
    assert.equal(capabilityOf('/apps/asset/usersomething'), 'asset.read');
    assert.equal(capabilityOf('/user'), null);
    assert.equal(capabilityOf('/'), null);
  });

  it('guards cloud control, and the way into it, each by its own capability', () => {
    assert.equal(capabilityOf('/apps/cloudcontrol'), 'cloudcontrol');
    assert.equal(capabilityOf('/apps/cloudcontrol/tags/'), 'cloudcontrol');
    assert.equal(capabilityOf('/apps/RedirectCloudControl'), 'cloudcontrol.redirect');
    assert.equal(capabilityOf('/apps/elsewhere'), null);
    const configuration = (roles: readonly string[]) => labels(roles).includes('Configuration');
    assert.ok(configuration(['MANAGEMENT_0']));
    assert.ok(configuration(['VIEWER', 'APP_0']));
    assert.ok(!configuration(['SUPER_ENGINEER_0']));
  });

  it('hides groups without an entry for one of the roles', () => {
    assert.deepEqual(labels(['SUPER_ENGINEER_0']), ['Business management']);
    assert.deepEqual(labels(['WORKER']), []);
    assert.ok(!labels(['ENGINEER_0', 'APP_0']).includes('Business management'));
    assert.ok(labels(['VIEWER', 'APP_0']).includes('Monitoring'));
  });

  it('opens the group whose entry is on screen, and no other', () => {
    const open = (path: string) =>
      groups.filter((group) => holdsPath(group, path)).map(({ label }) => label.en);
    assert.deepEqual(open('/apps/asset/company/'), ['Business management']);
    assert.deepEqual(open('/apps/asset'), ['Monitoring']);
    for (const path of ['plants/AUR-001', 'charts', 'charts/devices', 'charts/7', 'alarms/rules'])
      assert.deepEqual(open(`/apps/asset/${path}`), ['Monitoring'], path);
    const field = applicationOf('/apps/cloudcontrol')?.groups ?? [];
    const group = field.find((one) => holdsPath(one, '/apps/cloudcontrol/devices/7'));
    assert.equal(group?.label, field[0]?.label);
  });

  // spec §6: devices, variables and customization
  it('has the pages of the catalogue in the groups of cloud control', () => {
    const field = applicationOf('/apps/cloudcontrol') ?? assert.fail('no application');
    const labelsAt = (path: string) => {
      const { group, entry } = placeOf(field, ['ENGINEER_0'], `/apps/cloudcontrol/${path}`) ?? {};
      return [group?.label.en, entry?.label.en];
    };
    assert.deepEqual(
      field.groups.map(({ label }) => label.en),
      ['Devices', 'Variables', 'Customization'],
    );
    assert.deepEqual(labelsAt('variable-names'), ['Variables', 'Variable names']);
    assert.deepEqual(labelsAt('variable-groups'), ['Variables', 'Variable groups']);
    assert.deepEqual(labelsAt('categories'), ['Customization', 'Device categories']);
    assert.deepEqual(labelsAt('calc-group/7'), ['Customization', 'Calculation groups']);
    assert.equal(placeOf(field, ['ENGINEER_0'], '/apps/cloudcontrol/tags')?.beneath, false);
  });

  it('takes the tabs of a page that have addresses of their own for the page', () => {
    const asset = applicationOf('/apps/asset') ?? assert.fail('no application');
    const place = placeOf(asset, ['VIEWER', 'APP_0'], '/apps/asset/downtimes/suggestions');
    assert.deepEqual([place?.entry.label.en, place?.beneath], ['Downtimes', false]);
  });

  it('leads somebody who comes from another company to the same screen, if it opens there', () => {
    assert.equal(placeAfter('/apps/asset/users', ['MANAGEMENT_0']), '/apps/asset/users');
    assert.equal(placeAfter('/apps/asset/users', ['VIEWER', 'APP_0']), '/apps/asset');
    assert.equal(placeAfter('/apps/asset/users', ['VIEWER']), '/');
    assert.equal(placeAfter('/apps/asset/plants/AUR-001', ['VIEWER', 'APP_0']), '/apps/asset');
    assert.equal(placeAfter('/apps/cloudcontrol/tags', ['ENGINEER_0']), '/apps/cloudcontrol/tags');
    assert.equal(placeAfter('/apps/cloudcontrol/tags', ['VIEWER', 'APP_0']), '/');
    assert.equal(placeAfter('/user', ['COMPANY_OWNER', 'APP_0']), '/');
  });

  it('says where one is: the group, the entry, and whether beneath its screen', () => {
    const application = applicationOf('/apps/asset') ?? assert.fail('no application');
    const at = (path: string) => {
      const place = placeOf(application, ['VIEWER', 'APP_0'], path);
      return place && [place.group.label.en, place.entry.label.en, place.beneath];
    };
    assert.deepEqual(at('/apps/asset'), ['Monitoring', 'Dashboard', false]);
    assert.deepEqual(at('/apps/asset/plants/AUR-001'), ['Monitoring', 'Dashboard', true]);
    assert.deepEqual(at('/apps/asset/charts/devices'), ['Monitoring', 'Charts', true]);
    assert.equal(at('/apps/asset/users'), null);
  });

  it('knows which screens are a person’s own', () => {
    assert.deepEqual(['/user', '/companies/create', '/', '/apps/asset'].map(needsCompany), [
      false,
      false,
      true,
      true,
    ]);
  });
});
