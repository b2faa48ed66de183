import { listReachedCompanies } from '../../../shared/server/callers.ts';
import type { Running, WorkerServices } from '../../../shared/server/feature-work.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { MINUTE_MS } from '../../../shared/units/zones.ts';
import { followSchedules } from './clock.ts';
import { expireCommands } from './field-commands.repository.ts';
import { takesTurn } from './judge.repository.ts';
import { judgeBoxes } from './judge.ts';
import { countMeters } from './meter-readings.ts';
import { makeSums } from './sums.service.ts';

/** Switches fall on whole minutes: it is looked just after each. */
const AFTER_MINUTE_MS = 100;

type Work = (tx: Tx) => Promise<unknown>;

/** Does one piece of work after another, whatever becomes of those before it. */
export async function doEach<T>(
  works: Readonly<Record<string, T>>,
  does: (work: T) => Promise<unknown>,
  failed: (err: unknown, step: string) => void,
): Promise<void> {
  for (const [step, work] of Object.entries(works))
    await does(work).catch((err: unknown) => failed(err, step));
}

/** Two programs that did so at once would do it twice. */
const inTurn =
  (work: Work): Work =>
  async (tx) => {
    if (await takesTurn(tx)) await work(tx);
  };

type Works = Readonly<Record<string, Work>>;

/** Does works for one company after another, minute by minute, until it is closed. One that fails keeps no other back. */
function eachMinute({ pool, log, now }: WorkerServices, works: Works): Running {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let underway: Promise<void> = Promise.resolve();
  const ifOpen = (company_id: number, work: Work) =>
    inScope(pool, scopeOfWork(company_id), async (tx) => {
      if (await companyIsOpen(tx)) await work(tx);
    });
  const follow = (company_id: number) =>
    doEach(
      works,
      (work) => ifOpen(company_id, work),
      (err, step) =>
        log.warn({ err, company_id, step }, 'a step of lighting failed; it is tried again in a minute'),
    );
  const turn = async (): Promise<void> => {
    for (const company_id of await listReachedCompanies(pool)) {
      if (closed) return;
      await follow(company_id);
    }
  };
  const next = (): void => {
    const wait_ms = MINUTE_MS - (now().getTime() % MINUTE_MS) + AFTER_MINUTE_MS;
    timer = setTimeout(() => {
      underway = turn()
        .catch((err: unknown) => log.warn({ err }, 'schedules of lighting could not be followed'))
        .finally(() => {
          if (!closed) next();
        });
    }, wait_ms).unref();
  };
  next();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await underway;
    },
  };
}

/** Follows the schedules of all companies, and counts and judges for them, until it is closed. */
export async function startLightingKeeper(services: WorkerServices): Promise<Running> {
  const { now } = services;
  // What is due waits for nothing else: neither for what is counted of others, nor for what cannot be counted.
  const running = [
    eachMinute(services, { expiry: expireCommands, schedules: (tx) => followSchedules(tx, now()) }),
    eachMinute(services, {
      meters: inTurn(countMeters),
      sums: inTurn((tx) => makeSums(tx, now())),
      judging: inTurn((tx) => judgeBoxes(tx, now())),
    }),
  ];
  return {
    async close() {
      await Promise.all(running.map((one) => one.close()));
    },
  };
}
