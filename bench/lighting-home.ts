import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { LIGHTING_PROFILE } from '../simulators/lighting-registers.ts';
import { findBoxes, listBoxIds, listPlaced } from '../src/features/lighting/server/boxes.repository.ts';
import { followSchedules } from '../src/features/lighting/server/clock.ts';
import { presentPlants } from '../src/features/lighting/server/ill-pub.service.ts';
import { judgeBoxes } from '../src/features/lighting/server/judge.ts';
import { listLightsWithin } from '../src/features/lighting/server/light-points.repository.ts';
import { forgetSums } from '../src/features/lighting/server/sums.repository.ts';
import { makeSums } from '../src/features/lighting/server/sums.service.ts';
import { inScope, type Tx } from '../src/shared/server/tenancy.ts';
import { makeCompany } from '../tests/support/field.ts';
import { startBenchInstallation } from './installation.ts';

const HELP = `npm run bench -- lighting-home [--boxes 10000] [--lights 30] [--towns 50] [--turns 60]
A company with so many boxes in so many towns, so many light points at each, and a month and the same of last year in days, lit
day and night; how long
each part of home takes to be answered, and what the worker does each minute.`;

/** Rows as the program writes them, made by the database at once. */
const GROUND = (
  company: number,
  { boxes, lights, towns }: Record<'boxes' | 'lights' | 'towns', number>,
): string => `
  insert into municipality (company_id, istat_code, name, latitude, longitude)
    select ${company}, lpad(n::text, 6, '0'), 'Town ' || n, 45 + n / 50.0, 9 + n / 50.0 from generate_series(1, ${towns}) n;
  insert into municipality_settings (company_id, municipality_id, turn_on_auto, turn_on_date, turn_off_auto, turn_off_date)
    select company_id, id, false, '12:00', false, '11:59' from municipality where company_id = ${company};
  insert into lighting_box (company_id, municipality_id, serial, reg_number, pod, latitude, longitude)
    select ${company}, m.id, 'Q' || lpad(n::text, 6, '0'), 'R' || n, 'IT001E' || lpad(n::text, 8, '0'),
      m.latitude + (n % 97) / 1000.0, m.longitude + (n % 89) / 1000.0
    from generate_series(1, ${boxes}) n
    join (select id, latitude, longitude, row_number() over (order by id) as nth from municipality where company_id = ${company}) m
      on m.nth = 1 + n % ${towns};
  insert into power_line (company_id, box_id, line, target, feedback, feedback_at, changed_at, measured_kw, measured_at)
    select ${company}, b.id, n, true, true, now(), now() - interval '2 hours', 0.4, now()
    from lighting_box b, generate_series(1, 6) n where b.company_id = ${company};
  insert into light_point (company_id, box_id, line, code, power_w, latitude, longitude)
    select ${company}, b.id, 1 + n % 6, b.serial || '-' || n, 60, b.latitude + n / 100000.0, b.longitude + (n % 7) / 100000.0
    from lighting_box b, generate_series(1, ${lights}) n where b.company_id = ${company};
  insert into plant (company_id, proj_code, name, production_type, time_zone) values (${company}, 'BENCH', 'Bench', 'photovoltaic', 'Europe/Rome');
  insert into device (company_id, plant_id, short_name)
    select ${company}, p.id, 'C' || n from plant p, generate_series(1, ${boxes}) n where p.company_id = ${company};
  insert into io_controller (company_id, box_id, device_id, profile, heard_at, power_kw, power_at)
    select ${company}, b.id, d.id, case when b.nth % 2 = 0 then '${JSON.stringify(LIGHTING_PROFILE)}'::jsonb else '{"power": null}' end,
      now(), 2.4, now()
    from (select id, row_number() over (order by id) as nth from lighting_box where company_id = ${company}) b
    join (select id, row_number() over (order by id) as nth from device where company_id = ${company}) d using (nth);
  insert into pod_price (company_id, pod, from_day, eur_kwh)
    select ${company}, pod, '2024-01-01', 0.2 from lighting_box where company_id = ${company};
  insert into box_day (company_id, box_id, day, kwh, known_s)
    select ${company}, b.id, d::date, 24, 86400 from lighting_box b,
      (select generate_series(date_trunc('month', now()), now(), interval '1 day') as d
       union all select generate_series(date_trunc('month', now() - interval '1 year'), now() - interval '1 year', interval '1 day')) days
    where b.company_id = ${company};
  insert into lighting_alarm (company_id, box_id, kind, type, date, opened_at)
    select ${company}, id, 'door_open', 'W', now(), now() from lighting_box where company_id = ${company} and id % 50 = 0;
  analyze`;

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      boxes: { type: 'string', default: '10000' },
      lights: { type: 'string', default: '30' },
      towns: { type: 'string', default: '50' },
      turns: { type: 'string', default: '60' },
      help: { type: 'boolean', default: false },
    },
  });
  const [boxes, lights, towns, turns] = [values.boxes, values.lights, values.towns, values.turns].map(Number);
  if (values.help || !boxes || !lights || !towns || !turns) {
    console.error(HELP);
    process.exitCode = 2;
    return;
  }
  const { pool, arrange, close } = await startBenchInstallation(undefined);
  try {
    const scope = await makeCompany(pool, 'Bench of lighting');
    for (const statement of GROUND(scope.company_id, { boxes, lights, towns }).split(';'))
      await arrange(statement, scope.company_id);
    const measure = async (name: string, n: number, does: (tx: Tx) => Promise<unknown>): Promise<void> => {
      const took: number[] = [];
      for (let turn = 0; turn < n; turn++) {
        const began = performance.now();
        await inScope(pool, scope, does);
        took.push(performance.now() - began);
      }
      took.sort((a, b) => a - b);
      console.log(`${name}: p50 ${at(took, 0.5)} ms, p95 ${at(took, 0.95)} ms`);
    };
    const now = () => new Date();
    const filter = { comune_id: null, unassigned: null, state: null, search: null };
    await measure('home added up for whoever asks first', 3, (tx) => presentPlants(tx, now()));
    await measure('sums, by the worker each minute', 3, (tx) => makeSums(tx, now()));
    await measure('home: municipalities, states, faults, energy', turns, (tx) => presentPlants(tx, now()));
    await measure('home after a price has changed', Math.min(turns, 20), async (tx) => {
      await forgetSums(tx, { pods: ['IT001E00000017'] });
      return presentPlants(tx, now());
    });
    await measure('a page of boxes', turns, async (tx) => {
      const { ids } = await listBoxIds(tx, filter, { page: 1, page_size: 25, now: now() });
      return findBoxes(tx, ids, now());
    });
    await measure('all boxes on the map', turns, (tx) => listPlaced(tx, null, now()));
    await measure('light points of a town on the map', turns, (tx) =>
      listLightsWithin(tx, { south: 45.02, west: 9.02, north: 45.06, east: 9.06, comune_id: null }),
    );
    await measure('schedules followed, by the worker each minute', 5, (tx) => followSchedules(tx, now()));
    await measure('alarms judged, by the worker each minute: nothing is wrong', 5, (tx) =>
      judgeBoxes(tx, now()),
    );
    await arrange('update power_line set feedback = false', scope.company_id);
    await measure('every line begins to be stuck', 1, (tx) => judgeBoxes(tx, now()));
    await measure('every line is stuck', 5, (tx) => judgeBoxes(tx, now()));
    console.log(
      `${boxes} boxes in ${towns} towns, ${boxes * lights} light points; ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
    );
  } finally {
    await close();
  }
}

await main();
