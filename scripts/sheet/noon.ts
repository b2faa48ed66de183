import { fleet } from '../../simulators/fleet.ts';
import { deviceReadings, gridTimes } from '../../simulators/history.ts';
import { getPlantDevice, plantDevices } from '../../simulators/plant-definition.ts';
import { type DemoDevice, listDemoDevices } from '../../src/apps/server/demo/demo.repository.ts';
import { installDemo } from '../../src/apps/server/demo/install-demo.ts';
import { inForce, PLANNED, snoozePlants } from '../../src/apps/server/demo/snoozes.ts';
import { CompanyEvaluation } from '../../src/features/alarms/server/company-evaluation.ts';
import type { ReadingRow } from '../../src/features/measurements/readings.model.ts';
import { recomputeDirty } from '../../src/features/measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { CompanyFollow } from '../../src/features/overview/server/company-follow.ts';
import { inScope, type Scope, scopeOfWork } from '../../src/shared/server/tenancy.ts';
import type { TestApp } from '../../tests/support/app.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FINE = 5 * MINUTE;
const FINE_DAYS = 9;
const WATCHED_MINUTES = 45;

/** The plant whose page is shown: it alone has a year behind it. */
export const SHOWN_PLANT = 'AUR-001';

/** The last 18 June, 12:40 in Rome, epoch ms: a day of sun and drifting clouds, whenever the pictures are taken. */
export function noonOfJune(now = Date.now()): number {
  const year = new Date(now).getUTCFullYear();
  const at = Date.parse(`${year}-06-18T10:40:00Z`);
  return at <= now ? at : Date.parse(`${year - 1}-06-18T10:40:00Z`);
}

function rowsOf({ id, proj_code, short_name, slots }: DemoDevice, times: Iterable<number>): ReadingRow[] {
  const plant = fleet.find((one) => one.proj_code === proj_code);
  const device = plant && getPlantDevice(plant, short_name);
  if (!plant || !device) throw new Error(`${proj_code}/${short_name} is not of the fleet`);
  const { ts, values } = deviceReadings(plant, device, times);
  return ts.map((at, i) => ({
    device_id: id,
    ts: at,
    values: Float64Array.from({ length: slots }, (_, slot) => values[slot]?.[i] ?? Number.NaN),
    quality: null,
  }));
}

const isSimulated = ({ proj_code, short_name }: DemoDevice): boolean =>
  fleet.some(
    (plant) =>
      plant.proj_code === proj_code && plantDevices(plant).some((one) => one.short_name === short_name),
  );

function* timesOf(proj_code: string, noon: number): Generator<number> {
  if (proj_code === SHOWN_PLANT) {
    yield* gridTimes(
      Date.parse(`${new Date(noon).getUTCFullYear() - 1}-12-31T22:00:00Z`),
      noon - FINE_DAYS * DAY,
      HOUR,
    );
    yield* gridTimes(noon - FINE_DAYS * DAY, noon + 1, FINE);
  } else yield* gridTimes(noon - DAY, noon + 1, FINE);
}

async function write(app: TestApp, scope: Scope, noon: number): Promise<void> {
  const writer = new ReadingWriter(app.pool, { announce: async () => undefined, clock: () => noon });
  const devices = await inScope(app.pool, scope, listDemoDevices, 'read only');
  // Calculated devices and templates are not of the fleet: nothing is simulated for them.
  for (const device of devices.filter(isSimulated))
    await writer.write(scope, rowsOf(device, timesOf(device.proj_code, noon)));
  await writer.close();
  await recomputeDirty(app.pool, scope, { today: true, clock: () => noon });
}

/** Figures as the follower keeps them, and alarms as they have opened by then. */
async function follow(app: TestApp, scope: Scope, noon: number): Promise<void> {
  await inScope(app.pool, scope, async (tx) => (await CompanyFollow.begin(tx, noon)).follow(tx, noon, false));
  const alarms = new CompanyEvaluation();
  for (let minute = WATCHED_MINUTES; minute >= 0; minute--) {
    await inScope(app.pool, scope, (tx) => alarms.evaluate(tx, noon - minute * MINUTE, false));
  }
}

/** The demonstration's companies, people, plants and devices, before anything was read. */
export async function installAtNoon(app: TestApp, password: string, noon: number) {
  const ports = new Map(fleet.map(({ proj_code }, i) => [proj_code, 15_020 + i]));
  return installDemo(app.pool, { password, ports, now_ms: noon });
}

/** The demonstration at a noon: its plants by day, their readings, figures and alarms. */
export async function seedNoon(app: TestApp, password: string, noon: number): Promise<void> {
  const { companies } = await installAtNoon(app, password, noon);
  await app.arrange(`update plant set created_at = '2020-01-01'`);
  await app.arrange(`update device set created_at = '2020-01-01'`);
  for (const company_id of Object.values(companies)) {
    const scope = scopeOfWork(company_id);
    await write(app, scope, noon);
    await follow(app, scope, noon);
    const snoozed = fleet.filter((plant) => plant.snoozed).map((plant) => plant.proj_code);
    for (const snooze of [inForce(snoozed), PLANNED]) await snoozePlants(app.pool, scope, snooze);
  }
}
