import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makeUser,
  signIn,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';
import { inScope, type Scope, scopeOfPerson, type Tx } from '../../../shared/server/tenancy.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import { createPlant } from '../../plants/server/plants.service.ts';
import type { Community, CommunityRow } from '../community.contract.ts';
import type { MembersImport } from '../imports.contract.ts';
import type { MeasuredHours, ReadingsTaken } from '../measured.contract.ts';
import type { SimulationReport } from '../parameters.contract.ts';
import type { CommunityResults } from '../results.contract.ts';
import type { Simulation, SimulationRow, SimulationRun } from '../simulations.contract.ts';
import type { Sizing } from '../what-if.contract.ts';
import { performRun } from './perform-run.ts';
import { removeOldRuns } from './runs.repository.ts';
import { startRun } from './runs.ts';
import { takeReadings } from './take-readings.ts';

const SMALL = { kwp: 100, prosumer: 3, apartment: 20, townhouse: 5, service: 1, battery_kwh: 50 };
const POD = 'IT001E00000001';

describe('energy communities', () => {
  let test: TestApp;
  let company: Scope;
  let headers: Headers;
  let viewer: Headers;
  let narrow: Headers;
  let owner: TestUser;

  before(async () => {
    test = await createTestApp();
    company = await makeCompany(test.pool, 'Sun together');
    owner = await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    headers = await signIn(test, owner, company);
    await inScope(test.pool, company, (tx) =>
      createPlant(tx, { proj_code: 'ROOF', name: 'Roof', potenza_nominale: 100, latitude: 45, longitude: 9 }),
    );
    await inScope(test.pool, company, (tx) => createPlant(tx, { proj_code: 'TWIN', name: 'Twin' }));
    await test.arrange(
      `insert into plant_master_data (company_id, plant_id, pod, entered_operation_on)
       select company_id, id, 'IT001E99999999', '2024-05-01' from plant where company_id = $1`,
      [company.company_id],
    );
    const [roof] = await test.arrange<{ id: string }>(
      'select id from plant where company_id = $1 order by proj_code',
      [company.company_id],
    );
    const plants = [Number(roof?.id)];
    const [twin] = await test.arrange<{ id: string }>(
      `select id from plant where company_id = $1 and proj_code = 'TWIN'`,
      [company.company_id],
    );
    narrow = await signIn(
      test,
      await makeUser(test, { company, roles: ['ENGINEER_0', 'APP_0'], plants: [Number(twin?.id)] }),
      company,
    );
    viewer = await signIn(
      test,
      await makeUser(test, { company, roles: ['VIEWER', 'APP_0'], plants }),
      company,
    );
  });
  after(() => test.close());

  async function ask<T>(method: string, path: string, body?: object, status = 200): Promise<T> {
    const answer = await test.app.inject({
      method: method as 'GET',
      url: path,
      headers: { ...headers, 'accept-language': 'en' },
      ...(body && { payload: body }),
    });
    assert.equal(answer.statusCode, status, `${method} ${path}: ${answer.body.slice(0, 500)}`);
    return (answer.body === '' ? undefined : answer.json()) as T;
  }
  const member = (name: string, pods: object[]) => ({ name, role: 'consumer', pods });
  const fault = async (method: string, path: string, body: object) =>
    (await ask<{ errors: { path: string; message: string }[] }>(method, path, body, 400)).errors[0];

  it('keep their members with their PODs, and refuse what does not come to 100 or belongs to another', async () => {
    const pods = [{ pod: 'it001e 00000001', from_on: '2025-03-10' }];
    const made = await ask<Community>(
      'POST',
      '/cer/v1/communities/',
      {
        name: 'Valley',
        members: [member('Anna', pods)],
        plants: [{ proj_code: 'ROOF', from_on: '2025-01-01' }],
      },
      201,
    );
    assert.equal(made.members[0]?.pods[0]?.pod, POD);
    assert.deepEqual([made.plants[0]?.name, made.findings], ['Roof', []]);
    const path = `/cer/v1/communities/${made.id}/`;
    // Who only reads is shown it without its members. // spec §6: APP_0
    const seen = await test.app.inject({ method: 'GET', url: path, headers: viewer });
    const { members, members_count, members_hidden, ...shown } = seen.json<Community>();
    assert.deepEqual([members, members_count, members_hidden, shown.name], [[], 1, true, 'Valley']);
    assert.ok(!/Anna|IT001E/.test(seen.body), seen.body);
    assert.deepEqual([made.members_count, made.members_hidden], [1, false]);
    assert.deepEqual(await fault('PUT', path, { producers_percent: 41 }), {
      path: 'consumers_percent',
      message: 'The percentages must come to 100',
      code: 'percent_not_100',
    });
    const other = { name: 'Hill', members: [member('Bruno', [{ pod: POD, from_on: '2025-06-01' }])] };
    assert.equal((await fault('POST', '/cer/v1/communities/', other))?.path, 'members.0.pods.0.pod');
    const moved = [{ pod: POD, from_on: '2025-03-10', until_on: '2025-06-01' }];
    const changed = await ask<Community>('PUT', path, {
      members: [member('Anna', moved)],
      version: made.version,
    });
    assert.equal(changed.members[0]?.id, made.members[0]?.id);
    // Who has left by today stands at no substation; neither does a plant that has.
    assert.deepEqual(
      changed.findings.map(({ code }) => code),
      ['substation_without_member'],
    );
    // A plant that is another community's until March is free from then on; one at its POD is as little.
    const hill = (proj_code: string, from_on: string) => ({ ...other, plants: [{ proj_code, from_on }] });
    const twin = await fault('POST', '/cer/v1/communities/', hill('TWIN', '2025-06-01'));
    const same = await fault('POST', '/cer/v1/communities/', hill('ROOF', '2025-06-01'));
    assert.deepEqual(twin, same);
    assert.deepEqual(same, {
      path: 'plants.0.proj_code',
      code: 'plant_taken',
      message: 'This plant, or another one at its POD, belongs to another community already on these days',
    });
    const both = ['ROOF', 'TWIN'].map((proj_code) => ({ proj_code, from_on: '2025-01-01' }));
    const doubled = await fault('PUT', path, { plants: both });
    assert.equal((doubled as { code?: string }).code, 'plants_at_pod');
    await ask('PUT', path, {
      plants: [{ proj_code: 'ROOF', from_on: '2025-01-01', until_on: '2025-09-01' }],
    });
    assert.deepEqual((await ask<Community>('GET', path)).findings, []);
    // Whoever sees the second one alone is told of the POD, too.
    const unseen = await test.app.inject({
      method: 'PUT',
      url: path,
      headers: narrow,
      payload: { plants: [{ proj_code: 'TWIN', from_on: '2025-06-01' }] },
    });
    assert.deepEqual([unseen.statusCode, unseen.json().errors[0]?.code], [400, 'plants_at_pod']);
    await ask('POST', '/cer/v1/communities/', hill('TWIN', '2025-09-01'), 201);
    await ask('PUT', path, { name: 'Vale', version: made.version }, 409);
  });

  it('keep the number and the account of whoever stays, and give them to nobody who follows in a home', async () => {
    const account = { iban: 'DE89370400440532013000', account_holder: 'Anna Bianchi' };
    const [home, other] = ['IT001E00000051', 'IT001E00000052'];
    const first = { ...member('Anna', [{ pod: home, from_on: '2025-01-01' }]), ...account };
    const twin = (pod: string, iban = {}) => ({
      ...member('Mario', [{ pod, from_on: '2025-01-01' }]),
      ...iban,
    });
    const body = { name: 'Homes', members: [first, twin(other), twin('IT001E00000053', account)] };
    const made = await ask<Community>('POST', '/cer/v1/communities/', body, 201);
    const put = async (members: object[]) =>
      (await ask<Community>('PUT', `/cer/v1/communities/${made.id}/`, { members })).members;
    const [anna, mario, second] = made.members;
    const corrected = member('Anna Bianchi', [{ pod: home, from_on: '2025-01-01' }]);
    const renamed = await put([corrected, twin('IT001E00000053'), twin(other)]);
    assert.deepEqual(
      renamed.map(({ id, iban }) => [id, iban]),
      [
        [anna?.id, account.iban],
        [mario?.id, ''],
        [second?.id, account.iban],
      ],
    );
    const follows = await put([member('Bruno', [{ pod: home, from_on: '2025-06-01' }]), twin(other)]);
    assert.deepEqual(
      follows.map(({ id, iban }) => [id === anna?.id, iban]),
      [
        [false, ''],
        [false, ''],
      ],
    );
    assert.equal(follows[1]?.id, mario?.id);
  });

  it('take members from a file, all or none: who stands in it is added or changed, everybody else stays', async () => {
    const body = { name: 'Imported', members: [{ name: 'Old', role: 'consumer', email: 'old@example.org' }] };
    const made = await ask<Community>('POST', '/cer/v1/communities/', body, 201);
    const send = async (text: string, more = '') => {
      const url = `/cer/v1/community-members/?community=${made.id}${more}`;
      const sent = { ...headers, 'content-type': 'text/csv' };
      const answer = await test.app.inject({ method: 'POST', url, headers: sent, payload: text });
      return { status: answer.statusCode, report: answer.json<MembersImport>() };
    };
    const iban = 'DE89 3704 0044 0532 0130 00';
    const file = (pod: string) =>
      `nome;ruolo;pod;dal;iban\nOld;prosumer;${pod};2026-01-01;${iban}\nNew;consumer;;;\n`;
    const { report } = await send(file('it 001 e 0000 0077'));
    assert.equal(report.faults, 0, JSON.stringify(report));
    assert.deepEqual([report.stored, report.added, report.changed, report.faults], [false, 1, 1, 0]);
    const wrong = await send(
      'nome;ruolo;pod;dal\nX;consumer;NOPE;2026-01-01\nY;consumer;;\n',
      '&dry_run=false',
    );
    assert.deepEqual(wrong.report.told, [{ row: 2, column: 'pod', code: 'pod' }]);
    const stored = await send(file('IT001E00000077'), `&dry_run=false&version=${report.version}`);
    assert.equal(stored.report.stored, true);
    const { members } = await ask<Community>('GET', `/cer/v1/communities/${made.id}/`);
    assert.deepEqual(
      members.map(({ name, role, email, pods, iban: of }) => [name, role, email, pods.length, of]),
      [
        ['New', 'consumer', '', 0, ''],
        ['Old', 'prosumer', 'old@example.org', 1, 'DE89370400440532013000'],
      ],
    );
    assert.equal(members[1]?.id, made.members[0]?.id);
    assert.equal((await send(file('IT001E00000077'), `&version=${report.version}`)).status, 400);
    assert.equal((await send(file('IT001E00000077'))).report.unchanged, 2);
  });

  it('settle what was measured from the day of joining on, and say how much of it is known', async () => {
    const [valley] = (await ask<Community[]>('GET', '/cer/v1/communities/')).filter(
      ({ name }) => name === 'Valley',
    );
    await test.arrange(
      `insert into community_hours (company_id, community_id, pod, direction, month, hours, imported_at)
       values ($1, $2, $3, 'withdrawn', '2025-03-01', array_fill(2::float8, array[743]), now()),
              ($1, $2, 'IT001E99999999', 'injected', '2025-03-01', array_fill(1::float8, array[743]), now())`,
      [company.company_id, valley?.id, POD],
    );
    await test.arrange(
      `insert into market_price (zone, start_at, eur_mwh, imported_at)
       select 'NORD', t, 140, now() from generate_series('2025-02-28T23:00:00Z'::timestamptz, '2025-03-31T21:00:00Z', '1 hour') t`,
    );
    const results = (query: string) =>
      ask<CommunityResults>('GET', `/cer/v1/results-data/?community=${valley?.id}&${query}`);
    const days = await results('start=2025-03-09&end=2025-03-11');
    assert.deepEqual(days.shared_kwh, [0, 24]);
    assert.deepEqual(days.completeness, [1, 1]);
    assert.ok(Math.abs((days.incentive_eur[1] ?? 0) - 24 * 0.13) < 1e-9);
    const summer = await results('start=2025-03-30&end=2025-03-31&resolution=hour');
    assert.deepEqual([summer.ts.length, summer.injected_kwh[0]], [23, 1]);
    const file = `pod;direction;start;kwh\n${POD};prelevata;2025-03-30T00:00+01:00;0,5\n`;
    const imported = async (dry: string) => {
      const url = `/cer/v1/community-hours/?community=${valley?.id}&dry_run=${dry}`;
      const sent = { ...headers, 'content-type': 'text/csv' };
      const answer = await test.app.inject({ method: 'POST', url, headers: sent, payload: file });
      return [answer.json().stored, answer.json().hours];
    };
    assert.deepEqual(
      [await imported('true'), await imported('false')],
      [
        [false, 1],
        [true, 1],
      ],
    );
    const mended = await results('start=2025-03-30&end=2025-03-31&resolution=hour');
    assert.deepEqual([mended.withdrawn_kwh[0], mended.withdrawn_kwh[1]], [0.5, 2]);
    // One member's curve is for those who may change communities; what the plants inject is nobody's life.
    const url = `/cer/v1/results-data/?community=${valley?.id}&start=2025-03-09&end=2025-03-11`;
    const kept: CommunityResults = (await test.app.inject({ method: 'GET', url, headers: viewer })).json();
    assert.deepEqual(kept.few_members, [false, true]);
    assert.deepEqual(
      [kept.withdrawn_kwh, kept.shared_kwh, kept.incentive_eur],
      [
        [0, null],
        [0, null],
        [0, null],
      ],
    );
    assert.deepEqual([kept.injected_kwh, kept.partial], [[24, 24], false]);
    // What a plant injects at a family's POD is: it tells of one home, as little as what that draws.
    const home = [company.company_id, valley?.id, 'IT001E99999999'];
    await test.arrange(
      `insert into community_pod (company_id, member_id, pod, from_on)
       select company_id, id, $3, '2025-01-01' from community_member where company_id = $1 and community_id = $2`,
      home,
    );
    const hidden: CommunityResults = (await test.app.inject({ method: 'GET', url, headers: viewer })).json();
    assert.deepEqual(
      [hidden.injected_kwh, hidden.few_members],
      [
        [null, null],
        [true, true],
      ],
    );
    await test.arrange('delete from community_pod where company_id = $1 and pod = $2', [home[0], home[2]]);
    // Whoever does not see the roof is told no sum without it; months are closed by those who see all plants.
    const read = async <T>(path: string) =>
      (await test.app.inject({ method: 'GET', url: path, headers: narrow })).json<T>();
    const some = await read<CommunityResults>(url);
    assert.deepEqual(
      [some.partial, some.injected_kwh, some.shared_kwh, some.withdrawn_kwh, some.completeness],
      [true, [null, null], [null, null], [0, 48], [0, 1]],
    );
    const rows = await read<CommunityRow[]>('/cer/v1/communities/');
    assert.deepEqual(
      rows.map(({ name, partial }) => [name, partial]),
      [
        ['Hill', false],
        ['Homes', false],
        ['Imported', false],
        ['Valley', true],
      ],
    );
    // Of the month that is not over the hours until now are told, and those to come are not missing.
    const [day] = new Date().toISOString().split('T');
    const running = await results(`start=${day?.slice(0, 7)}-01&end=${day?.slice(0, 7)}-28&resolution=hour`);
    assert.ok(running.ts.every((ts) => Date.parse(ts) + 3_600_000 <= Date.now()));
    const unknown = await results('start=2025-04-01&end=2025-05-01&resolution=month');
    assert.deepEqual([unknown.shared_kwh, unknown.completeness], [[null], [0]]);
    await ask(
      'GET',
      `/cer/v1/results-data/?community=${valley?.id}&start=2025-01-01&end=2027-01-01`,
      undefined,
      400,
    );
  });

  it('take a month from the meters of plants and homes at their PODs: gaps stay gaps, and a file overrules', async () => {
    const [roof, home] = ['IT001E00000061', 'IT001E00000062'];
    const house = { proj_code: 'HOUSE', name: 'House', nominal_kwp: 3, pod: home };
    await ask('POST', '/api/v1/residenziale/plants/', house, 201);
    await inScope(test.pool, company, (tx) => createPlant(tx, { proj_code: 'BARN', name: 'Barn' }));
    const plantOf = async (proj_code: string) => {
      const found = await test.arrange<{ id: string }>(
        'select id from plant where company_id = $1 and proj_code = $2',
        [company.company_id, proj_code],
      );
      return Number(found[0]?.id);
    };
    await test.arrange('insert into plant_master_data (company_id, plant_id, pod) values ($1, $2, $3)', [
      company.company_id,
      await plantOf('BARN'),
      roof,
    ]);
    // Quarters of an hour from eight in the evening of 30 April to two in the morning of 2 May, in Rome; on 1 May none between ten and one.
    const [begin, quarter] = [Date.parse('2025-04-30T18:00:00Z'), 900_000];
    const isSilent = (i: number) => i > 56 && i < 68;
    const writer = new ReadingWriter(test.pool, { announce: async () => undefined });
    for (const proj_code of ['BARN', 'HOUSE']) {
      const fields = { category: 'exchange_meter' as const, interval_s: 900 };
      const names = ['energy_total_kwh', 'energy_import_kwh'];
      const meter = await makeDevice(test.pool, company, await plantOf(proj_code), 'GRID', names, fields);
      const rows = Array.from({ length: 121 }, (_, i) => ({
        device_id: meter,
        ts: begin + i * quarter,
        quality: null,
        i,
        values: Float64Array.of(500 + i / 4, 900 + i / 2),
      }));
      await writer.write(
        company,
        rows.filter(({ i }) => !isSilent(i)).map(({ i: _, ...row }) => row),
      );
    }
    await writer.close();
    const { id, members } = await ask<Community>(
      'POST',
      '/cer/v1/communities/',
      {
        name: 'Metered',
        members: [
          { name: 'Carla', role: 'prosumer', pods: [{ pod: home, from_on: '2025-05-01' }] },
          member('Dario', [{ pod: 'IT001E00000063', from_on: '2025-05-01' }]),
        ],
        plants: [{ proj_code: 'BARN', from_on: '2025-05-01', until_on: '2025-05-03' }],
      },
      201,
    );
    const path = '/cer/v1/community-readings/';
    const take = async (as = headers) => {
      const payload = { community: id, month: '2025-05' };
      const answer = await test.app.inject({ method: 'POST', url: path, headers: as, payload });
      return answer.json<ReadingsTaken>();
    };
    const tried = await ask<ReadingsTaken>('GET', `${path}?community=${id}&month=2025-05`);
    assert.deepEqual(
      [tried.stored, tried.so_far, tried.unlinked_pods, tried.pods],
      [
        false,
        false,
        1,
        // 24 hours less three of silence, and two of the day after; nobody knows which hour the energy of the silence belongs to.
        [
          {
            pod: home,
            direction: 'withdrawn',
            name: 'Carla',
            plant: 'House',
            state: 'taken',
            known_hours: 23,
            expected_hours: 744,
            file_hours: 0,
          },
          {
            pod: roof,
            direction: 'injected',
            name: 'Barn',
            plant: 'Barn',
            state: 'taken',
            known_hours: 23,
            expected_hours: 48,
            file_hours: 0,
          },
        ],
      ],
    );
    const results = () =>
      ask<CommunityResults>(
        'GET',
        `/cer/v1/results-data/?community=${id}&start=2025-05-01&end=2025-05-02&resolution=hour`,
      );
    assert.equal((await results()).injected_kwh[0], null);
    assert.equal((await take()).stored, true);
    const taken = await results();
    // A quarter adds 0.25 kWh fed in and 0.5 drawn: 1 and 2 in an hour, of which 1 is shared.
    assert.deepEqual(
      [0, 9, 10, 12, 13].map((hour) => [
        taken.injected_kwh[hour],
        taken.withdrawn_kwh[hour],
        taken.shared_kwh[hour],
      ]),
      [[1, 2, 1], [1, 2, 1], ...Array.from({ length: 2 }, () => [null, null, null]), [1, 2, 1]],
    );
    // A file tells the first hour otherwise, and one in the silence; then it is what counts, whatever is read again.
    const lines = ['2025-05-01T00:00+02:00;0,5', '2025-05-01T10:00+02:00;3'];
    const file = `pod;direction;start;kwh\n${lines.map((line) => `${home};prelevata;${line}`).join('\n')}\n`;
    const url = `/cer/v1/community-hours/?community=${id}&dry_run=false`;
    const sent = { ...headers, 'content-type': 'text/csv' };
    assert.equal(
      (await test.app.inject({ method: 'POST', url, headers: sent, payload: file })).json().hours,
      2,
    );
    assert.equal((await take()).pods[0]?.file_hours, 2);
    const { withdrawn_kwh } = await results();
    assert.deepEqual([withdrawn_kwh[0], withdrawn_kwh[1], withdrawn_kwh[10]], [0.5, 2, 3]);
    const behind = await ask<MeasuredHours>(
      'GET',
      `/cer/v1/results-data/hours/?community=${id}&month=2025-05&member=${members[0]?.id}`,
    );
    assert.deepEqual(
      [behind.member?.read_hours, [0, 1, 10, 11].map((hour) => behind.hours[hour]?.own_source)],
      [22, ['file', 'readings', 'file', null]],
    );
    // Of plants that somebody does not see nothing is taken, and nothing that was taken is lost.
    const narrowed = await take(narrow);
    assert.deepEqual([narrowed.stored, narrowed.pods, narrowed.unlinked_pods], [false, [], 2]);
    assert.equal((await results()).injected_kwh[0], 1);
    // Nor does such a person say what they feed in: a file of theirs would overrule the meter.
    const fed = `pod;direction;start;kwh\n${home};immessa;2025-05-01T00:00+02:00;99\n`;
    const bring = async (as: Headers, payload: string) =>
      (
        await test.app.inject({
          method: 'POST',
          url,
          headers: { ...as, 'content-type': 'text/csv' },
          payload,
        })
      ).json();
    assert.deepEqual((await bring(narrow, fed)).faults, [{ line: 2, code: 'unseen_plant', found: home }]);
    assert.equal((await bring(narrow, file)).stored, true, 'a member draws what the file says');
    const free = `pod;direction;start;kwh\nIT001E00000063;immessa;2025-05-01T00:00+02:00;0\n`;
    assert.equal((await bring(narrow, free)).stored, true, 'no plant of the company stands there');
    const [noted] = await test.arrange<{ detail: object }>(
      `select detail from audit where company_id = $1 and action = 'community.measured' order by id desc limit 1`,
      [company.company_id],
    );
    assert.deepEqual(noted?.detail, { pods: 1, injected_pods: ['IT001E00000063'], injected_homes: 0 });
    // From 2 May on the POD is Elena's: both hold one row of it. A shed at it has no meter: the house's tells it.
    const now = await ask<Community>('GET', `/cer/v1/communities/${id}/`);
    await ask('PUT', `/cer/v1/communities/${id}/`, {
      members: [
        member('Carla', [{ pod: home, from_on: '2025-05-01', until_on: '2025-05-02' }]),
        member('Elena', [{ pod: home, from_on: '2025-05-02' }]),
      ],
      version: now.version,
    });
    await inScope(test.pool, company, (tx) => createPlant(tx, { proj_code: 'SHED', name: 'Shed' }));
    await test.arrange('insert into plant_master_data (company_id, plant_id, pod) values ($1, $2, $3)', [
      company.company_id,
      await plantOf('SHED'),
      home,
    ]);
    const readings = async (...hours: number[]) => {
      const [row] = await test.arrange<{ readings: number[] | null }>(
        `select readings from community_hours where company_id = $1 and pod = $2 and direction = 'withdrawn'`,
        [company.company_id, home],
      );
      return row?.readings && hours.map((hour) => row.readings?.[hour]);
    };
    const halves = async () =>
      (await take()).pods
        .filter(({ pod }) => pod === home)
        .map(({ name, plant, state, known_hours }) => [name, plant, state, known_hours]);
    assert.deepEqual(await halves(), [
      ['Carla', 'House', 'taken', 21],
      ['Elena', 'House', 'taken', 2],
    ]);
    assert.deepEqual(await readings(1, 11, 24, 30), [2, Number.NaN, 2, Number.NaN]);
    // What a meter told stays when it goes into the bin, and when another one comes after it.
    await test.arrange('update device set deleted_at = now() where company_id = $1 and plant_id = $2', [
      company.company_id,
      await plantOf('HOUSE'),
    ]);
    assert.deepEqual(await halves(), [
      ['Carla', 'House, Shed', 'no_meter', 0],
      ['Elena', 'House, Shed', 'no_meter', 0],
    ]);
    assert.deepEqual(await readings(1, 24), [2, 2]);
    const fields = { category: 'exchange_meter' as const, interval_s: 900 };
    const names = ['energy_import_kwh'];
    const other = await makeDevice(test.pool, company, await plantOf('HOUSE'), 'NEW', names, fields);
    const anew = new ReadingWriter(test.pool, { announce: async () => undefined });
    const noon = Date.parse('2025-05-02T10:00:00Z');
    await anew.write(
      company,
      Array.from({ length: 9 }, (_, i) => ({
        device_id: other,
        ts: noon + i * quarter,
        quality: null,
        values: Float64Array.of(i),
      })),
    );
    await anew.close();
    assert.deepEqual((await halves())[1], ['Elena', 'House', 'taken', 1]);
    // Noon in Rome is hour 36 of the month: what was used before the first reading is in it.
    assert.deepEqual(await readings(1, 24, 36, 37, 40), [2, 2, Number.NaN, 4, Number.NaN]);
    // What a home told stays while it lies in the archive.
    const archived = (at: string | null) =>
      test.arrange(`update plant set archived_at = $2 where company_id = $1 and proj_code = 'HOUSE'`, [
        company.company_id,
        at,
      ]);
    await archived('2025-06-20T00:00:00Z');
    assert.deepEqual([(await take()).removed_pods, await readings(1)], [0, [2]]);
    await archived(null);
    // Where nothing stands at the POD any more its readings go with those who see all plants, and files stay.
    await test.arrange(`update home set pod = '' where company_id = $1`, [company.company_id]);
    await test.arrange(`update plant_master_data set pod = '' where company_id = $1 and pod = $2`, [
      company.company_id,
      home,
    ]);
    assert.equal((await take(narrow)).removed_pods, 0);
    const dry = await ask<ReadingsTaken>('GET', `${path}?community=${id}&month=2025-05`);
    assert.deepEqual([dry.removed_pods, await readings(1)], [1, [2]]);
    assert.deepEqual([(await take()).removed_pods, await readings(1)], [1, null]);
    assert.deepEqual((await results()).withdrawn_kwh.slice(0, 2), [0.5, null]);
  });

  it('ask as many questions about the meters of forty PODs as about those of two', async () => {
    const pods = Array.from({ length: 42 }, (_, i) => `IT001E001${String(i).padStart(5, '0')}`);
    const begin = Date.parse('2025-04-30T20:00:00Z');
    const writer = new ReadingWriter(test.pool, { announce: async () => undefined });
    for (const [i, pod] of pods.entries()) {
      const proj_code = `FLAT${i}`;
      const plant_id = await inScope(test.pool, company, async (tx) => {
        await createPlant(tx, { proj_code, name: `Flat ${i}` });
        const { rows } = await tx.query<{ id: number }>(
          'select id from plant where company_id = $1 and proj_code = $2',
          [company.company_id, proj_code],
        );
        return rows[0]?.id ?? 0;
      });
      await test.arrange('insert into plant_master_data (company_id, plant_id, pod) values ($1, $2, $3)', [
        company.company_id,
        plant_id,
        pod,
      ]);
      const fields = { category: 'exchange_meter' as const, interval_s: 900 };
      const meter = await makeDevice(
        test.pool,
        company,
        plant_id,
        'GRID',
        ['energy_export_kwh', 'energy_import_kwh'],
        fields,
      );
      await writer.write(
        company,
        Array.from({ length: 17 }, (_, quarter) => ({
          device_id: meter,
          ts: begin + quarter * 900_000,
          quality: null,
          values: Float64Array.of(0, 100 + quarter * i),
        })),
      );
    }
    await writer.close();
    const asked = async (own: readonly string[]) => {
      const { id } = await ask<Community>(
        'POST',
        '/cer/v1/communities/',
        {
          name: `${own.length} flats`,
          members: own.map((pod) => member(`Of ${pod}`, [{ pod, from_on: '2025-05-01' }])),
          plants: [],
        },
        201,
      );
      return inScope(test.pool, company, async (tx) => {
        let statements = 0;
        const counting: Tx = {
          ...tx,
          query: (...statement) => {
            statements++;
            return tx.query(...statement);
          },
        };
        const now = new Date('2025-06-20T12:00:00Z');
        const taken = await takeReadings(counting, { community: id, month: '2025-05' }, { now, dry: false });
        const { rows } = await tx.query<{ pod: string; readings: number[] }>(
          'select pod, readings from community_hours where company_id = $1 and pod = any($2) order by pod',
          [company.company_id, own],
        );
        return { statements, known: taken.pods.map(({ known_hours }) => known_hours), rows };
      });
    };
    const [two, forty] = [await asked(pods.slice(0, 2)), await asked(pods.slice(2))];
    assert.equal(forty.statements, two.statements);
    assert.deepEqual([two.known, forty.known], [[2, 2], Array.from({ length: 40 }, () => 2)]);
    // Each POD is told what its own meter counted: i kWh in a quarter.
    assert.deepEqual(
      [...two.rows, ...forty.rows].map(({ readings }) => readings[0]),
      pods.map((_, i) => 4 * i),
    );
  });

  it('are simulated once for a person who asks twice, and the result is saved as it was calculated', async () => {
    const path = '/cer-simulation/?kwp=100&prosumer=3&apartment=20&townhouse=5&service=1&battery_kwh=50';
    const [first, second] = await Promise.all(
      [0, 1].map(() =>
        ask<{ result_report: SimulationReport; result_to_save: { run_id: number } }>('GET', path),
      ),
    );
    assert.equal(first?.result_to_save.run_id, second?.result_to_save.run_id);
    const report = first?.result_report;
    assert.equal(report?.months.length, 12);
    assert.equal(report?.hours, 8760);
    assert.ok((report?.totals.shared_kwh ?? 0) > 1000 && (report?.totals.incentive_eur ?? 0) > 100);
    await ask('POST', '/cer/v1/simulations/', { code: 'FIRST', parameters: SMALL }, 201);
    const body = { code: 'FIRST', result_to_save: first?.result_to_save };
    const saved = await ask<{ result_report: SimulationReport }>(
      'POST',
      '/cer/v1/simulation-results/',
      body,
      201,
    );
    assert.deepEqual(saved.result_report, report);
    // The simulation was changed by that: whoever looked at it before is told, and nothing of it is replaced.
    await ask('POST', '/cer/v1/simulation-results/', { ...body, version: 1 }, 409);
    // What nobody calculates any more has failed, and is not waited for.
    await test.arrange(
      `update simulation_run set state = 'running', report = null, ended_at = null, created_at = now() - interval '25 hours'
       where company_id = $1 and id = $2`,
      [company.company_id, first?.result_to_save.run_id],
    );
    const { company_id } = company;
    await inScope(test.pool, company, removeOldRuns);
    const ended = await test.arrange<{ state: string }>(
      'select state from simulation_run where company_id = $1 and id = $2',
      [company_id, first?.result_to_save.run_id],
    );
    assert.equal(ended[0]?.state, 'failed');
    // Plants that somebody does not see are one row of the saved result, without power, and nothing is found of one.
    const rows = ['ROOF', 'HOUSE', 'TWIN'].map((id, at) => ({
      ...report?.plants[0],
      id,
      name: id,
      power_kw: at + 1,
    }));
    await test.arrange(
      `update simulation set report = jsonb_set(jsonb_set(report, '{plants}', $2), '{findings}', $3) where company_id = $1 and code = 'FIRST'`,
      [
        company.company_id,
        JSON.stringify(rows),
        JSON.stringify(rows.map(({ id }) => ({ code: 'grant_capped', id, granted_eur: 1 }))),
      ],
    );
    const told = await test.app.inject({
      method: 'GET',
      url: '/cer/v1/simulation-results/?code=FIRST',
      headers: narrow,
    });
    const { plants, findings } = told.json().result_report as SimulationReport;
    const of = report?.plants[0]?.injected_kwh ?? 0;
    assert.deepEqual(
      plants.map(({ id, name, power_kw, injected_kwh }) => [id, name, power_kw, injected_kwh]),
      [
        ['TWIN', 'TWIN', 3, of],
        ['hidden', '', 0, 2 * of],
      ],
      told.body.slice(0, 300),
    );
    assert.deepEqual(
      findings.map(({ id }) => id),
      ['TWIN'],
    );
    await test.arrange('update simulation set report = $2 where company_id = $1 and code = $3', [
      company.company_id,
      JSON.stringify(report),
      'FIRST',
    ]);
    // What a slider asks is the same calculation, and so is each size of a grid.
    const parameters = { kwp: 100, prosumer: 3, apartment: 20, townhouse: 5, service: 1, battery_kwh: 50 };
    const whatIf = (more: object) =>
      ask<SimulationReport>('POST', '/cer/v1/simulation-what-if/', {
        parameters: { ...parameters, ...more },
      });
    assert.deepEqual(await whatIf({}), report);
    const sizes = {
      parameters,
      goal: 'shared_share',
      shared_at_least: 0,
      kwp: [60, 100],
      battery_kwh: [0, 50],
    };
    const { points, best } = await ask<Sizing>('POST', '/cer/v1/simulation-sizing/', sizes);
    assert.equal(
      points.find((one) => one.kwp === 100 && one.battery_kwh === 50)?.npv_eur,
      report?.money.npv_eur,
    );
    const { shared_kwh = 0, withdrawn_kwh = 1 } = report?.totals ?? {};
    assert.deepEqual(
      [best?.kwp, best?.battery_kwh, best?.covered_share],
      [100, 50, shared_kwh / withdrawn_kwh],
    );
    for (const language of ['it', 'en']) {
      const url = `/cer/v1/simulations/FIRST/document/?language=${language}`;
      const pdf = await test.app.inject({ method: 'GET', url, headers });
      assert.equal(pdf.rawPayload.subarray(0, 5).toString(), '%PDF-', pdf.payload.slice(0, 200));
    }
    const [row] = await ask<SimulationRow[]>('GET', '/cer/v1/simulations/');
    assert.deepEqual([row?.members, row?.totals], [29, report?.totals]);
    const { members } = await ask<Simulation>('GET', '/cer/v1/simulations/FIRST/');
    const service = members.find(({ kind }) => kind === 'service');
    await ask('DELETE', `/cer/v1/simulation-members/${service?.id}/`, undefined, 204);
    const without = await ask<Simulation>('GET', '/cer/v1/simulations/FIRST/');
    assert.deepEqual([without.parameters.service, without.saved_at], [0, null]);
    assert.equal((await fault('POST', '/cer/v1/simulations/', { code: 'FIRST' }))?.path, 'code');
  });

  it('take members and single parameters of a simulation, and keep the others', async () => {
    const url = '/cer/v1/simulations/MEMBERS/';
    const members = [
      { kind: 'apartment', count: 12, level: 2 },
      { kind: 'service', count: 1 },
    ];
    const made = { code: 'MEMBERS', description: 'Flats', members };
    const { parameters: first } = await ask<Simulation>('POST', '/cer/v1/simulations/', made, 201);
    assert.deepEqual(
      [first.prosumer, first.apartment, first.apartment_level, first.townhouse, first.service],
      [0, 12, 2, 0, 1],
    );
    assert.equal((await fault('PUT', url, { members: [members[0], members[0]] }))?.path, 'members');
    const put = async (body: object) => (await ask<Simulation>('PUT', url, body)).parameters;
    assert.deepEqual(await put({ parameters: { kwp: 80 } }), { ...first, kwp: 80 });
    assert.deepEqual(await put({ parameters: { battery_kwh: 10 } }), { ...first, kwp: 80, battery_kwh: 10 });
    // What was answered goes back with one number changed.
    const answered = await ask<Simulation>('GET', url);
    const echoed = { ...answered, parameters: { ...answered.parameters, apartment: 15 } };
    assert.equal((await put(echoed)).apartment, 15);
    assert.deepEqual(await put({ members: [{ kind: 'prosumer', count: 4 }] }), {
      ...echoed.parameters,
      prosumer: 4,
      apartment: 0,
      service: 0,
    });
  });

  it('go on after a worker that was killed at seven months, to the same euros, and stop when they are cancelled', async () => {
    // Sent to nobody: this test is its worker.
    const person = scopeOfPerson(company.company_id, { user_id: owner.id, address: null });
    const jobs = { send: async () => undefined };
    const id = await inScope(test.pool, person, (tx) =>
      startRun(tx, { ...SMALL, kwp: 80 }, { jobs, now: new Date() }),
    );
    const work = {
      pool: test.pool,
      log: test.work.log,
      now: () => new Date(),
      ending: new AbortController().signal,
    };
    const done = async () => {
      await performRun(work, { company_id: company.company_id, run_id: id }, true);
      return ask<SimulationRun>('GET', `/cer/v1/simulation-runs/${id}/`);
    };
    const whole = await done();
    assert.equal(whole.state, 'done');
    // As the killed worker left it: the month that it was at is calculated again, no other one.
    await test.arrange(
      `update simulation_run set state = 'running', report = null where company_id = $1 and id = $2`,
      [company.company_id, id],
    );
    await test.arrange('delete from simulation_step where company_id = $1 and run_id = $2 and month >= 7', [
      company.company_id,
      id,
    ]);
    assert.deepEqual((await done()).result_report, whole.result_report);
    await test.arrange(`update simulation_run set state = 'waiting' where company_id = $1 and id = $2`, [
      company.company_id,
      id,
    ]);
    await ask('DELETE', `/cer/v1/simulation-runs/${id}/`, undefined, 204);
    assert.equal((await done()).state, 'cancelled');
  });

  it('are simulated with plants that have a power and a place, and with somebody who draws', async () => {
    await inScope(test.pool, company, (tx) => createPlant(tx, { proj_code: 'BARE', name: 'Bare' }));
    const refused = (parameters: object) => fault('POST', '/cer/v1/simulation-runs/', { parameters });
    assert.equal((await refused({ plants: ['BARE'] }))?.path, 'plants.0');
    assert.equal((await refused({ prosumer: 0, apartment: 0, townhouse: 0, service: 0 }))?.path, 'prosumer');
    await ask('GET', '/cer-simulation/?kwp=12,5', undefined, 400);
    const { id } = await ask<SimulationRun>(
      'POST',
      '/cer/v1/simulation-runs/',
      { parameters: { plants: ['ROOF'] } },
      201,
    );
    assert.ok(id > 0);
  });
});
