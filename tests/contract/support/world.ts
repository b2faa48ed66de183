import { randomBytes } from 'node:crypto';
import { createDevice, createPlant } from '../../../src/features/plants/server/plants.service.ts';
import type { Role } from '../../../src/shared/contract/capabilities.ts';
import { inScope, type Scope } from '../../../src/shared/server/tenancy.ts';
import {
  type Headers,
  makeCompany,
  makeKey,
  makeUser,
  signIn,
  type TestApp,
  type TestUser,
} from '../../support/app.ts';

/** A plant and what hangs on it; `mark` stands in each of its texts and codes, and nowhere else. */
export interface Things {
  readonly mark: string;
  readonly plant_id: number;
  readonly proj_code: string;
  readonly device_id: number;
  readonly short_name: string;
  /** A way into the field, with no device behind it. */
  readonly port_id: number;
  /** Where its device stands. */
  readonly section_id: number;
  /** The company's own, like every category. */
  readonly category_id: number;
  readonly key_id: number;
  /** Shared in the company by its owner; its name holds the company's mark only. */
  readonly chart_id: number;
  /** Bearer of a key that holds for this plant only. */
  readonly key: Headers;
}

/** A company at work: two plants with all that the declared calls can touch. */
export interface World {
  readonly test: TestApp;
  readonly scope: Scope;
  /** Stands in every text of the company. */
  readonly mark: string;
  readonly owner: TestUser;
  /** Headers of an owner who may do everything. */
  readonly headers: Headers;
  /** Bearer of a key that holds for the whole company. */
  readonly key: Headers;
  readonly plant: Things;
  readonly otherPlant: Things;
}

export const OWNER_ROLES: readonly Role[] = ['COMPANY_OWNER', 'APP_0'];

/** Minutes ago, in whole seconds: readings and questions lie in the last hours. */
export const ago = (minutes: number): string =>
  new Date(Math.floor(Date.now() / 1000) * 1000 - minutes * 60_000).toISOString();

/** Makes a company with two plants, whose names and codes can be recognised wherever they turn up; `apart`: and their numbers. */
export async function makeWorld(test: TestApp, numbers?: 'apart'): Promise<World> {
  const mark = `cnry${randomBytes(4).toString('hex')}`;
  const scope = await makeCompany(test.pool, `Company ${mark}`, numbers);
  const owner = await makeUser(test, { company: scope, roles: OWNER_ROLES });
  const headers = await signIn(test, owner, scope);
  const { headers: key } = await makeKey(test, scope, { name: `gateway ${mark}` });
  await test.arrange(
    `insert into invitation (company_id, email, first_name, last_name, roles, digest, sent_at, expires_at)
     values ($1, $2 || '@example.org', $2, $2, '{VIEWER}', sha256($2::bytea), now() - interval '1 hour', now() + interval '7 days')`,
    [scope.company_id, mark],
  );
  const plant = await makeThings(test, scope, { mark: `${mark}a`, owner, company: mark });
  const otherPlant = await makeThings(test, scope, { mark: `${mark}b`, owner, company: mark });
  return { test, scope, mark, owner, headers, key, plant, otherPlant };
}

interface Naming {
  readonly mark: string;
  readonly company: string;
  readonly owner: TestUser;
}

async function makeThings(test: TestApp, scope: Scope, { mark, company, owner }: Naming): Promise<Things> {
  const proj_code = `${mark}-P`;
  const short_name = `${mark}-INV`;
  const { plant, device } = await inScope(test.pool, scope, async (tx) => ({
    plant: await createPlant(tx, {
      proj_code,
      name: `Plant ${mark}`,
      comune: `Town ${mark}`,
      potenza_nominale: 100,
      latitude: 45,
      longitude: 9,
    }),
    device: await createDevice(tx, {
      proj_code,
      short_name,
      description: `Device ${mark}`,
      category: 'inverter',
      manufacturer: `Maker ${mark}`,
      model: `Model ${mark}`,
      serial_number: `Serial ${mark}`,
      nominal_power: 100,
      interval_s: 60,
      variables: [{ name: 'ac_power_kw' }, { name: 'energy_total_kwh' }],
    }),
  }));
  await test.arrange(
    `with a as (insert into alarm (company_id, plant_id, device_id, type, code, params, date)
       values ($1, $2, $3, 'W', 'device_silent', jsonb_build_object('short_name', $4::text), now()))
     , r as (insert into refused_reading (company_id, source, device, reason, count)
       values ($1, 'http', $5 || '/' || $4, 'unknown_variable', 2))
     insert into progress (company_id, plant_id, kind, message) values ($1, $2, 'import', $4)`,
    [scope.company_id, plant.master_id, device.id, short_name, proj_code],
  );
  const [made] = await test.arrange<Record<'port_id' | 'section_id' | 'category_id', number>>(
    `with s as (insert into plant_section (company_id, plant_id, name) values ($1, $2, $3) returning id),
       c as (insert into device_category (company_id, name, label_en, label_it, kind) values ($1, $5 || 'x' || $2, $5, $5, 'other') returning id),
       o as (insert into port (company_id, plant_id, name, host) values ($1, $2, $3, $3 || '.example') returning id),
       d as (update device set section_id = (select id from s) where company_id = $1 and id = $4)
     select o.id as port_id, s.id as section_id, c.id as category_id from o, s, c`,
    [scope.company_id, plant.master_id, mark, device.id, company],
  );
  const key = await makeKey(test, scope, { name: `key ${mark}`, proj_code });
  const definition = { series: [{ proj_code, device_id: device.id, name: 'ac_power_kw' }], span: 'day' };
  const [chart] = await test.arrange<{ id: number }>(
    `insert into saved_chart (company_id, owner_id, name, shared, definition) values ($1, $2, $3, true, $4) returning id`,
    [scope.company_id, owner.id, `Chart ${company}`, JSON.stringify(definition)],
  );
  return {
    mark,
    plant_id: plant.master_id,
    proj_code,
    device_id: device.id,
    short_name,
    port_id: Number(made?.port_id),
    section_id: Number(made?.section_id),
    category_id: Number(made?.category_id),
    key_id: key.id,
    chart_id: Number(chart?.id),
    key: key.headers,
  };
}
