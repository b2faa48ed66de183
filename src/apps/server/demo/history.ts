import { setImmediate as breathe } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { fleet } from '../../../../simulators/fleet.ts';
import { deviceReadings, gridTimes } from '../../../../simulators/history.ts';
import {
  type PlantDefinition,
  plantDevices,
  type SimulatedDevice,
} from '../../../../simulators/plant-definition.ts';
import type { ReadingRow } from '../../../features/measurements/readings.model.ts';
import {
  advanceProgress,
  createProgress,
  failProgress,
  findProgress,
  finishProgress,
} from '../../../features/measurements/server/progress.repository.ts';
import { ReadingWriter } from '../../../features/measurements/server/reading-writer.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/units/zones.ts';
import { type DemoDevice, listDemoDevices } from './demo.repository.ts';

const YEAR_DAYS = 365;
/** Three weeks at five minutes, hourly before that. */
const FINE_DAYS = 21;
const FINE_STEP_MS = 5 * MINUTE_MS;
const COARSE_STEP_MS = 60 * MINUTE_MS;
const COARSE_WINDOW_DAYS = 12;

export interface HistoryWindow {
  start_ms: number;
  end_ms: number;
  step_ms: number;
}

/** The windows of the year before an instant, newest first. */
export function historyWindows(end_ms: number): HistoryWindow[] {
  const fine_start = end_ms - FINE_DAYS * DAY_MS;
  const start = end_ms - YEAR_DAYS * DAY_MS;
  const windows: HistoryWindow[] = [];
  for (let end = end_ms; end > fine_start; end -= DAY_MS) {
    windows.push({ start_ms: end - DAY_MS, end_ms: end, step_ms: FINE_STEP_MS });
  }
  const width = COARSE_WINDOW_DAYS * DAY_MS;
  for (let end = fine_start; end > start; end -= width) {
    windows.push({ start_ms: Math.max(start, end - width), end_ms: end, step_ms: COARSE_STEP_MS });
  }
  return windows;
}

interface Deps {
  pool: pg.Pool;
  scopes: readonly Scope[];
  end_ms: number;
  log: Logger;
}

interface Site {
  row: DemoDevice;
  plant: PlantDefinition;
  device: SimulatedDevice;
}

function sitesOf(rows: readonly DemoDevice[]): Site[] {
  return rows.flatMap((row) => {
    const plant = fleet.find((candidate) => candidate.proj_code === row.proj_code);
    // Devices that people or calculations added have no simulated past.
    const device = plant && plantDevices(plant).find(({ short_name }) => short_name === row.short_name);
    return plant && device ? [{ row, plant, device }] : [];
  });
}

function rowsOf({ row, plant, device }: Site, window: HistoryWindow): ReadingRow[] {
  const { ts, values } = deviceReadings(
    plant,
    device,
    gridTimes(window.start_ms, window.end_ms, window.step_ms),
  );
  return ts.map((at, i) => ({
    device_id: row.id,
    ts: at,
    values: Float64Array.from({ length: row.slots }, (_, slot) => values[slot]?.[i] ?? Number.NaN),
    quality: null,
  }));
}

class HistoryWriter {
  readonly #deps: Deps;
  readonly #writer: ReadingWriter;
  #stopped = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#writer = new ReadingWriter(deps.pool, {
      onError: (err) => deps.log.warn({ err }, 'a notice was not given'),
    });
  }

  stop(): void {
    this.#stopped = true;
  }

  async fill(scope: Scope): Promise<void> {
    const { pool, end_ms, log } = this.#deps;
    const windows = historyWindows(end_ms);
    const before = await inScope(pool, scope, (tx) => findProgress(tx, 'history'), 'read only');
    if (before?.state === 'done') return;
    const progress =
      before ?? (await createProgress(pool, scope, { kind: 'history', total: windows.length }));
    try {
      const sites = sitesOf(await inScope(pool, scope, listDemoDevices, 'read only'));
      // What a start that was cut off had written stands; its last window is written again, which doubles nothing.
      for (let done = progress.done; done < windows.length && !this.#stopped; done++) {
        if (!(await inScope(pool, scope, companyIsOpen, 'read only'))) return;
        const window = windows[done];
        if (window) await this.#fillWindow(scope, sites, window);
        await advanceProgress(pool, scope, progress.id, { done: done + 1 });
      }
      if (!this.#stopped) await finishProgress(pool, scope, progress.id, {});
    } catch (err) {
      if (this.#stopped) return;
      log.error({ err }, 'the history could not be written');
      await failProgress(pool, scope, progress.id, {
        code: 'unfinished',
        message: 'The history could not be written',
      });
    }
  }

  async #fillWindow(scope: Scope, sites: readonly Site[], window: HistoryWindow): Promise<void> {
    let batch: ReadingRow[] = [];
    for (const site of sites) {
      if (this.#stopped) return;
      batch = batch.concat(rowsOf(site, window));
      if (batch.length >= 2000) {
        await this.#writer.write(scope, batch);
        batch = [];
      }
      // The simulators answer polls in this same process.
      await breathe();
    }
    await this.#writer.write(scope, batch);
  }

  async close(): Promise<void> {
    await this.#writer.close();
  }
}

/** Writes the year before the demonstration's first start through the one writer, newest first, behind everything else. */
export function startHistory(deps: Deps): { close(): Promise<void> } {
  const history = new HistoryWriter(deps);
  const filling = Promise.all(deps.scopes.map((scope) => history.fill(scope)));
  return {
    async close() {
      history.stop();
      await filling;
      await history.close();
    },
  };
}
