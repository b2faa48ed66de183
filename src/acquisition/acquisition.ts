import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { DatabaseTarget } from '../shared/server/database-target.ts';
import type { Logger } from '../shared/server/log.ts';
import type { OutboundGuard } from '../shared/server/outbound.ts';
import { errorText } from '../shared/server/start-fault.ts';
import { listEnabledCompanies, scopeOfWork } from '../shared/server/tenancy.ts';
import { type Clock, systemClock } from './clock.ts';
import { ConfigurationNotices } from './configuration-notices.ts';
import {
  countPorts,
  type LeasedPort,
  leasePorts,
  listPortConfigurations,
  releasePorts,
} from './polling.repository.ts';
import type { PortConfiguration } from './port-configuration.ts';
import { type PollObserver, PortPoller, type PortStatus } from './port-poller.ts';
import { type BatchWriter, ReadingSink, type SinkStatus } from './reading-sink.ts';

export type AcquisitionOptions = {
  readonly pool: pg.Pool;
  /** For the connection that listens. */
  readonly database: DatabaseTarget;
  readonly writer: BatchWriter;
  readonly guard: OutboundGuard;
  readonly log: Logger;
  /** This instance's name among the leases; made from the machine's by default. */
  readonly holder?: string;
  readonly clock?: Clock;
  /** Seconds after which the ports of an instance that died are free, 30 by default. */
  readonly lease_s?: number;
  readonly lease_every_ms?: number;
  readonly sweep_every_ms?: number;
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

const MOST_PORTS = 1_000_000;
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
  readonly #held = new Map<string, Held>();
  readonly #stale = new Set<number>();
  #notices: ConfigurationNotices | undefined;
  #running: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();
  #nap = new AbortController();
  #asked = false;
  #swept_at_ms = Number.NEGATIVE_INFINITY;
  #share = { holders: 1, at_most: MOST_PORTS };
  #away = false;

  constructor(options: AcquisitionOptions) {
    this.#options = {
      holder: `${hostname().slice(0, 24)}-${randomBytes(4).toString('hex')}`,
      clock: systemClock,
      lease_s: 30,
      // Also when a notice is lost, the ports of a disabled company are given up within ten seconds.
      lease_every_ms: 8_000,
      sweep_every_ms: 30_000,
      ...options,
    };
    const { writer, log } = this.#options;
    this.#sink = new ReadingSink({ writer, log });
    this.#observer = observerOf(log);
  }

  async start(): Promise<void> {
    const { database, holder, log } = this.#options;
    this.#notices = new ConfigurationNotices({
      database,
      holder,
      log,
      changed: (company_id) => this.#ask([company_id]),
      missed: () => this.#ask([...this.#held.values()].map((held) => held.company_id)),
    });
    await this.#round();
    this.#running = this.#run();
  }

  status(): AcquisitionStatus {
    const ports = [...this.#held.values()].flatMap(({ poller }) => (poller ? [poller.status()] : []));
    const listening = this.#notices?.listening ?? false;
    return { holder: this.#options.holder, listening, ports, ...this.#sink.status() };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#nap.abort();
    await this.#running;
    await this.#notices?.close();
    const held = [...this.#held.values()];
    await Promise.all(held.map(({ poller }) => poller?.close()));
    await this.#sink.close();
    this.#held.clear();
    // With the database away there is nothing to give back to: the leases end by themselves.
    if (this.#sink.status().waiting === 0) await this.#release(held);
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
    const { at_most } = this.#share;
    const leased = await leasePorts(pool, { holder, seconds: lease_s, at_most });
    const keys = new Set(leased.map(keyOf));
    await this.#letGo([...this.#held.values()].filter((held) => !keys.has(keyOf(held))));
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
    if (holders === 1) this.#share = { holders, at_most: MOST_PORTS };
    else if (anew || holders !== this.#share.holders) {
      let ports = 0;
      for (const company_id of await listEnabledCompanies(pool))
        ports += await countPorts(pool, scopeOfWork(company_id));
      this.#share = { holders, at_most: Math.ceil(ports / holders) };
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
    for (const port of held) await this.#apply(port, configurations.get(port.port_id));
  }

  async #apply(held: Held, configuration: PortConfiguration | undefined): Promise<void> {
    if (configuration === undefined) {
      await held.poller?.close();
      delete held.poller;
      delete held.configuration;
      return;
    }
    if (isDeepStrictEqual(held.configuration, configuration)) return;
    held.configuration = configuration;
    if (held.poller) return held.poller.configure(configuration);
    const { guard, clock } = this.#options;
    held.poller = new PortPoller(configuration, { sink: this.#sink, observer: this.#observer, guard, clock });
  }
}

function keyOf({ company_id, port_id }: LeasedPort): string {
  return `${company_id}/${port_id}`;
}

function observerOf(log: Logger): PollObserver {
  return {
    answered: (device) => log.info(device, 'the device answers'),
    silent: (device, reason) => log.warn({ ...device, reason }, 'the device does not answer'),
    failed: (device, err) => log.error({ ...device, err }, 'the device could not be polled'),
  };
}
