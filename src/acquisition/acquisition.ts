import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { listEnabledCompanies } from '../shared/server/callers.ts';
import type { DatabaseTarget } from '../shared/server/database-target.ts';
import { CompanyEndpoints } from '../shared/server/endpoints/company-endpoints.ts';
import type { Logger } from '../shared/server/log.ts';
import { polls } from '../shared/server/metrics.ts';
import type { OutboundGuard } from '../shared/server/outbound.ts';
import { lacksCompanies } from '../shared/server/reach.repository.ts';
import { errorText } from '../shared/server/start-fault.ts';
import { scopeOfWork } from '../shared/server/tenancy.ts';
import { type Clock, systemClock } from './clock.ts';
import { dropClosed } from './closed-endpoints.ts';
import { ConfigurationNotices } from './configuration-notices.ts';
import { FieldTaskRunner } from './field-tasks/field-task-runner.ts';
import { HealthBook } from './health/health-book.ts';
import { HealthWriter } from './health/health-writer.ts';
import { resolveLeftNames } from './left-names.ts';
import { LightingRunner, type LightingTimes } from './lighting/lighting-runner.ts';
import type { PollObserver, PortStatus } from './poll-observer.ts';
import {
  countPorts,
  type LeasedPort,
  layAside,
  leasePorts,
  listPortConfigurations,
  releasePorts,
} from './polling.repository.ts';
import type { PortConfiguration } from './port-configuration.ts';
import { PortPoller } from './port-poller.ts';
import { type BatchWriter, ReadingSink, type SinkStatus } from './reading-sink.ts';

/** Counts readings of a device, called `proj_code/short_name`, that were refused. */
export type RefusedCounter = {
  countRefused(refused: {
    company_id: number;
    source: 'modbus';
    device: string;
    reason: string;
    count: number;
  }): void;
};

export type AcquisitionOptions = {
  readonly pool: pg.Pool;
  /** For the connection that listens. */
  readonly database: DatabaseTarget;
  readonly writer: BatchWriter;
  /** The installation's outer limit; what of it each company may reach stands in the database. */
  readonly guard: OutboundGuard;
  /** The same of serial devices; none by default. */
  readonly allowTty?: (tty: string) => boolean;
  /** The only company of the installation is given all of both. */
  readonly allToSole?: boolean;
  /** Where readings that cannot be stored are counted. */
  readonly refused?: RefusedCounter | undefined;
  readonly log: Logger;
  /** This instance's name among the leases; made from the machine's by default. */
  readonly holder?: string;
  readonly clock?: Clock;
  /** Seconds after which the ports of an instance that died are free, 20 by default. */
  readonly lease_s?: number;
  readonly lease_every_ms?: number;
  readonly sweep_every_ms?: number;
  /** How often health is written, 2 s by default. */
  readonly health_every_ms?: number;
  /** How long lighting waits for contactors, and how often it looks. */
  readonly lighting?: Partial<LightingTimes>;
};

export type AcquisitionStatus = SinkStatus & {
  readonly holder: string;
  /** Are changes of the configuration heard at once? Otherwise they are found by the sweep. */
  readonly listening: boolean;
  readonly ports: readonly PortStatus[];
};

export type Acquisition = {
  status(): AcquisitionStatus;
  /** Stops polling, stores what was polled and gives the ports back. */
  close(): Promise<void>;
};

type Held = LeasedPort & { configuration?: PortConfiguration; poller?: PortPoller };

const MAX_PORTS = 1_000_000;
/** Notices within this time are worked off together. */
const GATHER_MS = 200;
const RETRY_MS = 1_000;

/**
 * Polls the devices of every port that this instance can lease, and hands their readings to the writer. Instances
 * share the ports out among themselves: each one takes at most its part of all ports, counted by the instances that
 * showed themselves within one lease, and gives back what is beyond it.
 * Polling goes on while the database is away. Never fails because of a database or a field that does not answer.
 */
export async function startAcquisition(options: AcquisitionOptions): Promise<Acquisition> {
  const polling = new Polling(options);
  await polling.start();
  return polling;
}

class Polling implements Acquisition {
  readonly #options: Required<AcquisitionOptions>;
  readonly #sink: ReadingSink;
  readonly #observer: PollObserver;
  readonly #health: HealthWriter;
  readonly #questions: FieldTaskRunner;
  readonly #lighting: LightingRunner;
  readonly #endpoints: CompanyEndpoints;
  readonly #held = new Map<string, Held>();
  readonly #stale = new Set<number>();
  #notices: ConfigurationNotices | undefined;
  #running: Promise<void> = Promise.resolve();
  #resolving: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();
  #nap = new AbortController();
  #asked = false;
  #swept_at_ms = Number.NEGATIVE_INFINITY;
  #share = { holders: 1, ports: MAX_PORTS };
  #away = false;
  /** Past the first round: what comes now was added meanwhile. */
  #begun = false;

  constructor(options: AcquisitionOptions) {
    this.#options = {
      holder: `${hostname().slice(0, 24)}-${randomBytes(4).toString('hex')}`,
      clock: systemClock,
      // Together: the ports of an instance that died are polled by another within thirty seconds.
      lease_s: 20,
      // Also when a notice is lost, the ports of a disabled company are given up within ten seconds.
      lease_every_ms: 6_000,
      sweep_every_ms: 30_000,
      health_every_ms: 2_000,
      allowTty: () => false,
      allToSole: false,
      refused: undefined,
      lighting: {},
      ...options,
    };
    const { writer, log, pool, holder, clock, health_every_ms: every_ms } = this.#options;
    const refused = this.#countRefused.bind(this);
    this.#sink = new ReadingSink({ writer, log, refused });
    const book = new HealthBook(() => clock.now());
    this.#observer = observerOf(book, this.#options);
    const ways = () => [...this.#held.values()].flatMap(({ poller }) => (poller ? [poller.way()] : []));
    const now = () => clock.now();
    this.#health = new HealthWriter({ pool, log, book, holder, ways, now, every_ms });
    this.#endpoints = new CompanyEndpoints(this.#options);
    const ports = this.#pollersOf.bind(this);
    const reach = this.#endpoints.field.bind(this.#endpoints);
    this.#questions = new FieldTaskRunner({ pool, log, holder, reach, ports });
    this.#lighting = new LightingRunner({
      pool,
      log,
      clock,
      companies: () => new Set([...this.#held.values()].map(({ company_id }) => company_id)),
      portIds: (company_id) => [...this.#pollersOf(company_id).keys()],
      port: (company_id, port_id) => this.#held.get(keyOf({ company_id, port_id }))?.poller,
      times: this.#options.lighting,
    });
  }

  async start(): Promise<void> {
    const { database, holder, log } = this.#options;
    this.#notices = new ConfigurationNotices({
      database,
      holder,
      log,
      changed: (company_id) => this.#ask([company_id]),
      asked: (company_id) => this.#questions.heard(company_id),
      lit: (company_id) => this.#lighting.heard(company_id),
      missed: () => {
        this.#ask([...this.#held.values()].map((held) => held.company_id));
        void this.#questions.missed();
        this.#lighting.missed();
      },
    });
    await this.#round();
    this.#begun = true;
    this.#running = this.#run();
    this.#resolving = this.#resolveLeft();
  }

  status(): AcquisitionStatus {
    const ports = [...this.#held.values()].flatMap(({ poller }) => (poller ? [poller.status()] : []));
    const listening = this.#notices?.listening ?? false;
    return { holder: this.#options.holder, listening, ports, ...this.#sink.status() };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#nap.abort();
    await Promise.all([this.#running, this.#resolving]);
    await this.#notices?.close();
    await this.#questions.close();
    await this.#lighting.close();
    const held = [...this.#held.values()];
    await Promise.all(held.map(({ poller }) => poller?.close()));
    await this.#sink.close();
    await this.#health.close();
    this.#held.clear();
    // With the database away there is nothing to give back to: the leases end by themselves.
    if (this.#sink.status().waiting === 0) await this.#release(held);
  }

  #pollersOf(company_id: number): Map<number, PortPoller> {
    const pollers = new Map<number, PortPoller>();
    for (const held of this.#held.values())
      if (held.company_id === company_id && held.poller) pollers.set(held.port_id, held.poller);
    return pollers;
  }

  #countRefused(company_id: number, device_id: number, count: number): void {
    for (const held of this.#held.values()) {
      const name = held.company_id === company_id ? held.poller?.nameOf(device_id) : undefined;
      if (name === undefined) continue;
      const device = `${name.proj_code}/${name.short_name}`;
      this.#options.refused?.countRefused({ company_id, source: 'modbus', device, reason: 'other', count });
      return;
    }
  }

  #ask(companies: readonly number[]): void {
    for (const company_id of companies) this.#stale.add(company_id);
    this.#asked = true;
    this.#nap.abort();
  }

  async #run(): Promise<void> {
    const { clock, lease_every_ms } = this.#options;
    const { signal } = this.#closing;
    for (;;) {
      await clock.sleep(GATHER_MS, signal);
      this.#nap = new AbortController();
      if (!this.#asked && !signal.aborted)
        await clock.sleep(this.#away ? RETRY_MS : lease_every_ms, this.#nap.signal);
      if (signal.aborted) return;
      await this.#round();
    }
  }

  /** Beside the rounds, because a resolver takes its time; until what each name of the upgrade leads to is known. */
  async #resolveLeft(): Promise<void> {
    const { pool, log, clock, sweep_every_ms } = this.#options;
    const { signal } = this.#closing;
    const parts = { pool, endpoints: this.#endpoints, signal };
    while (!signal.aborted) {
      const left = await resolveLeftNames(parts).catch((error: unknown) => {
        log.warn({ why: errorText(error) }, 'names from before the upgrade could not be looked up');
        return Number.NaN;
      });
      if (left === 0) return;
      await clock.sleep(sweep_every_ms, signal);
    }
  }

  async #round(): Promise<void> {
    this.#asked = false;
    try {
      await this.#lease();
      await this.#reload();
      if (this.#away) this.#options.log.info({}, 'the configuration can be read again');
      this.#away = false;
    } catch (error) {
      if (!this.#away)
        this.#options.log.warn(
          { why: errorText(error) },
          'the configuration cannot be read; polling goes on as it is',
        );
      this.#away = true;
    }
  }

  async #lease(): Promise<void> {
    const { pool, holder, lease_s, sweep_every_ms, clock } = this.#options;
    const sweeps = Math.abs(clock.now() - this.#swept_at_ms) >= sweep_every_ms;
    await this.#measureShare(sweeps);
    const { holders, ports } = this.#share;
    const at_most = Math.ceil(ports / holders);
    const { leased, within } = await leasePorts(pool, { holder, seconds: lease_s, at_most });
    const keys = new Set(leased.map(keyOf));
    // What is polled of a company whose machine is down goes on, as all does while the database is away.
    const lost = (held: Held) => !keys.has(keyOf(held)) && within?.includes(held.company_id) !== false;
    await this.#letGo([...this.#held.values()].filter(lost));
    for (const port of leased) {
      if (!this.#held.has(keyOf(port))) {
        this.#held.set(keyOf(port), { ...port });
        this.#stale.add(port.company_id);
      }
      if (sweeps) this.#stale.add(port.company_id);
    }
    if (sweeps) this.#swept_at_ms = clock.now();
  }

  async #measureShare(anew: boolean): Promise<void> {
    const { pool, lease_s } = this.#options;
    const holders = (await this.#notices?.countHolders(lease_s)) ?? 1;
    if (holders === 1) this.#share = { holders, ports: MAX_PORTS };
    else if (anew || holders !== this.#share.holders) {
      let ports = 0;
      for (const company_id of await listEnabledCompanies(pool))
        ports += await countPorts(pool, scopeOfWork(company_id));
      // While a machine is down its companies' ports are not counted, and are this instance's share all the same.
      const knew = this.#share.holders > 1 && lacksCompanies(pool);
      this.#share = { holders, ports: knew ? Math.max(ports, this.#share.ports) : ports };
    }
  }

  async #letGo(ports: readonly Held[]): Promise<void> {
    for (const held of ports) this.#held.delete(keyOf(held));
    await Promise.all(ports.map(({ poller }) => poller?.close()));
    await this.#release(ports);
  }

  async #release(ports: readonly Held[]): Promise<void> {
    const { pool, holder, log } = this.#options;
    for (const [company_id, held] of Map.groupBy(ports, (port) => port.company_id)) {
      const port_ids = held.map((port) => port.port_id);
      await releasePorts(pool, scopeOfWork(company_id), { holder, port_ids }).catch((error: unknown) =>
        log.warn(
          { company_id, why: errorText(error) },
          'ports were not given back; their lease ends by itself',
        ),
      );
    }
  }

  async #reload(): Promise<void> {
    const ofCompany = Map.groupBy(this.#held.values(), (held) => held.company_id);
    for (const company_id of [...this.#stale]) {
      const held = ofCompany.get(company_id) ?? [];
      this.#stale.delete(company_id);
      await this.#load(company_id, held).catch((error: unknown) => {
        this.#stale.add(company_id);
        throw error;
      });
    }
  }

  async #load(company_id: number, held: readonly Held[]): Promise<void> {
    if (held.length === 0) return;
    const port_ids = held.map((port) => port.port_id);
    const found = await listPortConfigurations(this.#options.pool, scopeOfWork(company_id), port_ids);
    const configurations = new Map(found.map((configuration) => [configuration.port_id, configuration]));
    const without = port_ids.filter((id) => !configurations.has(id));
    if (without.length > 0) await layAside(this.#options.pool, scopeOfWork(company_id), without);
    for (const port of held) await this.#apply(port, configurations.get(port.port_id));
    const pollers = held.flatMap(({ poller }) => poller ?? []);
    await dropClosed(this.#endpoints, company_id, pollers);
    this.#lighting.heard(company_id);
  }

  async #apply(held: Held, configuration: PortConfiguration | undefined): Promise<void> {
    if (configuration === undefined) {
      const { poller } = held;
      delete held.poller;
      delete held.configuration;
      await poller?.close();
      return;
    }
    if (isDeepStrictEqual(held.configuration, configuration)) return;
    held.configuration = configuration;
    if (held.poller) return held.poller.configure(configuration);
    const { clock } = this.#options;
    const [sink, observer] = [this.#sink, this.#observer];
    const reach = this.#endpoints.port(configuration.company_id, configuration.port_id);
    const at_once = this.#begun;
    held.poller = new PortPoller(configuration, { sink, observer, reach, clock, at_once });
  }
}

function keyOf({ company_id, port_id }: LeasedPort): string {
  return `${company_id}/${port_id}`;
}

function observerOf(
  book: HealthBook,
  { log, refused }: Pick<Required<AcquisitionOptions>, 'log' | 'refused'>,
): PollObserver {
  return {
    answered: (device) => log.info(device, 'the device answers'),
    silent: (device, { message }) => log.warn({ ...device, reason: message }, 'the device does not answer'),
    failed: (device, err) => log.error({ ...device, err }, 'the device could not be polled'),
    refused: ({ company_id, proj_code, short_name }, count) =>
      refused?.countRefused({
        company_id,
        source: 'modbus',
        device: `${proj_code}/${short_name}`,
        reason: 'out_of_range',
        count,
      }),
    polled: (device, facts) => {
      if (facts.answered) polls.inc({ result: 'answered' });
      else if (facts.silence) polls.inc({ result: 'silent' });
      book.polled(device, facts);
    },
    configured: (device, variables) => book.configured(device, variables),
    exchanged: (device, exchange) => book.exchanged(device, exchange),
    textsRead: (device, texts, failed) => book.textsRead(device, texts, failed),
  };
}
