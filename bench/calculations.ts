import { CompanyCalculations } from '../src/features/cloudcontrol/server/calc-company.ts';
import { ReadingWriter } from '../src/features/measurements/server/reading-writer.ts';
import { createPool } from '../src/shared/server/db.ts';
import { showBin } from '../src/shared/server/records/bin.ts';
import { inScope } from '../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makePlant } from '../tests/support/field.ts';
import { createTestDatabase, stopTestPostgres } from '../tests/support/postgres.ts';

/**
 * How long a look at the newest results takes: 1,000 groups of 10 inputs at one minute, each input of a device of its own,
 * all of whose readings have just come. `npm run bench -- calculations`
 */
const GROUPS = 1000;
const INPUTS = 10;
const MINUTE = 60_000;
const MINUTES = 5;

const { database, drop } = await createTestDatabase();
const pool = createPool(database, { max: 6, name: 'bench' });
const writer = new ReadingWriter(pool, { announce: async () => undefined });
const scope = await makeCompany(pool, 'Bench');
const plant = await makePlant(pool, scope, 'P');
const inputs: number[] = [];
for (let i = 0; i < GROUPS * INPUTS; i++)
  inputs.push(await makeDevice(pool, scope, plant, `D${i}`, ['ac_power_kw']));
await inScope(pool, scope, async (tx) => {
  await showBin(tx);
  for (let g = 0; g < GROUPS; g++) {
    const { rows } = await tx.query<{ id: number; variable_id: number }>(
      `with d as (insert into device (company_id, plant_id, short_name, virtual, next_slot) values ($1, $2, $3, true, 1) returning id),
       v as (insert into variable (company_id, device_id, variable_name_id, slot)
         select $1, d.id, n.id, 0 from d, variable_name n where n.company_id = $1 and n.name = 'ac_power_kw' returning id, device_id)
       insert into calc_group (company_id, device_id, variable_id, name, operation, input_count, step_s)
       select $1, v.device_id, v.id, $3, 'sum', $4, 60 from v returning id, variable_id`,
      [scope.company_id, plant, `V${g}`, INPUTS],
    );
    await tx.query(
      `insert into calc_group_input (company_id, calc_group_id, position, device_id, variable_id)
       select $1, $2, u.i - 1, u.d, v.id from unnest($3::bigint[]) with ordinality as u(d, i) join variable v on v.company_id = $1 and v.device_id = u.d`,
      [scope.company_id, rows[0]?.id, inputs.slice(g * INPUTS, (g + 1) * INPUTS)],
    );
  }
});
// None of the minutes lies ahead: what is stamped later than now is nowhere the newest.
const start = (Math.floor(Date.now() / MINUTE) - MINUTES) * MINUTE;
let now = start;
const calculations = new CompanyCalculations(
  { pool, write: (owner, rows) => writer.write(owner, rows), clock: () => now },
  scope.company_id,
);
const timed = async (work: () => Promise<unknown>) => {
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  const answer = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: Math.round(performance.now() - from), cpu_ms: Math.round((user + system) / 1000), answer };
};
console.log('definitions read', await timed(() => calculations.load()));
for (let minute = 0; minute < MINUTES; minute++) {
  now = start + minute * MINUTE;
  for (let i = 0; i < inputs.length; i += 2000)
    await writer.write(
      scope,
      inputs
        .slice(i, i + 2000)
        .map((device_id) => ({ device_id, ts: now, values: Float64Array.of(minute), quality: null })),
    );
  now += 1000;
  console.log(`minute ${minute}: results written`, await timed(() => calculations.follow()));
  console.log(`minute ${minute}: looked again`, await timed(() => calculations.follow()));
}
await writer.close();
await pool.end();
await drop();
await stopTestPostgres();
