import type pg from 'pg';
import { downtimeBook } from '../../../features/downtimes/downtimes.contract.ts';
import {
  findCauseOfKind,
  insertDefaultCauses,
} from '../../../features/downtimes/server/causes.repository.ts';
import { downtimesOf } from '../../../features/downtimes/server/downtime-book.ts';
import { NewMaintenancePlan } from '../../../features/maintenance/maintenance-plans.contract.ts';
import { reportsBook } from '../../../features/maintenance/maintenance-reports.contract.ts';
import { requestsBook } from '../../../features/maintenance/maintenance-requests.contract.ts';
import { NewOutsideFirm } from '../../../features/maintenance/outside-firms.contract.ts';
import type { RequestState } from '../../../features/maintenance/request-states.model.ts';
import { addChecklist, addFirm } from '../../../features/maintenance/server/firms.ts';
import { createPlan } from '../../../features/maintenance/server/plans.ts';
import { reports } from '../../../features/maintenance/server/reports.ts';
import { moveRequest } from '../../../features/maintenance/server/request-steps.ts';
import { createRequests } from '../../../features/maintenance/server/requests.ts';
import type { JobQueue } from '../../../shared/server/jobs.ts';
import type { Mailer } from '../../../shared/server/mail/outbox.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, HOUR_MS, ITALY, localDay } from '../../../shared/units/zones.ts';
import { listDeviceIds } from './demo.repository.ts';

export interface WorkDeps {
  readonly jobs: Pick<JobQueue, 'send'>;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly now: Date;
}

/** An instant by the clock of Rome, so many days from today. */
const at = ({ now }: WorkDeps, days: number, hours: number): string => {
  const day = addDays(localDay(ITALY, now.getTime()).day, days);
  return new Date(dayBorders(ITALY, day).start + hours * HOUR_MS).toISOString();
};

/** Requests as they stand after a while, with the steps that each has gone since. */
const REQUESTS: readonly {
  readonly given: { readonly proj_code: string; readonly title: string; readonly priority: string };
  readonly description?: string;
  /** Days from today; before today it is late. */
  readonly due: number;
  readonly hours_ago: number;
  readonly estimated_min: number;
  readonly byFirm?: boolean;
  readonly steps: readonly RequestState[];
}[] = [
  {
    given: {
      proj_code: 'AUR-001',
      title: 'Stringa debole nel quadro 2: misurare e sostituire',
      priority: 'high',
    },
    description: 'La stringa 7 produce meno delle altre. Portare tester e moduli di scorta.',
    due: 2,
    hours_ago: 30,
    estimated_min: 240,
    byFirm: true,
    steps: ['accepted'],
  },
  {
    given: {
      proj_code: 'AUR-002',
      title: 'Inverter fermo dopo un intervento della protezione',
      priority: 'urgent',
    },
    due: -1,
    hours_ago: 26,
    estimated_min: 120,
    steps: ['accepted', 'in_progress'],
  },
  {
    given: { proj_code: 'AUR-003', title: 'Pulizia dei filtri degli inverter', priority: 'normal' },
    due: 9,
    hours_ago: 50,
    estimated_min: 180,
    steps: [],
  },
  {
    given: { proj_code: 'AUR-005', title: 'Sostituzione di una ventola', priority: 'normal' },
    due: -3,
    hours_ago: 96,
    estimated_min: 60,
    byFirm: true,
    steps: ['accepted', 'in_progress', 'solved'],
  },
  {
    given: { proj_code: 'AUR-012', title: 'Verifica della recinzione', priority: 'low' },
    due: 20,
    hours_ago: 210,
    estimated_min: 60,
    steps: [],
  },
];

async function seedRequests(tx: Tx, deps: WorkDeps, firm_id: number, template_id: number): Promise<number> {
  const requests = createRequests(deps);
  let solved = 0;
  for (const { given, description = '', due, estimated_min, byFirm, steps, hours_ago } of REQUESTS) {
    /** Its steps lie evenly between then and now. */
    const after = (step: number) =>
      new Date(deps.now.getTime() - (hours_ago * HOUR_MS * (steps.length + 1 - step)) / (steps.length + 1));
    const { id } = await requests.create(
      tx,
      requestsBook.calls.create.body.parse({
        ...given,
        description,
        estimated_min,
        due_at: at(deps, due, 12),
        template_id,
        ...(byFirm && { assigned_firm_id: firm_id }),
      }),
      after(0),
    );
    for (const [i, to] of steps.entries()) await moveRequest(tx, { id, to, note: '', now: after(i + 1) });
    if (steps.includes('solved')) solved = id;
  }
  return solved;
}

async function seedPlans(tx: Tx, deps: WorkDeps, firm_id: number): Promise<void> {
  const start_on = addDays(localDay(ITALY, deps.now.getTime()).day, 30);
  const plans = [
    { proj_code: 'AUR-001', name: 'Lavaggio moduli', rule: 'months', every_n: 6, assigned_firm_id: firm_id },
    { proj_code: 'AUR-003', name: 'Taglio erba', rule: 'months', every_n: 3 },
    { proj_code: 'AUR-002', name: 'Revisione delle ventole', rule: 'hours', every_n: 5_000 },
  ];
  for (const plan of plans)
    await createPlan(tx, NewMaintenancePlan.parse({ start_on, lead_days: 14, ...plan }), deps.now);
}

/** Two inverters that stood still yesterday and the day before; of the first one a report says what was done. */
async function seedDowntimes(tx: Tx, deps: WorkDeps): Promise<number> {
  const downtimes = downtimesOf(deps);
  const cause_id = await findCauseOfKind(tx, 'inverter');
  const record = async (proj_code: string, days: number, [from, to]: readonly [number, number]) => {
    const [device_id] = await listDeviceIds(tx, proj_code, 'inverter');
    const extent =
      device_id === undefined ? { extent: 'plant' } : { extent: 'devices', device_ids: [device_id] };
    const body = { proj_code, cause_id, ...extent, start: at(deps, days, from), stop: at(deps, days, to) };
    return (await downtimes.create(tx, downtimeBook.calls.create.body.parse(body), deps.now)).id;
  };
  await record('AUR-002', -1, [9.5, 12.25]);
  return record('AUR-005', -3, [10, 15.5]);
}

/**
 * What maintenance is at work on in the demonstration's first company: firms, a checklist, plans, requests, downtimes and a report.
 * Once: what became of it afterwards is kept as it is.
 */
export async function seedWork(pool: pg.Pool, scope: Scope, deps: WorkDeps): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    const firm = await addFirm(
      tx,
      NewOutsideFirm.parse({
        name: 'Rossi Impianti',
        email: 'info@rossi-impianti.example',
        phone: '+390881555010',
      }),
    );
    await addFirm(tx, NewOutsideFirm.parse({ name: 'Verde Manutenzioni', email: 'info@verde.example' }));
    const checklist = await addChecklist(tx, {
      name: 'Ispezione di un inverter',
      items: ['Quadro in sicurezza', 'Connessioni serrate', 'Filtri e ventole', 'Fotografie del lavoro'],
    });
    if ((await findCauseOfKind(tx, 'inverter')) === undefined) await insertDefaultCauses(tx);
    const request_id = await seedRequests(tx, deps, firm.id, checklist.id);
    const downtime_id = await seedDowntimes(tx, deps);
    await seedPlans(tx, deps, firm.id);
    await reports.create(
      tx,
      reportsBook.calls.create.body.parse({
        proj_code: 'AUR-005',
        request_id,
        downtime_id,
        people_count: 2,
        hours: 3.5,
        solved_problem: 'Sostituita la ventola di raffreddamento; inverter provato a piena potenza.',
        started_at: at(deps, -3, 12),
        ended_at: at(deps, -3, 15.5),
        repair_cost_eur: 180,
        materials: [{ name: 'Ventola assiale 230 V', quantity: 1, unit: 'pz' }],
      }),
      deps.now,
    );
  });
}
