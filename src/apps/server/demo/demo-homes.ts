import { setImmediate as breathe } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import {
  after,
  beginOf,
  type HomePower,
  type HomeState,
  homes,
  powerOf,
  QUARTER_MS,
  type SimulatedHome,
} from '../../../../simulators/homes.ts';
import { type GatewayDevice, gatewayDevices } from '../../../devices/templates/home-gateway.ts';
import type { ReadingRow } from '../../../features/measurements/readings.model.ts';
import { ReadingWriter } from '../../../features/measurements/server/reading-writer.ts';
import { NewHome } from '../../../features/residential/homes.contract.ts';
import { createHome } from '../../../features/residential/server/homes.ts';
import { insertProject } from '../../../features/residential/server/projects.repository.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { forgetHomeDays, listHomeDevices } from './demo-homes.repository.ts';

const HISTORY_DAYS = 35;
/** A home in trouble fell silent so long before the demonstration began; a late one tells what was so long ago. */
const SILENT_SINCE_MS = 5 * DAY_MS;
const LATE_MS = 40 * 60_000;
const LIVE_EVERY_MS = 60_000;
const BATCH_ROWS = 2000;
/** What a production meter tells of the energy whose transformer hangs loose. */
const LOOSE_FACTOR = 0.02;

async function seedHome(tx: Tx, home: SimulatedHome, project_id: number): Promise<void> {
  const { proj_code, name, comune, district, latitude, longitude, azimuth_deg, kwp, storage_kwh } = home;
  const given = NewHome.parse({
    proj_code,
    name,
    comune,
    district,
    latitude,
    longitude,
    azimuth_deg,
    storage_kwh,
    project_id,
    nominal_kwp: kwp,
    tilt_deg: 25,
    inverter_model: home.inverter_model,
    pod: `IT001E${String(40_000_000 + home.number)}`,
    provider: 'gateway',
    gateway: true,
    owner_name: name.replace('Casa', 'Famiglia'),
    import_eur_kwh: 0.26,
    export_eur_kwh: 0.09,
  });
  await createHome(tx, given, { now: new Date(), confirmed: true });
}

/** Makes the demonstration's projects and homes; what was begun is made whole or not at all. */
export async function installHomes(pool: pg.Pool, scope: Scope): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    if ((await listHomeDevices(tx)).length > 0) return;
    const hub110 = await insertProject(tx, { name: 'HUB 110 Prato', kind: 'hub110' });
    const other = await insertProject(tx, { name: 'Case Arno', kind: 'other' });
    if (hub110 === undefined || other === undefined) return;
    for (const home of homes) await seedHome(tx, home, home.project === 'hub110' ? hub110 : other);
  });
}

const VALUES: Readonly<
  Record<GatewayDevice, (home: SimulatedHome, state: HomeState, power: HomePower) => number[]>
> = {
  INV: ({ trouble }, { produced_kwh }, { produced_kw }) => [
    produced_kw,
    produced_kwh * (trouble === 'production_meter_low' ? LOOSE_FACTOR : 1),
  ],
  GRID: (_, { exported_kwh, imported_kwh }, { grid_kw }) => [grid_kw, exported_kwh, imported_kwh],
  BAT: ({ storage_kwh }, { stored_kwh, charged_kwh, discharged_kwh }, { battery_kw }) => [
    battery_kw,
    storage_kwh === null ? 0 : (100 * stored_kwh) / storage_kwh,
    charged_kwh,
    discharged_kwh,
    storage_kwh ?? 0,
  ],
};

/** A home that is simulated on from quarter to quarter. */
class RunningHome {
  readonly home: SimulatedHome;
  readonly #ids: ReadonlyMap<string, number>;
  #state: HomeState;
  #at: number;

  constructor(home: SimulatedHome, ids: ReadonlyMap<string, number>, begin_ms: number) {
    this.home = home;
    this.#ids = ids;
    this.#state = beginOf(home);
    this.#at = begin_ms;
  }

  #rows(at: number, state: HomeState, power: HomePower): ReadingRow[] {
    return gatewayDevices(this.home.storage_kwh).flatMap((name) => {
      const device_id = this.#ids.get(`${this.home.proj_code}/${name}`);
      if (device_id === undefined) return [];
      const values = Float64Array.from(VALUES[name](this.home, state, power));
      return [{ device_id, ts: at, values, quality: null }];
    });
  }

  /** Readings of whole quarters until an instant that come after `written`. */
  *until(end: number, written: number): Generator<ReadingRow[]> {
    for (; this.#at + QUARTER_MS <= end; this.#at += QUARTER_MS) {
      const power = powerOf(this.home, this.#at, this.#state);
      if (this.#at > written) yield this.#rows(this.#at, this.#state, power);
      this.#state = after(this.#state, power);
    }
  }

  /** What its meters show at a moment of the quarter that it has come to. */
  now(at: number): ReadingRow[] {
    const power = powerOf(this.home, this.#at, this.#state);
    return this.#rows(at, after(this.#state, power, (at - this.#at) / QUARTER_MS), power);
  }
}

interface Deps {
  readonly pool: pg.Pool;
  readonly scope: Scope;
  /** When the demonstration was first started. */
  readonly started_ms: number;
  readonly log: Logger;
}

/** Until when a home tells what it does, at a moment. */
function toldUntil({ trouble }: SimulatedHome, started_ms: number, now: number): number {
  if (trouble === 'never') return 0;
  if (trouble === 'silent') return started_ms - SILENT_SINCE_MS;
  return trouble === 'late' ? now - LATE_MS : now;
}

class DemoHomes {
  readonly #deps: Deps;
  readonly #writer: ReadingWriter;
  #running: RunningHome[] = [];
  stopped = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#writer = new ReadingWriter(deps.pool, {
      onError: (err) => deps.log.warn({ err }, 'a notice was not given'),
    });
  }

  /** The weeks before, from where an earlier start has come to. */
  async fill(): Promise<void> {
    const { pool, scope, started_ms } = this.#deps;
    const devices = await inScope(pool, scope, listHomeDevices, 'read only');
    const ids = new Map(devices.map(({ proj_code, short_name, id }) => [`${proj_code}/${short_name}`, id]));
    const written = new Map(devices.map(({ proj_code, last_ms }) => [proj_code, last_ms ?? 0]));
    const begin = Math.floor((started_ms - HISTORY_DAYS * DAY_MS) / QUARTER_MS) * QUARTER_MS;
    this.#running = homes.map((home) => new RunningHome(home, ids, begin));
    for (const running of this.#running) {
      if (this.stopped) return;
      await this.#write(running, written.get(running.home.proj_code) ?? 0);
    }
    // Days that were counted while their readings were still coming are counted once more.
    await inScope(pool, scope, forgetHomeDays);
  }

  async #write(running: RunningHome, written: number): Promise<void> {
    const { scope, started_ms } = this.#deps;
    let batch: ReadingRow[] = [];
    for (const rows of running.until(toldUntil(running.home, started_ms, Date.now()), written)) {
      batch.push(...rows);
      if (batch.length < BATCH_ROWS) continue;
      if (this.stopped) return;
      await this.#writer.write(scope, batch);
      batch = [];
      // The simulators answer polls in this same process.
      await breathe();
    }
    if (batch.length > 0) await this.#writer.write(scope, batch);
  }

  /** What all of them show now. */
  async tell(): Promise<void> {
    const { scope, started_ms } = this.#deps;
    const now = Date.now();
    const rows: ReadingRow[] = [];
    for (const running of this.#running) {
      const until = toldUntil(running.home, started_ms, now);
      for (const whole of running.until(until, 0)) rows.push(...whole);
      if (running.home.trouble !== 'silent' && running.home.trouble !== 'never')
        rows.push(...running.now(until));
    }
    await this.#writer.write(scope, rows);
  }

  async close(): Promise<void> {
    await this.#writer.close();
  }
}

/** Sixty homes with family loads and batteries, which tell what they do each minute; some of them do not. */
export function startHomes(deps: Deps): { close(): Promise<void> } {
  const demo = new DemoHomes(deps);
  let timer: NodeJS.Timeout | undefined;
  const warn = (err: unknown) => deps.log.warn({ err }, 'readings of homes could not be written');
  let underway: Promise<void> = demo.fill().then(() => next(), warn);
  function next(): void {
    if (demo.stopped) return;
    timer = setTimeout(() => {
      underway = demo.tell().catch(warn).then(next);
    }, LIVE_EVERY_MS);
  }
  return {
    async close() {
      demo.stopped = true;
      clearTimeout(timer);
      await underway;
      await demo.close();
    },
  };
}
