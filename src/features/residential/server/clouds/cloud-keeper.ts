import type pg from 'pg';
import { ZodError } from 'zod';
import { listAllCompanies, listEnabledCompanies } from '../../../../shared/server/callers.ts';
import type { CloudAccess, CloudSettings, CloudVendor } from '../../../../shared/server/cloud-settings.ts';
import { CLOUD_VENDORS } from '../../../../shared/server/cloud-settings.ts';
import type { NetworkReach } from '../../../../shared/server/endpoints/reach.ts';
import type { Logger } from '../../../../shared/server/log.ts';
import { inScope, type Scope, scopeOfWork } from '../../../../shared/server/tenancy.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/units/zones.ts';
import type { ReadingRow } from '../../../measurements/readings.model.ts';
import { readingDevices } from '../../../plants/server/reading-devices.public.ts';
import {
  type CloudState,
  NO_COUNTS,
  QUARTER_MS,
  readingsOf,
  SETTLED_MS,
} from '../../cloud-readings.model.ts';
import { listHomeDevices } from '../home-devices.repository.ts';
import { askVendor, TOO_LONG } from './ask-vendor.ts';
import { partsOf, rowsOf } from './cloud-rows.ts';
import {
  claimDueSite,
  countCloudSites,
  type DueSite,
  isPaused,
  isSiteTaken,
  pauseVendor,
  saveCloudOutcome,
  takeOfShare,
  takeRequest,
} from './cloud-sites.repository.ts';
import { type Came, readByTurns, type Waiting } from './company-turns.ts';
import { VENDORS } from './vendors.ts';

export interface CloudKeeperDeps {
  readonly pool: pg.Pool;
  readonly log: Logger;
  readonly settings: CloudSettings;
  /** The one door through which readings come in. */
  readonly writer: { write(scope: Scope, rows: readonly ReadingRow[]): Promise<unknown> };
  /** What a vendor may stand behind. */
  readonly reach: NetworkReach;
  readonly now: () => Date;
}

/** Longer than all questions of a home may take: one whose instance died is read by another after it. */
const CLAIM_MS = 5 * MINUTE_MS;
/** Vendors allow few requests a minute: so many homes in one turn. */
const HOMES_A_TURN = 3;
const QUESTIONS = { home: 2, storage: 1 } as const;
const MAX_PAUSE_MS = 6 * HOUR_MS;

/** Whoever told nothing of a quarter is waited for so long, though later questions would still reach it. */
const WAITS_MS = 12 * HOUR_MS;

/** How long a home waits for its next turn, so that the day's requests suffice for all. */
export const paceOf = (homes: { count: number; with_storage: number }, per_day: number): number => {
  const questions = homes.count * QUESTIONS.home + homes.with_storage * QUESTIONS.storage;
  return Math.max(QUARTER_MS, Math.ceil((questions * DAY_MS) / per_day));
};
/** How often devices of homes tell at that pace, in seconds: doubled quarters, so that it seldom changes as homes are added. */
export const rhythmOf = (pace_ms: number): number =>
  Math.min(DAY_MS, QUARTER_MS * 2 ** Math.ceil(Math.log2(pace_ms / QUARTER_MS))) / 1000;
const pauseAfter = (failures: number): number => Math.min(MAX_PAUSE_MS, QUARTER_MS * 2 ** failures);
const quarter = (ts: number): number => Math.floor(ts / QUARTER_MS) * QUARTER_MS;

/** Reads homes that are due from the clouds of manufacturers, a few in each turn. */
export async function keepClouds(
  deps: CloudKeeperDeps,
  isClosed: () => boolean = () => false,
): Promise<void> {
  for (const vendor of CLOUD_VENDORS) {
    const { key, ...access } = deps.settings[vendor];
    if (key === undefined) continue;
    await keepVendor(deps, { vendor, access: { ...access, key } }, isClosed);
  }
}

interface OfVendor {
  readonly vendor: CloudVendor;
  readonly access: CloudAccess & { readonly key: string };
}

async function keepVendor(deps: CloudKeeperDeps, of: OfVendor, isClosed: () => boolean): Promise<void> {
  if (await isPaused(deps.pool, of.vendor, deps.now())) return;
  const counted: CompanyHomes[] = [];
  for (const company_id of await companiesOf(deps, of.access)) {
    const scope = scopeOfWork(company_id);
    const sites = await inScope(deps.pool, scope, (tx) => countCloudSites(tx, of.vendor));
    if (sites.count > 0) counted.push({ scope, sites });
  }
  // Each company has the same share of the day, however many homes it names: those of others are not read more rarely for it.
  const share = Math.max(1, Math.floor(of.access.perDay / counted.length));
  const waiting: Waiting[] = [];
  const paces = new Map<number, number>();
  for (const { scope, sites } of counted) {
    paces.set(scope.company_id, paceOf(sites, share));
    if (sites.due_at) waiting.push({ scope, due_at: sites.due_at.getTime() });
  }
  const read = (scope: Scope) =>
    readNext(deps, of, { scope, share, pace_ms: paces.get(scope.company_id) ?? DAY_MS });
  await readByTurns(waiting, { read, isClosed, most: HOMES_A_TURN });
}

interface CompanyHomes {
  readonly scope: Scope;
  readonly sites: Awaited<ReturnType<typeof countCloudSites>>;
}

/**
 * Whose homes are read: those of the companies that are named, or of the one that was founded first. The key sees the sites of all
 * customers of the installation, and whoever registers founds a company: others are named.
 */
async function companiesOf({ pool }: CloudKeeperDeps, { companies }: CloudAccess): Promise<number[]> {
  const named = companies ?? (await listAllCompanies(pool)).slice(0, 1);
  return (await listEnabledCompanies(pool)).filter((id) => named.includes(id));
}

/** Reads the home of a company whose turn it is. */
async function readNext(
  deps: CloudKeeperDeps,
  of: OfVendor,
  { scope, share, pace_ms }: { scope: Scope; share: number; pace_ms: number },
): Promise<Came> {
  const now = deps.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const site = await inScope(deps.pool, scope, (tx) => claimDueSite(tx, { vendor: of.vendor, now, until }));
  if (!site) return 'none';
  const keep = (outcome: Parameters<typeof saveCloudOutcome>[2]) =>
    inScope(deps.pool, scope, (tx) => saveCloudOutcome(tx, site, outcome));
  const later = (ms: number) => new Date(now.getTime() + ms);
  // Whoever had the site first reads it: judged each time, as with endpoints of the field.
  if (await inScope(deps.pool, scope, (tx) => isSiteTaken(tx, site))) {
    // As of a site that the key does not see: which sites others have is nobody's to know.
    await keep({ fault: 'site_refused', next_at: later(pauseAfter(site.failures)) });
    return 'read';
  }
  const take = () => takeOne(deps, of, { scope, share, now });
  const asked = await askSite(deps, of, site, { now: now.getTime(), pace_ms, take });
  if ('is_too_long' in asked) {
    // In short pieces it is asked at once.
    await keep({ asked_short: true, next_at: now });
    return 'read';
  }
  if ('fault' in asked) {
    const { fault, pause_ms, err } = asked;
    deps.log.warn(
      { vendor: of.vendor, fault, pause_ms, err },
      "a manufacturer's cloud did not answer with readings",
    );
    await keep({ fault, next_at: later(pause_ms ?? pauseAfter(site.failures)) });
    // The others of the company wait, too; those of other companies do not.
    if (asked.of_share) return 'none';
    if (pause_ms === undefined) return 'read';
    await pauseVendor(deps.pool, of.vendor, later(pause_ms));
    return 'paused';
  }
  const devices = await inScope(deps.pool, scope, (tx) => listHomeDevices(tx, [site.plant_id]), 'read only');
  const parts = partsOf(devices);
  const rows = rowsOf(parts, asked.readings);
  if (rows === undefined) await keep({ fault: 'no_devices', next_at: later(MAX_PAUSE_MS) });
  else {
    await deps.writer.write(scope, rows);
    const device_ids = [...parts.values()].map(({ device_id }) => device_id);
    await inScope(deps.pool, scope, (tx) => readingDevices.follow(tx, device_ids, rhythmOf(pace_ms)));
    // What is behind goes on at once.
    const { state, is_behind } = asked;
    await keep({ state, is_behind, next_at: is_behind ? now : later(pace_ms) });
  }
  return 'read';
}

type Refused = {
  readonly fault: string;
  readonly pause_ms?: number;
  readonly err?: unknown;
  /** Only the company has used up what is its own. */
  readonly of_share?: true;
};

/** Takes a request of the company's share, and of the day's; what is used up, or undefined. */
async function takeOne(
  { pool }: CloudKeeperDeps,
  { vendor, access }: OfVendor,
  { scope, share, now }: { scope: Scope; share: number; now: Date },
): Promise<Refused | undefined> {
  const quota = { fault: 'quota', pause_ms: QUARTER_MS };
  if (!(await inScope(pool, scope, (tx) => takeOfShare(tx, { vendor, now, share }))))
    return { ...quota, of_share: true };
  return (await takeRequest(pool, { vendor, now, per_day: access.perDay })) ? undefined : quota;
}

type SiteAnswer = ReturnType<typeof readingsOf> & { readonly is_behind: boolean };

/** Asks for what a site told since it was read last, as far as one question reaches. */
async function askSite(
  deps: CloudKeeperDeps,
  { vendor, access }: OfVendor,
  site: DueSite,
  { now, pace_ms, take }: { now: number; pace_ms: number; take: () => Promise<Refused | undefined> },
): Promise<SiteAnswer | { is_too_long: true } | Refused> {
  const port = VENDORS[vendor];
  // What was refused in one piece is asked for in the pieces that are documented.
  const sure_ms = port.sure_hours * HOUR_MS;
  const reaches = site.asked_short ? sure_ms : port.most_hours * HOUR_MS;
  const state: CloudState = {
    until: site.read_until?.getTime() ?? quarter(now - sure_ms),
    counters: site.counters ?? NO_COUNTS,
  };
  const to = Math.min(now, state.until + reaches);
  const answers: unknown[] = [];
  for (const path of port.questions({ ...site, from: state.until, to })) {
    const used_up = await take();
    if (used_up) return used_up;
    const asked = await askVendor({ vendor: port, access, reach: deps.reach }, path, now);
    if ('fault' in asked) {
      const is_long = to - state.until > sure_ms;
      return asked.fault === TOO_LONG && is_long ? { is_too_long: true } : asked;
    }
    answers.push(asked.answer);
  }
  try {
    const settled = quarter(Math.min(to, now - SETTLED_MS));
    // One question of the next turn still reaches from there to its now.
    const waits_from = Math.max(now - WAITS_MS, now + pace_ms + QUARTER_MS - reaches);
    return { ...readingsOf(state, port.read(answers), { settled, waits_from }), is_behind: to < now };
  } catch (err) {
    // Only what the vendor answered is said to be unreadable.
    return { fault: err instanceof ZodError ? 'unreadable' : 'broken', err };
  }
}
