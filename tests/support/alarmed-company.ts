import type { LightMyRequestResponse } from 'fastify';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from './app.ts';

interface Member {
  readonly id: number;
  readonly headers: Headers;
}

/** Columns of an alarm that a test says; the rest is that of an open one of ALFA. */
type AlarmFields = Partial<
  Record<'plant_id' | 'device_id' | 'cause_id' | 'assigned_to' | 'acknowledged_by' | 'count', number | null> &
    Record<'type' | 'code' | 'date' | 'end_date' | 'acknowledged_at', string | null> & { evidence: object }
>;

type Named = 'alfa' | 'beta' | 'device' | 'weak' | 'follows' | 'box' | 'silent' | 'gone' | 'old';

/** A company of two plants with alarms of every kind, asked for as its people would. */
export interface Alarms {
  readonly test: TestApp;
  readonly company: Scope;
  readonly ids: Readonly<Record<Named, number>>;
  readonly owner: Member;
  /** Sees ALFA alone, and works there; so the colleague. */
  readonly worker: Member;
  readonly colleague: Member;
  readonly viewer: Member;
  /** The program's clock. */
  readonly now: Date;
  /** Sets the clock; everybody signs in again, because tokens are judged by it. */
  goTo(now: Date): Promise<void>;
  nameOf(id: number): string;
  alarm(fields: AlarmFields): Promise<number>;
  ask(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    url: string,
    headers: Headers,
    payload?: object,
  ): Promise<LightMyRequestResponse>;
  page<T>(
    url: string,
    headers: Headers,
  ): Promise<{ count: number; next: string | null; previous: string | null; results: T[] }>;
  close(): Promise<void>;
}

const readOf = (device_id: number, variable: string) => ({
  device_id,
  short_name: 'INV_7',
  variable,
  at: '2026-06-01T09:00:00Z',
  value: 3,
  unit: '',
});
const evidenceOf = (device_id: number) => ({
  start: '2026-06-01T08:00:00Z',
  end: '2026-06-01T09:00:00Z',
  series: [],
  figures: [{ code: 'current_a', value: 3, limit: 6, unit: 'A' }],
  readings: [readOf(device_id, 'ac_power_kw'), readOf(device_id, 'not_known_any_more')],
});

export async function arrangeAlarms(): Promise<Alarms> {
  const clock = { now: new Date('2026-06-10T10:00:00Z') };
  const test = await createTestApp({ now: () => clock.now });
  const company = await makeCompany(test.pool, 'Alarmed');
  const alfa = await makePlant(test.pool, company, 'ALFA');
  const beta = await makePlant(test.pool, company, 'BETA');
  await test.arrange(`update plant set name = 'Solare Alfa' where id = $1`, [alfa]);
  await test.arrange(
    `update plant set snooze_date = '2099-01-01T00:00:00Z', snooze_message = 'works' where id = $1`,
    [beta],
  );
  const device = await makeDevice(test.pool, company, alfa, 'INV_7', ['ac_power_kw']);
  const members: Member[] = [];
  const member = async (roles: Parameters<typeof makeUser>[1] & object): Promise<Member> => {
    const { id } = await makeUser(test, { company, ...roles });
    const made = { id, headers: await signIn(test, { id }, company, clock.now) };
    members.push(made);
    return made;
  };
  const owner = await member({ roles: ['COMPANY_OWNER', 'APP_0'] });
  const worker = await member({ roles: ['WORKER', 'APP_0'], plants: [alfa] });
  const colleague = await member({ roles: ['VIEWER', 'APP_0'], plants: [alfa] });
  const viewer = await member({ roles: ['VIEWER', 'APP_0'], plants: [alfa] });
  const alarm = async (fields: AlarmFields): Promise<number> => {
    const row = {
      company_id: company.company_id,
      plant_id: alfa,
      type: 'E',
      code: 'no_production',
      date: '2026-06-01T08:00:00Z',
      ...fields,
    };
    const names = Object.keys(row);
    const values = Object.values(row).map((value) =>
      value !== null && typeof value === 'object' ? JSON.stringify(value) : value,
    );
    const [made] = await test.arrange<{ id: number }>(
      `insert into alarm (${names}) values (${names.map((_, i) => `$${i + 1}`)}) returning id::int`,
      values,
    );
    return made?.id ?? 0;
  };
  const box = await alarm({
    plant_id: beta,
    code: 'connection_lost',
    date: '2026-06-03T08:00:00Z',
    acknowledged_at: '2026-06-03T09:00:00Z',
    acknowledged_by: owner.id,
  });
  const ids = {
    alfa,
    beta,
    device,
    box,
    weak: await alarm({ device_id: device, type: 'W', code: 'string_weak', date: '2026-06-05T08:00:00Z' }),
    follows: await alarm({
      plant_id: beta,
      code: 'device_silent',
      type: 'W',
      date: '2026-06-03T08:01:00Z',
      cause_id: box,
      evidence: evidenceOf(device),
    }),
    silent: await alarm({
      device_id: device,
      type: 'W',
      code: 'device_silent',
      date: '2026-06-02T08:00:00Z',
      assigned_to: colleague.id,
    }),
    gone: await alarm({
      device_id: device,
      code: 'inverter_fault',
      date: '2026-06-01T08:00:00Z',
      end_date: '2026-06-01T09:30:00Z',
    }),
    old: await alarm({
      type: 'W',
      code: 'string_weak',
      date: '2026-05-01T08:00:00Z',
      end_date: '2026-05-02T08:00:00Z',
    }),
  };
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  for (const name of ['weak', 'follows', 'box', 'silent', 'gone', 'old'] as const) names.set(ids[name], name);
  const ask: Alarms['ask'] = (method, url, headers, payload) =>
    test.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return {
    test,
    company,
    ids,
    owner,
    worker,
    colleague,
    viewer,
    get now() {
      return clock.now;
    },
    async goTo(now) {
      clock.now = now;
      for (const { id, headers } of members) Object.assign(headers, await signIn(test, { id }, company, now));
    },
    nameOf: (id) => names.get(id) ?? String(id),
    alarm,
    ask,
    page: async (url, headers) => {
      const answer = await ask('GET', url, headers);
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
      return answer.json();
    },
    close: () => test.close(),
  };
}
