import type pg from 'pg';
import { allows, type Capability } from '../../contract/capabilities.ts';
import type { LiveEvent } from '../../contract/live.contract.ts';
import { findCaller, owesSecondFactor } from '../callers.ts';
import type { DatabaseTarget } from '../database-target.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { type Caller, type Scope, scopeOfMember } from '../tenancy.ts';
import { DatabaseListener } from './listener.ts';
import { listVisibleCodes } from './live.repository.ts';
import { type MergedCodes, NoticeMerger } from './merger.ts';
import { LIVE_CHANNEL, type LiveNotice, readNotice } from './notice.ts';

/** Where a subscriber's text goes. */
export interface LiveStream {
  write(text: string): void;
  /** Bytes written and not yet taken by the reader. */
  unsent(): number;
  /** Ends after what was written. */
  end(): void;
  /** Ends at once. */
  cut(): void;
}

export interface LiveHubDeps {
  database: DatabaseTarget;
  pool: pg.Pool;
  log: Logger;
  clock?: () => number;
  heartbeatEvery_ms?: number;
  checkEvery_ms?: number;
  /** Streams of one session, of one account, and of all together; what browsers need unless a test says otherwise. */
  streamsOfSession?: number;
  streamsOfAccount?: number;
  streamsAtMost?: number;
}

/** Whose a stream is. */
interface Whose {
  readonly session_id: number;
  readonly user_id: number;
}

interface Subscriber extends Whose {
  scope: Scope;
  readonly stream: LiveStream;
  codes: 'all' | ReadonlySet<string>;
  checked_ms: number;
}

const HEARTBEAT_EVERY_MS = 15_000;
const CHECK_EVERY_MS = 4_000;
/** A stream whose access could not be confirmed for so long is cut: better silent than wrong. */
const MAX_UNCHECKED_MS = 30_000;
const MAX_UNSENT = 256 * 1024;
const CHECKS_AT_ONCE = 4;
/** The tabs of a browser share one stream for each company; each stream holds a connection and is asked about every few seconds. */
const STREAMS_OF_SESSION = 20;
/** A person has several browsers, and signs in as often as they like: their sessions keep nobody else out. */
const STREAMS_OF_ACCOUNT = 40;
const MAX_STREAMS = 2000;

/** Each kind is filtered by the capability of the calls that it sends the browser to; one of them is enough. */
const NEEDS: Readonly<Record<LiveNotice['kind'], readonly Capability[]>> = {
  plants: ['asset.read', 'cloudcontrol'],
  alarms: ['asset.read'],
  devices: ['asset.read', 'cloudcontrol'],
  progress: ['asset.read'],
  configuration: ['company.read'],
  topics: ['company.read'],
};
/** Kinds that name no plant: they are told without codes. */
type Nameless = 'progress' | 'configuration';
const isNameless = (kind: LiveNotice['kind']): kind is Nameless =>
  kind === 'progress' || kind === 'configuration';

const eventText = (event: LiveEvent): string => `event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
const samePlants = (a: Scope['plants'], b: Scope['plants']): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
const mayReceive = (scope: Scope, kind: LiveNotice['kind']): boolean =>
  NEEDS[kind].some((capability) => allows(capability, scope.roles));

/** Passes what PostgreSQL tells to the open streams of the company it concerns, each seeing its own plants only. */
export class LiveHub {
  readonly #deps: LiveHubDeps;
  readonly #clock: () => number;
  readonly #listener: DatabaseListener;
  readonly #merger = new NoticeMerger((company_id, kind, codes) => this.#deliver(company_id, kind, codes));
  readonly #companies = new Map<number, Set<Subscriber>>();
  #heartbeat: NodeJS.Timeout | undefined;
  #checks: NodeJS.Timeout | undefined;
  #checking = false;
  /** Streams being opened: they count as well while their filter is looked up. */
  readonly #opening = new Set<Whose>();

  constructor(deps: LiveHubDeps) {
    this.#deps = deps;
    this.#clock = deps.clock ?? Date.now;
    this.#listener = new DatabaseListener({
      database: deps.database,
      name: 'meridiana-live',
      channels: [LIVE_CHANNEL],
      onNotice: (_channel, payload) => this.#take(payload),
      onReturn: () => this.#toAll({ kind: 'resync' }),
      log: deps.log,
    });
  }

  async start(): Promise<void> {
    await this.#listener.start();
    const { heartbeatEvery_ms = HEARTBEAT_EVERY_MS, checkEvery_ms = CHECK_EVERY_MS } = this.#deps;
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatEvery_ms);
    this.#heartbeat.unref();
    this.#checks = setInterval(() => void this.#checkAll(), checkEvery_ms);
    this.#checks.unref();
  }

  /** Ends every stream. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    clearInterval(this.#checks);
    this.#merger.close();
    for (const subscriber of this.#everyone()) this.#end(subscriber);
    await this.#listener.close();
  }

  /** How many streams are open. */
  get size(): number {
    return this.#everyone().length;
  }

  /**
   * Opens a stream for a session in a company; `open` makes the stream once its filter is known. Answers how to leave.
   * @throws AppError limit when the session or account, or everybody together, has as many as may be open
   */
  async subscribe(caller: Caller, scope: Scope, open: () => LiveStream): Promise<() => void> {
    const whose: Whose = { session_id: caller.session_id, user_id: caller.user_id };
    this.#refuseBeyond(whose);
    this.#opening.add(whose);
    try {
      const codes = await listVisibleCodes(this.#deps.pool, scope);
      const subscriber: Subscriber = { scope, ...whose, stream: open(), codes, checked_ms: this.#clock() };
      const company = this.#companies.get(scope.company_id) ?? new Set();
      this.#companies.set(scope.company_id, company.add(subscriber));
      return () => this.#forget(subscriber);
    } finally {
      this.#opening.delete(whose);
    }
  }

  #refuseBeyond({ session_id, user_id }: Whose): void {
    const { streamsOfSession = STREAMS_OF_SESSION, streamsOfAccount = STREAMS_OF_ACCOUNT } = this.#deps;
    const open: Whose[] = [...this.#everyone(), ...this.#opening];
    const own = open.filter((one) => one.user_id === user_id);
    if (own.filter((one) => one.session_id === session_id).length >= streamsOfSession)
      throw new AppError('limit', 'This session has too many live streams open', { retryAfter_s: 30 });
    if (own.length >= streamsOfAccount)
      throw new AppError('limit', 'This account has too many live streams open', { retryAfter_s: 30 });
    if (open.length < (this.#deps.streamsAtMost ?? MAX_STREAMS)) return;
    this.#deps.log.warn({ open: open.length }, 'a live stream was refused: too many are open');
    throw new AppError('unavailable', 'Too many live streams are open just now', { retryAfter_s: 30 });
  }

  #everyone(): Subscriber[] {
    return [...this.#companies.values()].flatMap((company) => [...company]);
  }

  #forget(subscriber: Subscriber): void {
    const { company_id } = subscriber.scope;
    const company = this.#companies.get(company_id);
    company?.delete(subscriber);
    if (company?.size === 0) this.#companies.delete(company_id);
  }

  #end(subscriber: Subscriber, last?: LiveEvent): void {
    this.#forget(subscriber);
    if (last) subscriber.stream.write(eventText(last));
    subscriber.stream.end();
  }

  #cut(subscriber: Subscriber): void {
    this.#forget(subscriber);
    subscriber.stream.cut();
  }

  #write(subscriber: Subscriber, text: string): void {
    if (subscriber.stream.unsent() > MAX_UNSENT) this.#cut(subscriber);
    else subscriber.stream.write(text);
  }

  #toAll(event: LiveEvent): void {
    for (const subscriber of this.#everyone()) this.#write(subscriber, eventText(event));
  }

  #beat(): void {
    for (const subscriber of this.#everyone()) this.#write(subscriber, ': still here\n\n');
  }

  #take(payload: string): void {
    const notice = readNotice(payload);
    if (notice) this.#merger.take(notice);
    else this.#deps.log.warn({ bytes: payload.length }, 'a live notice could not be read');
  }

  #deliver(company_id: number, kind: LiveNotice['kind'], codes: MergedCodes): void {
    const company = this.#companies.get(company_id);
    if (!company) return;
    const whole = codes ? eventOf(kind, [...codes]) : isNameless(kind) && eventText({ kind });
    for (const subscriber of [...company]) {
      if (!mayReceive(subscriber.scope, kind)) continue;
      const event =
        codes && kind !== 'topics' && subscriber.codes !== 'all'
          ? narrowed(kind, codes, subscriber.codes)
          : whole;
      if (event) this.#write(subscriber, event);
    }
  }

  async #checkAll(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      const bySession = Map.groupBy(this.#everyone(), (subscriber) => subscriber.session_id);
      const waiting = [...bySession.entries()];
      const work = async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) await this.#checkSession(...next);
      };
      await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, work));
    } finally {
      this.#checking = false;
    }
  }

  async #checkSession(session_id: number, subscribers: Subscriber[]): Promise<void> {
    try {
      const caller = await findCaller(this.#deps.pool, session_id);
      for (const subscriber of subscribers) await this.#check(subscriber, caller);
    } catch (error) {
      this.#deps.log.warn(error, 'access of a live stream could not be checked');
      const oldest = this.#clock() - MAX_UNCHECKED_MS;
      for (const subscriber of subscribers) if (subscriber.checked_ms < oldest) this.#cut(subscriber);
    }
  }

  async #check(subscriber: Subscriber, caller: Caller | undefined): Promise<void> {
    const { company_id } = subscriber.scope;
    const membership = caller?.memberships.find((m) => m.id_client === company_id);
    if (!caller || !membership || owesSecondFactor(caller, membership)) {
      this.#end(subscriber, { kind: 'revoked' });
      return;
    }
    const before = subscriber.scope;
    const scope = scopeOfMember(caller, membership);
    if (!samePlants(before.plants, scope.plants)) {
      subscriber.codes = await listVisibleCodes(this.#deps.pool, scope);
    }
    subscriber.scope = scope;
    subscriber.checked_ms = this.#clock();
    const changed = !samePlants(before.plants, scope.plants) || before.roles.join() !== scope.roles.join();
    if (changed) this.#write(subscriber, eventText({ kind: 'resync' }));
  }
}

/** Text of an event, or undefined where it would name nothing. */
function eventOf(kind: LiveNotice['kind'], codes: string[]): string | undefined {
  if (codes.length === 0) return undefined;
  if (kind === 'topics') return eventText({ kind, topics: codes });
  return eventText(isNameless(kind) ? { kind } : { kind, codes });
}

function narrowed(
  kind: LiveNotice['kind'],
  codes: ReadonlySet<string>,
  visible: ReadonlySet<string>,
): string | undefined {
  return eventOf(
    kind,
    [...codes].filter((code) => visible.has(code)),
  );
}
