import type { SecureContextOptions } from 'node:tls';
import type pg from 'pg';
import { listEnabledCompanies } from '../../../shared/server/callers.ts';
import { databaseIsAway, databaseIsBusy } from '../../../shared/server/database-faults.ts';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { CompanyEndpoints } from '../../../shared/server/endpoints/company-endpoints.ts';
import { DatabaseListener } from '../../../shared/server/live/listener.ts';
import { LIVE_CHANNEL, readNotice } from '../../../shared/server/live/notice.ts';
import type { Logger } from '../../../shared/server/log.ts';
import {
  type KeptSource,
  keptSources,
  type NotificationDeps,
  publishedKinds,
  type SendTo,
} from '../../../shared/server/notifications/kinds.ts';
import { NOTIFICATION_CHANNEL } from '../../../shared/server/notifications/publish.ts';
import {
  dropFutureMail,
  nextPublishedDueAt,
} from '../../../shared/server/notifications/published-mail.repository.ts';
import { onceMore } from '../../../shared/server/once-more.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import type { OutboundGuard } from '../../../shared/server/outbound.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { lockDispatchShared, tryLockDispatch } from './dispatch-lock.repository.ts';
import { dispatchKinds, findDueReaders, notifyReader } from './published-mail.ts';
import { queuePublished } from './published-webhooks.ts';
import { dropFutureTries, listDueWebhooks } from './webhook-deliveries.repository.ts';
import { WebhookLanes } from './webhook-lanes.ts';
import { sendDue } from './webhook-sender.ts';

export interface NotificationSchedulerDeps extends NotificationDeps {
  readonly pool: pg.Pool;
  /** Where NOTIFY is listened to; without it only the clock triggers. */
  readonly database?: DatabaseTarget;
  readonly log: Logger;
  /** The installation's outer limit; what of it each company may reach stands in the database. */
  readonly guard: OutboundGuard;
  /** The only company of the installation is given all of it. */
  readonly allToSole?: boolean;
  /** Secrets of webhooks rest sealed with it. */
  readonly webhookKey: Uint8Array;
  readonly clock?: () => number;
  readonly random?: () => number;
  readonly tls?: SecureContextOptions;
  /** A receiver answers within so long (ms), by default ten seconds. */
  readonly within_ms?: number;
}

/** A company is processed so often even without a notice: digests and quiet hours come by the clock. */
const CHECK_EVERY_MS = 60_000;
const TICK_MS = 500;
/** What is stamped later than now by more than this was stamped by a clock that was ahead (ms). */
const AHEAD_MS = 60_000;
/** Webhooks that are sent to at one time: most of a turn is waiting for a receiver. */
const LANES = { each: 4, total: 64 };

/** Sends what areas publish, and what those that keep their kinds have, to people by mail and to programs by webhook. Any number of instances may run. */
export class NotificationScheduler {
  readonly #deps: NotificationSchedulerDeps;
  readonly #clock: () => number;
  readonly #listener: DatabaseListener | undefined;
  /** When each company is processed next, by the process's own clock. */
  readonly #dueAt = new Map<number, number>();
  readonly #lanes: WebhookLanes;
  readonly #sources: readonly KeptSource[];
  #timer: NodeJS.Timeout | undefined;
  #cycle: Promise<void> = Promise.resolve();
  #listedAt = Number.NEGATIVE_INFINITY;
  /** Companies of which nothing is stamped later than now, as far as is known. */
  readonly #settled = new Set<number>();
  /** How far the clock was from the process's own when it was last looked at (ms). */
  #offset_ms = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(deps: NotificationSchedulerDeps) {
    const { webhookKey: key, clock = Date.now, random = Math.random, database, log } = deps;
    this.#deps = deps;
    this.#clock = clock;
    this.#sources = keptSources(deps.kinds ?? []);
    const endpoints = new CompanyEndpoints(deps);
    const reach = (company_id: number) => endpoints.receivers(company_id);
    const sender = { ...deps, key, clock, random, reach };
    this.#lanes = new WebhookLanes(LANES, (company_id, webhook_id) =>
      sendDue(sender, company_id, webhook_id)
        .catch((err: unknown) => log.warn({ err, company_id, webhook_id }, 'a webhook could not be sent to'))
        .finally(() => {
          if (this.#dueAt.has(company_id)) this.#dueAt.set(company_id, 0);
        }),
    );
    this.#listener =
      database &&
      new DatabaseListener({
        database,
        name: 'meridiana-notifications',
        channels: [LIVE_CHANNEL, NOTIFICATION_CHANNEL],
        onNotice: (channel, payload) => this.#handleNotice(channel, payload),
        // What was announced meanwhile was not heard.
        onReturn: () => {
          for (const known of this.#dueAt.keys()) this.#dueAt.set(known, 0);
        },
        log,
      });
  }

  /** How many companies it processes. */
  get companies(): number {
    return this.#dueAt.size;
  }

  async start(): Promise<void> {
    await this.#listener?.start();
    this.#schedule();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#listener?.close();
    await this.#cycle;
    await this.#lanes.close();
  }

  /** Processes one company once, and waits for what it sends. */
  async processCompany(company_id: number): Promise<void> {
    await this.#process(company_id);
    await this.#lanes.idle(company_id);
  }

  #handleNotice(channel: string, payload: string): void {
    const notice = channel === LIVE_CHANNEL ? readNotice(payload) : undefined;
    const company_id = channel === LIVE_CHANNEL ? notice?.company_id : Number(payload);
    if (channel === LIVE_CHANNEL && notice?.kind !== 'alarms') return;
    // A company that was made a moment ago is not listed yet.
    if (Number.isSafeInteger(company_id) && Number(company_id) > 0) this.#dueAt.set(Number(company_id), 0);
  }

  #schedule(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#cycle = this.#tick()
        .catch((err: unknown) => this.#deps.log.warn({ err }, 'the companies could not be listed'))
        .finally(() => this.#schedule());
    }, TICK_MS);
    this.#timer.unref();
  }

  async #tick(): Promise<void> {
    this.#noteClock();
    const now = performance.now();
    if (now - this.#listedAt >= CHECK_EVERY_MS) {
      this.#listedAt = now;
      const companies = await listEnabledCompanies(this.#deps.pool);
      for (const known of this.#dueAt.keys()) if (!companies.includes(known)) this.#dueAt.delete(known);
      for (const id of companies) if (!this.#dueAt.has(id)) this.#dueAt.set(id, 0);
    }
    for (const [company_id, due] of this.#dueAt) {
      if (this.#closed) return;
      if (due > performance.now()) continue;
      // Set first: a notice that comes meanwhile makes it due again.
      this.#dueAt.set(company_id, performance.now() + CHECK_EVERY_MS);
      const wait_ms = await this.#process(company_id);
      const set = this.#dueAt.get(company_id) ?? 0;
      if (set !== 0) this.#dueAt.set(company_id, Math.min(set, performance.now() + wait_ms));
    }
  }

  /** Processes one company; answers how long nothing more is due (ms). A failure of one holds up no other. */
  async #process(company_id: number): Promise<number> {
    const { pool, log } = this.#deps;
    const scope = scopeOfWork(company_id);
    const now = this.#clock();
    try {
      for (const source of this.#sources) await this.#dispatch(source, company_id, now);
      const digests: [KeptSource, readonly number[]][] = [];
      const later: (number | null)[] = [];
      for (const source of this.#sources) {
        const found = await onceMore(() => inScope(pool, scope, (tx) => source.findDue(tx, now)));
        for (const user_id of found.due) await this.#mail(company_id, user_id, source.notify);
        digests.push([source, found.digests]);
        later.push(found.paced);
      }
      later.push(await this.#processPublished(company_id, now));
      for (const [source, people] of digests)
        for (const user_id of people)
          await this.#mail(company_id, user_id, async (tx, ...more) => {
            await lockDispatchShared(tx);
            await source.sendDigest(tx, ...more);
          });
      const next = await inScope(pool, scope, async (tx) => {
        if (!(await companyIsOpen(tx))) return [];
        const webhooks = await listDueWebhooks(tx, new Date(now));
        if (!this.#closed) this.#lanes.request(company_id, webhooks.due);
        const due: (number | null)[] = [];
        for (const source of this.#sources) due.push(await source.nextDueAt(tx, new Date(now)));
        return [webhooks.next, ...due, ...later];
      });
      const known = next.filter((at) => at !== null);
      return Math.max(TICK_MS, Math.min(CHECK_EVERY_MS, ...known.map((at) => at - this.#clock())));
    } catch (err) {
      log.warn({ err, company_id }, 'the notifications of a company could not be processed');
      return CHECK_EVERY_MS;
    }
  }

  /** Notes that the clock was set back. */
  #noteClock(): void {
    const offset_ms = this.#clock() - performance.now();
    if (offset_ms < this.#offset_ms - AHEAD_MS) this.#settled.clear();
    this.#offset_ms = offset_ms;
  }

  /**
   * At the start, and once the clock was set back: nothing waits until the time has come that a clock ahead has stamped. In
   * the turn of what is dispatched: a turn of its own would have other instances leave theirs out.
   */
  async #settle(tx: Tx, now: number): Promise<void> {
    const instants = { now: new Date(now), until: new Date(now + AHEAD_MS) };
    for (const source of this.#sources) await source.dropFuture(tx, instants);
    await dropFutureMail(tx, instants);
    await dropFutureTries(tx, instants);
  }

  /**
   * Processes what areas published: recipients, mail, webhooks. Answers when more is due (epoch milliseconds); a failure holds
   * up no alarm, and a digest that it misses is followed by one that has it.
   */
  async #processPublished(company_id: number, now: number): Promise<number | null> {
    const { pool, log, publicUrl, kinds = [] } = this.#deps;
    if (publishedKinds(kinds).length === 0) return null;
    const scope = scopeOfWork(company_id);
    const queueing = { kinds, publicUrl, now: new Date(now), log };
    try {
      while (await this.#inTurn(company_id, (tx) => dispatchKinds(tx, { kinds }, now)))
        if (this.#closed) return null;
      while (await this.#inTurn(company_id, (tx) => queuePublished(tx, queueing)))
        if (this.#closed) return null;
      const { due, paced } = await inScope(pool, scope, (tx) => findDueReaders(tx, now));
      for (const user_id of due) await this.#mail(company_id, user_id, notifyReader);
      const next = await inScope(pool, scope, (tx) => nextPublishedDueAt(tx, new Date(now)));
      return next === null || paced === null ? (next ?? paced) : Math.min(next, paced);
    } catch (err) {
      log.warn({ err, company_id }, 'what areas published could not be processed: it waits');
      return null;
    }
  }

  /** Runs a dispatch where the company is open and no other instance dispatches for it; else there is nothing to do. */
  async #inTurn<T>(company_id: number, dispatch: (tx: Tx) => Promise<T>): Promise<T | undefined> {
    this.#noteClock();
    const now = this.#clock();
    let ours = false;
    const dispatched = await onceMore(() =>
      inScope(this.#deps.pool, scopeOfWork(company_id), async (tx) => {
        ours = (await companyIsOpen(tx)) && (await tryLockDispatch(tx));
        if (!ours) return undefined;
        if (!this.#settled.has(company_id)) await this.#settle(tx, now);
        return dispatch(tx);
      }),
    );
    if (ours) this.#settled.add(company_id);
    return dispatched;
  }

  /** Dispatches what waits, to people first: a failure for webhooks holds up no mail. */
  async #dispatch(source: KeptSource, company_id: number, now: number): Promise<void> {
    const { log, publicUrl } = this.#deps;
    while (await this.#inTurn(company_id, (tx) => source.dispatch(tx, now))) if (this.#closed) return;
    try {
      for (let more = true; more && !this.#closed; ) {
        const options = { publicUrl, now: new Date(now) };
        const queued = await this.#inTurn(company_id, (tx) => source.queueForWebhooks(tx, options));
        more = queued?.more === true;
        for (const { event, error } of queued?.failed ?? [])
          log.warn(
            { err: error, company_id, ...event },
            'an event could not be queued for webhooks: it was set aside',
          );
      }
    } catch (err) {
      if (databaseIsAway(err) || databaseIsBusy(err)) throw err;
      log.warn({ err, company_id }, 'events could not be queued for webhooks: they wait');
    }
  }

  async #mail(company_id: number, user_id: number, send: SendTo): Promise<void> {
    const { pool, log } = this.#deps;
    try {
      await inScope(pool, scopeOfWork(company_id), (tx) => send(tx, user_id, this.#deps, this.#clock()));
    } catch (err) {
      log.warn({ err, company_id, user_id }, 'a person could not be notified');
    }
  }
}

/** Starts sending notifications. */
export async function startNotificationScheduler(
  deps: NotificationSchedulerDeps,
): Promise<NotificationScheduler> {
  const scheduler = new NotificationScheduler(deps);
  await scheduler.start();
  return scheduler;
}
