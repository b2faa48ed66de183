import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, beforeEach, describe, it, mock } from 'node:test';
import { createTestApp, makeCompany, makePlant, type TestApp } from '../../../tests/support/app.ts';
import { resolveLeftNames } from '../../acquisition/left-names.ts';
import { updatePort } from '../../features/plants/server/ports.repository.ts';
import { CompanyEndpoints } from '../../shared/server/endpoints/company-endpoints.ts';
import { inScope, type Scope } from '../../shared/server/tenancy.ts';
import { commands } from './admin-commands.ts';
import { adminFault } from './admin-values.ts';

const GATEWAY = '10.1.0.7';
const INSTALLED = { secretKey: 'no matter' };

describe('what a company may reach', () => {
  let test: TestApp;
  let endpoints: CompanyEndpoints;
  let first: Scope;
  let second: Scope;
  let said: string[];
  before(async () => {
    test = await createTestApp();
    endpoints = new CompanyEndpoints({
      pool: test.pool,
      guard: (address) => /^(10|127|203)\.|^::ffff:|^64:ff9b:/.test(address),
      allowTty: (tty) => tty.startsWith('/dev/tty'),
    });
    mock.method(console, 'log', (line: string) => said.push(...line.split('\n')));
  });
  after(async () => {
    mock.restoreAll();
    await test?.close();
  });
  beforeEach(async () => {
    said = [];
    await test.arrange('delete from allowed_endpoint');
    await test.arrange('delete from port');
    first = await makeCompany(test.pool, 'First', undefined, { reaches: 'nothing' });
    second = await makeCompany(test.pool, 'Second', undefined, { reaches: 'nothing' });
  });

  const run = async (name: string, { company_id }: Scope, entries: string[], flags = {}) =>
    commands[name]?.run(test.pool, { company: String(company_id), ...flags }, entries, INSTALLED);
  /** As a port that is polled connects. @returns whether it may */
  async function connects(
    scope: Scope,
    { address = GATEWAY, host, port_id = 0 }: { address?: string; host?: string; port_id?: number } = {},
  ): Promise<boolean> {
    const reach = port_id > 0 ? endpoints.port(scope.company_id, port_id) : endpoints.field(scope.company_id);
    return (await reach.open(host ?? address, 502, [address])).length > 0;
  }
  let made = 0;
  async function port(scope: Scope, way: { host?: string; tty?: string }): Promise<number> {
    made += 1;
    const plant = await makePlant(test.pool, scope, `P${made}`);
    const [row] = await test.arrange<{ id: string }>(
      `insert into port (company_id, plant_id, name, type, framer, host, tty)
       values ($1, $2, 'Gateway', $3, $4, $5, $6) returning id`,
      [
        scope.company_id,
        plant,
        way.tty ? 'serial' : 'tcp',
        way.tty ? 'rtu' : 'tcp',
        way.host ?? '',
        way.tty ?? null,
      ],
    );
    return Number(row?.id);
  }

  it('is nothing before it was given anything, and no name is looked up', async () => {
    await port(first, { host: GATEWAY });
    assert.equal(await connects(first), false);
    assert.equal(await endpoints.field(first.company_id).names('gateway.example', 502), 'none');
  });

  it('is what it was given, within the outer limit, at those ports, however the address is written', async () => {
    await run('allow', first, ['10.1.0.0/16:502', '172.16.0.0/12:502']);
    for (const address of [GATEWAY, '::ffff:10.1.0.7', '::ffff:a01:7', '64:ff9b::a01:7'])
      assert.equal(await connects(first, { address }), true, address);
    assert.equal(await connects(first, { address: '10.2.0.7' }), false);
    assert.equal(await connects(first, { address: '172.16.0.7' }), false, 'beyond the outer limit');
    assert.deepEqual(await endpoints.field(first.company_id).open(GATEWAY, 503, [GATEWAY]), []);
    await run('disallow', first, ['10.1.0.0/16:502']);
    assert.equal(await connects(first), false);
  });

  it('is closed to others once it is configured: whoever was given a network and came first has it', async () => {
    await run('allow', first, ['10.0.0.0/8:502']);
    await run('allow', second, ['10.0.0.0/8:502']);
    assert.deepEqual([await connects(first), await connects(second)], [true, true]);
    await port(second, { host: '::ffff:a01:7' });
    assert.deepEqual([await connects(first), await connects(second)], [false, true]);
    await port(first, { host: GATEWAY });
    assert.deepEqual([await connects(first), await connects(second)], [false, true]);
    await test.arrange('delete from port where company_id = $1', [second.company_id]);
    assert.deepEqual([await connects(first), await connects(second)], [true, false]);
  });

  it('is taken by nobody who configures what they were not given, also not when they are given it later', async () => {
    await port(second, { host: GATEWAY });
    await run('allow', first, ['10.0.0.0/8:502']);
    assert.equal(await connects(first), true);
    await port(first, { host: GATEWAY });
    await run('allow', second, ['10.1.0.0/16:502']);
    assert.deepEqual([await connects(first), await connects(second)], [true, false]);
  });

  it('is another once its port leads elsewhere: nobody keeps a place by changing a host', async () => {
    await run('allow', first, ['10.0.0.0/8:502']);
    await run('allow', second, ['10.0.0.0/8:502']);
    const id = await port(second, { host: '10.1.0.8' });
    await port(first, { host: GATEWAY });
    await inScope(test.pool, second, (tx) => updatePort(tx, id, { host: GATEWAY }));
    assert.deepEqual([await connects(first), await connects(second)], [true, false]);
  });

  it("goes by an administrator's entry that names it, whoever configured it; the command asks before it takes or shares", async () => {
    await run('allow', first, ['10.0.0.0/8:502']);
    await port(first, { host: GATEWAY });
    const line = `npm run admin -- allow --company ${second.company_id} ${GATEWAY}:502`;
    await assert.rejects(run('allow', second, [`${GATEWAY}:502`]), (error) => {
      const [isAllowed, ...lines] = (adminFault(error) ?? '').split('\n');
      assert.match(isAllowed ?? '', /belongs to company \d+ First\./);
      assert.deepEqual(
        lines.map((one) => one.trim().split(/ +#/)[0]),
        [`${line} --shared`, `${line} --instead`],
      );
      return true;
    });
    assert.deepEqual([await connects(first), await connects(second)], [true, false]);
    await run('allow', second, [`${GATEWAY}:502`], { shared: true });
    assert.deepEqual([await connects(first), await connects(second)], [true, true]);
    await run('allow', second, [`${GATEWAY}:502`], { instead: true });
    assert.deepEqual([await connects(first), await connects(second)], [false, true]);
  });

  it('follows names: what a polled name leads to is closed to others, and moves with it', async () => {
    await run('allow', first, ['gateway.example:502']);
    await run('allow', second, ['10.0.0.0/8:502']);
    const host = 'Gateway.Example.';
    const port_id = await port(first, { host });
    assert.equal(await endpoints.port(first.company_id, port_id).names(host, 502), 'told');
    assert.equal(await endpoints.field(second.company_id).names(host, 502), 'quiet');
    assert.equal(await connects(first, { host, port_id }), true);
    assert.equal(await connects(second), false);
    assert.equal(await connects(first), false, 'the name was given, not the address');
    assert.equal(await connects(first, { host, port_id, address: '10.1.0.9' }), true);
    assert.deepEqual(
      [await connects(second), await connects(second, { address: '10.1.0.9' })],
      [true, false],
    );
  });

  it('a name that is pointed to the field of somebody else opens nothing', async () => {
    await run('allow', first, ['10.0.0.0/8:502']);
    await port(first, { host: GATEWAY });
    await run('allow', second, ['evil.example:502']);
    const port_id = await port(second, { host: 'evil.example' });
    assert.equal(await connects(second, { host: 'evil.example', port_id }), false);
    assert.equal(await connects(first), true);
  });

  it('holds of serial lines, by whatever link they are called', async () => {
    await run('allow', first, ['/dev/serial/by-id/usb-1']);
    await run('allow', second, ['/dev/tty*']);
    const own = await port(first, { tty: '/dev/serial/by-id/usb-1' });
    const other = await port(second, { tty: '/dev/ttyUSB0' });
    const open = (scope: Scope, id: number, tty: string, line = '/dev/ttyUSB0') =>
      endpoints.port(scope.company_id, id).line(tty, line);
    assert.equal(await open(second, other, '/dev/ttyUSB0'), true);
    await test.arrange('delete from port where id = $1', [other]);
    assert.equal(await open(first, own, '/dev/serial/by-id/usb-1'), true);
    assert.equal(await open(second, 0, '/dev/ttyUSB0'), false);
    assert.equal(await open(second, 0, '/dev/ttyUSB1', '/dev/ttyUSB1'), true);
    assert.equal(await open(second, 0, '/dev/loop0', '/dev/loop0'), false, 'beyond the outer limit');
  });

  it('lets webhooks share public receivers, and keeps private ones and every field apart', async () => {
    const isAllowed = async (scope: Scope, address: string) =>
      (await endpoints.receivers(scope.company_id).open(address, 502, [address])).length > 0;
    for (const scope of [first, second]) assert.equal(await isAllowed(scope, '203.0.114.7'), true);
    assert.equal(await isAllowed(first, GATEWAY), false);
    await run('allow', first, ['10.1.0.0/16:502', '203.0.114.0/24:502']);
    assert.equal(await isAllowed(first, GATEWAY), true);
    await port(first, { host: '203.0.114.7' });
    assert.deepEqual(
      [await isAllowed(first, '203.0.114.7'), await isAllowed(second, '203.0.114.7')],
      [true, false],
    );
  });

  it('is everything for the only company by the setting, once; whoever comes later is given nothing by it', async () => {
    const sole = new CompanyEndpoints({ pool: test.pool, guard: () => true, allToSole: true });
    const opens = async ({ company_id }: Scope) =>
      (await sole.field(company_id).open(GATEWAY, 502, [GATEWAY])).length > 0;
    assert.deepEqual([await opens(first), await opens(second)], [false, false], 'there are others');
    const alone = await createTestApp();
    try {
      const only = await makeCompany(alone.pool, 'Only', undefined, { reaches: 'nothing' });
      const off = new CompanyEndpoints({ pool: alone.pool, guard: () => true });
      const on = new CompanyEndpoints({ pool: alone.pool, guard: () => true, allToSole: true });
      const open = async (by: CompanyEndpoints, { company_id }: Scope, address = GATEWAY) =>
        (await by.field(company_id).open(address, 502, [address])).length > 0;
      assert.equal(await open(off, only), false);
      assert.equal(await on.field(only.company_id).names('gateway.example', 502), 'told');
      assert.equal(await open(on, only), true);
      const late = await makeCompany(alone.pool, 'Late', undefined, { reaches: 'nothing' });
      assert.deepEqual(
        [await open(on, only), await open(on, late), await open(on, late, '10.9.9.9')],
        [true, false, false],
      );
      const [audited] = await alone.arrange<{ target: string }>(
        `select target from audit where company_id = $1 and action = 'endpoint.allowed'`,
        [only.company_id],
      );
      assert.equal(audited?.target, 'SOLE_COMPANY_ALLOW');
      await commands.disallow?.run(
        alone.pool,
        { company: String(only.company_id) },
        ['0.0.0.0/0'],
        INSTALLED,
      );
      assert.equal(await open(on, only), false, 'taken back is taken back');
    } finally {
      await alone.close();
    }
  });

  it('at the upgrade is exactly what was configured; what two had configured goes on for both and is listed', async () => {
    const shared = await port(first, { host: GATEWAY });
    await port(second, { host: '::ffff:a01:7' });
    await port(first, { host: 'Gateway.Example' });
    await port(second, { host: '10.1.0.8' });
    await port(second, { tty: '/dev/ttyUSB0' });
    await test.arrange(
      `insert into webhook (company_id, name, url, sealed_secret, enabled) values
         ($1, 'Private', 'http://10.1.0.20:8080/x', 'x', true), ($1, 'Public', 'https://203.0.114.7/y', 'x', true),
         ($1, 'Named', 'https://hooks.example/z', 'x', true)`,
      [first.company_id],
    );
    const migration = await readFile('database/migrations/0014_field_of_companies.sql', 'utf8');
    await test.arrange(migration.slice(migration.indexOf('-- At the upgrade')));
    const entries = await test.arrange<{ company_id: number; entry: string }>(
      `select company_id, entry from allowed_endpoint where given_by = 'upgrade' order by company_id, entry`,
    );
    const of = ({ company_id }: Scope) =>
      entries.filter((row) => row.company_id === company_id).map(({ entry }) => entry);
    assert.deepEqual(of(first), [
      '10.1.0.20:8080',
      '10.1.0.7:502',
      'gateway.example:502',
      'hooks.example:443',
    ]);
    assert.deepEqual(of(second), ['/dev/ttyUSB0', '10.1.0.7:502', '10.1.0.8:502']);
    assert.deepEqual(
      await test.arrange(`select entry from allowed_endpoint where not resolved order by entry`),
      [{ entry: '/dev/ttyUSB0' }, { entry: 'gateway.example:502' }],
      'a webhook is looked up for itself alone',
    );

    assert.deepEqual([await connects(first), await connects(second)], [true, true]);
    assert.equal(await connects(first, { address: '10.1.0.8' }), false);
    // The name leads to what the other has: it did before, and does still.
    assert.equal(await connects(first, { host: 'gateway.example', address: '10.1.0.8' }), true);
    assert.equal(await connects(second, { address: '10.1.0.8' }), true);
    assert.equal(await connects(first, { host: 'gateway.example', address: '10.1.0.9' }), true);

    await commands.allowed?.run(test.pool, {}, [], INSTALLED);
    const conflicts = said.slice(said.findIndex((line) => line.startsWith('Configured by several')) + 1);
    assert.deepEqual(
      conflicts.map((line) => line.trim().split(':502')[0]),
      ['10.1.0.7', '10.1.0.8'],
    );
    await run('allow', first, [`${GATEWAY}:502`], { instead: true });
    assert.deepEqual([await connects(first), await connects(second)], [true, false]);
    assert.ok(shared > 0);
  });

  const upgraded = (scope: Scope, { host, tty }: { host?: string; tty?: string }) =>
    test.arrange(
      `insert into allowed_endpoint (company_id, entry, host, from_port, to_port, tty, given_by, resolved)
       values ($1, coalesce($2::text || ':502', $3), $2, case when $2 is not null then 502 end,
               case when $2 is not null then 502 end, $3, 'upgrade', false)`,
      [scope.company_id, host ?? null, tty ?? null],
    );
  const entriesOf = async ({ company_id }: Scope) =>
    (
      await test.arrange<{ said: string }>(
        `select entry || case when resolved then '' else ' open' end as said from allowed_endpoint
         where company_id = $1 order by entry`,
        [company_id],
      )
    ).map(({ said }) => said);

  it("of a name or a linked line from before the upgrade is not what is another's since", async () => {
    await run('allow', first, [`${GATEWAY}:502`, '10.1.0.8:502', '/dev/ttyUSB0', '10.2.0.0/16:502']);
    await port(first, { host: '10.2.0.7' });
    const host = 'gateway.b.example';
    for (const address of [GATEWAY, '10.1.0.8', '10.2.0.7']) {
      await upgraded(second, { host });
      assert.equal(await connects(second, { host, address }), false, address);
      assert.equal(await connects(second, { address }), false, address);
      assert.deepEqual(await entriesOf(second), [`${host}:502`]);
      await test.arrange('delete from allowed_endpoint where company_id = $1', [second.company_id]);
    }
    await upgraded(second, { tty: '/dev/ttyLINK' });
    const line = endpoints.port(second.company_id, 0).line('/dev/ttyLINK', '/dev/ttyUSB0');
    assert.equal(await line, false);
    assert.deepEqual(await entriesOf(second), ['/dev/ttyLINK']);
    // What both have from the upgrade is polled for both until an administrator decides.
    await test.arrange(`update allowed_endpoint set given_by = 'upgrade' where entry = $1`, [
      `${GATEWAY}:502`,
    ]);
    await upgraded(second, { host });
    assert.equal(await connects(second, { host }), true);
  });

  it('of a name from before the upgrade is what its first look-up gave, beyond the outer limit too', async () => {
    const host = 'gateway.b.example';
    await upgraded(second, { host });
    assert.equal(await connects(second, { host, address: '192.0.2.7' }), false, 'beyond the outer limit');
    assert.deepEqual(await entriesOf(second), [`${host}:502`]);
    assert.equal(await connects(second, { host }), true, 'the name was given');
    assert.equal(await connects(second), false, 'the address was not');
  });

  it('of a name or a link from before the upgrade is closed to others at the first start, its port switched off or archived', async () => {
    const names = { 'off.example': GATEWAY, 'archived.example': '10.1.0.8' };
    for (const host of [...Object.keys(names), 'unknown.example']) {
      await port(first, { host });
      await upgraded(first, { host });
    }
    await test.arrange(`update port set enabled = false where host = 'off.example'`);
    await test.arrange(`update port set archived_at = now() where host = 'archived.example'`);
    await port(first, { tty: '/dev/tty' });
    await upgraded(first, { tty: '/dev/tty' });
    const addressesOf = async (host: string) => [names[host as keyof typeof names] ?? assert.fail('unknown')];
    const signal = new AbortController().signal;
    assert.equal(await resolveLeftNames({ pool: test.pool, endpoints, signal, addressesOf }), 1);
    assert.equal((await entriesOf(first)).filter((entry) => entry.endsWith(' open')).length, 1);
    for (const entry of [...Object.values(names).map((address) => `${address}:502`), '/dev/tty'])
      await assert.rejects(run('allow', second, [entry]), (error) =>
        /belongs to company \d+ First/.test(adminFault(error) ?? ''),
      );
  });

  it('of a webhook is never given to what reads devices', async () => {
    const host = 'hooks.b.example';
    await run('allow', first, [`${GATEWAY}:502`]);
    await upgraded(second, { host });
    for (const address of ['203.0.114.7', GATEWAY, '10.1.0.8'])
      await endpoints.receivers(second.company_id).open(host, 502, [address]);
    assert.deepEqual(await endpoints.receivers(second.company_id).open(host, 502, [GATEWAY]), []);
    for (const address of [GATEWAY, '10.1.0.8'])
      assert.equal(await connects(second, { address }), false, address);
    assert.deepEqual(await entriesOf(second), [`${host}:502 open`]);
  });

  it('is shared with who has it, and not with who configured it in vain', async () => {
    const third = await makeCompany(test.pool, 'Third', undefined, { reaches: 'nothing' });
    for (const scope of [first, second]) {
      await run('allow', scope, ['10.1.0.0/16:502']);
      await port(scope, { host: GATEWAY });
    }
    assert.deepEqual([await connects(first), await connects(second)], [true, false]);
    await assert.rejects(run('allow', third, [`${GATEWAY}:502`]), (error) =>
      /belongs to company \d+ First\. Run/.test(adminFault(error) ?? ''),
    );
    await run('allow', third, [`${GATEWAY}:502`], { shared: true });
    assert.deepEqual(
      [await connects(first), await connects(second), await connects(third)],
      [true, false, true],
    );
    assert.equal(said.filter((line) => line.endsWith('reaches it, too.')).length, 1);
  });

  it('goes on as it was judged before while the database is away', async () => {
    let away = false;
    const pool = new Proxy(test.pool, {
      get(target, property) {
        if (away && (property === 'connect' || property === 'query'))
          return () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
        const value = Reflect.get(target, property);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const remembering = new CompanyEndpoints({ pool, guard: () => true });
    const open = (address: string) => remembering.field(first.company_id).open(address, 502, [address]);
    await run('allow', first, ['10.1.0.0/16:502']);
    assert.deepEqual(await open(GATEWAY), [GATEWAY]);
    away = true;
    assert.deepEqual(await open(GATEWAY), [GATEWAY]);
    await assert.rejects(open('10.1.0.8'));
    away = false;
    await run('disallow', first, ['10.1.0.0/16:502']);
    assert.deepEqual(await open(GATEWAY), []);
    away = true;
    await assert.rejects(open(GATEWAY));
  });
});
