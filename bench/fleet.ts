import { saveMember } from '../src/features/companies/server/companies.repository.ts';
import { insertAccount } from '../src/features/identity/server/identity.repository.ts';
import { hashPassword } from '../src/shared/server/passwords.ts';
import { inScope, type Scope } from '../src/shared/server/tenancy.ts';
import { makeCompany } from '../tests/support/field.ts';
import type { BenchInstallation } from './installation.ts';

export const PASSWORD = 'a password for the bench';

export interface Fleet {
  scope: Scope;
  email: string;
}

/** A company of so many plants with live figures, and its owner. */
export async function makeFleet({ pool, arrange }: BenchInstallation, plants: number): Promise<Fleet> {
  const scope = await makeCompany(pool, `Bench ${plants}`);
  const email = `bench${plants}@bench.example`;
  const user_id = await insertAccount(pool, {
    name: 'Bench',
    email,
    password_hash: await hashPassword(PASSWORD),
    language: 'it',
    confirmed: true,
  });
  await inScope(pool, scope, async (tx) => {
    await saveMember(tx, {
      user_id: user_id ?? 0,
      first_name: 'Bench',
      last_name: '',
      roles: ['COMPANY_OWNER', 'APP_0'],
    });
    await tx.query(
      `insert into plant (company_id, proj_code, name, potenza_nominale, latitude, longitude, comune)
       select $1, 'BEN-' || to_char(i, 'FM00000'), 'Impianto ' || i || ' di ' || (array['Foggia', 'Bari', 'Siena', 'Enna'])[1 + i % 4],
              100 + i % 900, 37 + (i * 7919 % 9000) / 1000.0, 8 + (i * 104729 % 9000) / 1000.0, 'Comune ' || i % 800
       from generate_series(1, $2::int) i`,
      [scope.company_id, plants],
    );
  });
  // Else each live row's plant is looked for in all of them.
  await arrange('analyze plant');
  await inScope(pool, scope, (tx) =>
    tx.query(
      `insert into plant_live (company_id, plant_id, power_kw, production, irradianza, last_reading_at, error, warning,
                               string_w, spark_day, spark_kw)
       select $1, id, potenza_nominale * 0.6, potenza_nominale * 3.2, 600 + id % 300, now(), id % 20 = 0, id % 13 = 0,
              id % 17 = 0, current_date, (select array_agg(potenza_nominale * sin(k / 30.0)) from generate_series(1, 60) k)
       from plant where company_id = $1`,
      [scope.company_id],
    ),
  );
  return { scope, email };
}

export async function headersOf(
  { address }: BenchInstallation,
  { scope, email }: Fleet,
): Promise<Record<string, string>> {
  const response = await fetch(`${address}/user/v1/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { access } = (await response.json()) as { access: string };
  return { authorization: `Bearer ${access}`, 'id-client': String(scope.company_id) };
}
