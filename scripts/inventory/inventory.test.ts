import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readAddresses } from '../portal-pages.ts';
import { lacking, lossesIn, put, read, renewed, unexplained, written } from './rows.ts';
import { keysIn } from './shortcuts.ts';
import { type TreeNode, targetOf, thingsIn } from './things.ts';
import { withoutValues, wordsOf } from './words.ts';

const texts = {
  users: 'Users',
  edit: 'Edit {{name}}',
  count_one: '{{count}} variable',
  count_other: '{{count}} variables',
  state: { open: 'Open alarms', biogas: 'Biogas', kept: 'Power now' },
  any: '{{a}} – {{b}}',
};
const words = wordsOf([texts], ['Biogas Valpadana', 'AUR-001']);
const routes = ['/apps/asset/plants/$proj_code', '/apps/asset/charts/$id', '/apps/asset/charts/devices'];
const taken = new URL('../../docs/inventory.tsv', import.meta.url);
/** Routes that show nothing of their own. */
const LEAD_ON = ['/apps/RedirectCloudControl', '/apps/cloudcontrol/find', '/apps/cloudcontrol/bulk'];
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('the inventory', () => {
  it('leaves values out of names, and keeps what the portal says', () => {
    const cases = [
      ['Users', 'Users'],
      [' Users\n14', 'Users'],
      ['Users14', 'Users'],
      ['Edit Biogas Valpadana', 'Edit …'],
      ['1 variable', '… variables'],
      ['12 variables', '… variables'],
      ['Biogas Valpadana', '…'],
      ['AUR-001 Biogas Valpadana Open alarms 3 Power now 1,234.5 kW', 'Open alarms Power now'],
      ['2026-06-18 – 2026-06-19', '…'],
      ['', '…'],
    ];
    for (const [name = '', expected] of cases) assert.equal(withoutValues(name, words), expected, name);
    assert.equal(withoutValues('3 Open alarms', words, 1), 'Open alarms');
    assert.equal(withoutValues('Open alarms, Power now', words, 1), '…');
  });

  it('tells links by where they lead', () => {
    assert.equal(
      targetOf('/en/apps/asset/plants/AUR-001?span=week&at=3#x', routes),
      '/apps/asset/plants/$proj_code?at&span',
    );
    assert.equal(targetOf('/it/apps/asset/charts/devices', routes), '/apps/asset/charts/devices');
    assert.equal(targetOf('/apps/asset/charts/7/', routes), '/apps/asset/charts/$id');
    assert.equal(targetOf('/en', routes), '/');
    assert.equal(targetOf('/files/17.pdf', routes), '/files/….pdf');
    assert.equal(targetOf('https://example.org/a?b=1', routes), 'https://example.org');
    assert.equal(targetOf('#content', routes), '#');
  });

  it('finds in a page what can be used and seen: by dialog, by frame, sorting apart, a text only where nothing else says it', () => {
    const button = (name: string): TreeNode => ({ role: 'button', name });
    const tree: TreeNode[] = [
      { role: 'banner', children: [button('Users')] },
      {
        role: 'main',
        children: [
          { role: 'heading', name: 'Users' },
          { role: 'heading', name: 'Biogas Valpadana' },
          { role: 'columnheader', name: 'Power now', children: [button('Power now')] },
          { role: 'cell', name: '7', children: [button('7'), button('Edit Anna')] },
          {
            role: 'navigation',
            children: ['Users', 'Open alarms', { role: 'link', name: '2', url: '/en?page=2' }],
          },
        ],
      },
      { role: 'dialog', name: 'Edit Anna', children: [{ role: 'textbox', name: 'Power now', text: '4' }] },
    ];
    const found = thingsIn(tree, { place: '/apps/asset/users', routes, words });
    assert.deepEqual(
      found.map(({ place, kind, name }) => `${place}: ${kind} ${name}`),
      [
        'frame of /apps/asset: button Users',
        '/apps/asset/users: heading Users',
        '/apps/asset/users: columnheader Power now',
        '/apps/asset/users: sort Power now',
        '/apps/asset/users: button …',
        '/apps/asset/users: button Edit …',
        '/apps/asset/users: text Open alarms',
        '/apps/asset/users: link … → /?page',
        '/apps/asset/users » dialog Edit …: textbox Power now',
      ],
    );
  });

  it('is written in one order, and read as it was written', () => {
    const one = { place: '/a', kind: 'button', name: 'Save' };
    const inventory = new Map();
    put(inventory, { ...one, place: '/b' }, 'viewer');
    for (const role of ['phone', 'viewer', 'owner'] as const) put(inventory, one, role);
    const text = written(inventory);
    assert.deepEqual(text.split('\n').slice(1), [
      '/a\tbutton\tSave\towner viewer phone',
      '/b\tbutton\tSave\tviewer',
      '',
    ]);
    assert.equal(written(read(text)), text);
    const all = read('/a\tbutton\tSave\teverybody visitor\n');
    assert.equal(all.values().next().value?.size, 9);
    assert.match(written(all), /\teverybody visitor\n/);
  });

  it('tells what roles lost, unless a reason is given for it', () => {
    const before = read('/a\tbutton\tSave\towner viewer\n/a\ttext\t1 | 2\towner\n/b\tlink\tx\tviewer\n');
    const now = read('/a\tbutton\tSave\towner\n/b\tlink\ty\towner\n');
    const roles = ['owner', 'viewer'] as const;
    const lost = lacking(before, now, roles);
    assert.deepEqual([...lost.keys()], ['/a\tbutton\tSave', '/a\ttext\t1 | 2', '/b\tlink\tx']);
    assert.deepEqual([...(lost.get('/a\tbutton\tSave') ?? [])], ['viewer']);
    assert.deepEqual([...lacking(before, now, ['owner']).keys()], ['/a\ttext\t1 | 2']);
    const document =
      '# Losses\n\n| Place | What | Why |\n|---|---|---|\n| /a | text 1 \\| 2 | said elsewhere |\n| /b* | link * | |\n';
    const bare = unexplained(lost, lossesIn(document));
    assert.deepEqual([...bare.keys()], ['/a\tbutton\tSave', '/b\tlink\tx']);
    assert.equal(unexplained(bare, [{ place: '*', what: '*', why: 'x' }]).size, 0);
  });

  it('takes some roles anew and leaves the others', () => {
    const before = read('/a\tbutton\tSave\towner viewer\n/a\tbutton\tOld\tviewer\n');
    const now = read('/a\tbutton\tNew\tviewer\n');
    assert.deepEqual(
      written(renewed(before, now, ['viewer']))
        .split('\n')
        .slice(1, -1),
      ['/a\tbutton\tNew\tviewer', '/a\tbutton\tSave\towner'],
    );
  });

  it('finds the keys that code hears', () => {
    assert.deepEqual(keysIn(`onKeyDown={(e) => e.key === 'Enter' || e.key === '/' || e.key === "ArrowUp"}`), [
      '/',
      'ArrowUp',
      'Enter',
    ]);
    assert.deepEqual(keysIn(`const home = 'Home'`), []);
  });

  it('was taken of every route', async () => {
    const paths = readAddresses(ROOT);
    const places = new Set((await readFile(taken, 'utf8')).split('\n').map((row) => row.split('\t')[0]));
    assert.ok(paths.length > 30);
    const missing = paths.filter((path) => !places.has(path) && !LEAD_ON.includes(path));
    assert.deepEqual(missing, [], 'stage them in scripts/sheet, then npm run inventory -- --write');
  });
});
