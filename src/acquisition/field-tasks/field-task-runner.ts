import type { TaskRoute } from '../../features/cloudcontrol/field-task.model.ts';
import { fieldTaskQueue } from '../../features/cloudcontrol/server/field-task-queue.public.ts';
import { listEnabledCompanies } from '../../shared/server/callers.ts';
import { CompanyOwners } from '../../shared/server/company-owners.repository.ts';
import type { NetworkReach } from '../../shared/server/endpoints/reach.ts';
import { FairTurns } from '../../shared/server/fair-turns.ts';
import { errorText } from '../../shared/server/start-fault.ts';
import { scopeOfWork } from '../../shared/server/tenancy.ts';
import { Turns } from '../../shared/server/turns.ts';
import type { RegisterReader } from '../read-blocks.ts';
import { FreeGateway } from './free-gateway.ts';
import { Lane, type LaneTask } from './lanes.ts';
import { type HeldTasksParts, PendingTasks } from './pending-tasks.ts';
import { performTask } from './perform-task.ts';
import { type PortAccess, PortGone } from './port-access.ts';

/** A port that is polled here, as far as asking goes. */
export type AskedPort = Pick<PortAccess, 'ask'>;

export type AskedRunnerParts = HeldTasksParts & {
  /** What a company may connect to, for gateways that no port leads to. */
  readonly reach: (company_id: number) => NetworkReach;
  /** The ports of a company that are polled here. */
  readonly ports: (company_id: number) => ReadonlyMap<number, AskedPort>;
};

/** How often it is said that tasks are still in hand, and how soon is looked again when the database did not answer. */
const RENEW_EVERY_MS = 5_000;
const LOOK_AGAIN_MS = 2_000;
/** Companies that are looked at together after notices were missed: the pool is there for others as well. */
const COMPANIES_AT_ONCE = 4;
/** Gateways without a port that are asked at once, in all and of a company: a silent one takes a minute for each task. */
const GATEWAYS_AT_ONCE = 16;
const GATEWAYS_OF_ONE = 4;

/**
 * Asks the field what people want to know: takes their tasks out of the database, through the ports that are polled here
 * or to gateways that no port leads to, one after the other on each connection. Never fails; what this instance cannot ask
 * any more is given back to the others.
 */
export class FieldTaskRunner {
  readonly #parts: AskedRunnerParts;
  readonly #held: PendingTasks;
  readonly #lanes = new Map<string, Lane>();
  readonly #looking = new Map<number, { again: boolean; done: Promise<void> }>();
  readonly #later = new Map<number, NodeJS.Timeout>();
  readonly #working = new Set<Promise<void>>();
  readonly #gateways = new FairTurns({ at_once: GATEWAYS_AT_ONCE, of_one: GATEWAYS_OF_ONE });
  readonly #owners: CompanyOwners;
  readonly #renewing: NodeJS.Timeout;
  #closed = false;

  constructor(parts: AskedRunnerParts) {
    this.#parts = parts;
    this.#held = new PendingTasks(parts);
    this.#owners = new CompanyOwners(parts.pool);
    this.#renewing = setInterval(() => {
      for (const company_id of this.#held.companies()) this.heard(company_id);
    }, RENEW_EVERY_MS).unref();
  }

  /** Something was asked or given up in a company. */
  heard(company_id: number): void {
    if (this.#closed) return;
    const looking = this.#looking.get(company_id);
    if (looking !== undefined) {
      looking.again = true;
      return;
    }
    clearTimeout(this.#later.get(company_id));
    this.#later.delete(company_id);
    const done = this.#look(company_id).finally(() => {
      const again = this.#looking.get(company_id)?.again;
      this.#looking.delete(company_id);
      if (again) this.heard(company_id);
    });
    this.#looking.set(company_id, { again: false, done });
  }

  /** Notices may have been missed. */
  async missed(): Promise<void> {
    try {
      const turns = new Turns(COMPANIES_AT_ONCE);
      const companies = await listEnabledCompanies(this.#parts.pool);
      await Promise.all(companies.map((company_id) => turns.run(() => this.#lookAt(company_id))));
    } catch (error) {
      this.#parts.log.warn({ why: errorText(error) }, 'what people ask of the field cannot be looked for');
    }
  }

  async #lookAt(company_id: number): Promise<void> {
    this.heard(company_id);
    await this.#looking.get(company_id)?.done;
  }

  /** Asks nothing more, and gives back what is in hand. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#renewing);
    for (const timer of this.#later.values()) clearTimeout(timer);
    await Promise.all([...this.#looking.values()].map(({ done }) => done));
    for (const lane of this.#lanes.values()) lane.drain();
    await this.#held.close();
    await Promise.all(this.#working);
  }

  async #look(company_id: number): Promise<void> {
    const { pool, holder, ports, log } = this.#parts;
    try {
      await this.#held.renew(company_id);
      const port_ids = [...ports(company_id).keys()];
      const { taken, again_s } = await fieldTaskQueue.take(pool, scopeOfWork(company_id), {
        holder,
        port_ids,
      });
      for (const task of taken) this.#enqueue({ ...task, company_id });
      if (again_s !== null) this.#lookLater(company_id, again_s * 1000);
    } catch (error) {
      log.warn({ company_id, why: errorText(error) }, 'what people ask cannot be taken');
      this.#lookLater(company_id, LOOK_AGAIN_MS);
    }
  }

  #lookLater(company_id: number, wait_ms: number): void {
    if (this.#closed) return;
    const timer = setTimeout(() => this.heard(company_id), wait_ms).unref();
    this.#later.set(company_id, timer);
  }

  #enqueue(task: LaneTask): void {
    if (!this.#held.add(task)) return;
    const { company_id, port_id, gateway } = task;
    // A connection is one company's: what may be connected to was judged for it alone.
    const key = port_id === null ? `gateway ${company_id} ${gateway}` : `port ${company_id}/${port_id}`;
    const lane = this.#lanes.get(key) ?? new Lane(key);
    lane.add(task);
    if (this.#lanes.has(key)) return;
    this.#lanes.set(key, lane);
    const reach = this.#parts.reach(company_id);
    const work = port_id === null ? this.#askGateway(lane, company_id, reach) : this.#askPort(lane);
    const working = work.finally(() => this.#working.delete(working));
    this.#working.add(working);
  }

  /** A lane in which nobody waits is forgotten at once: whoever comes next makes another. */
  #next(lane: Lane): ReturnType<Lane['next']> {
    const next = lane.next();
    if (next === undefined) this.#lanes.delete(lane.key);
    return next;
  }

  async #askPort(lane: Lane): Promise<void> {
    const { ports } = this.#parts;
    for (let next = this.#next(lane); next !== undefined; next = this.#next(lane)) {
      const { task, begins } = next;
      await this.#held.perform(task, async (order, signal) => {
        const port = ports(task.company_id).get(task.port_id ?? 0);
        if (port === undefined) throw new PortGone('the port is not polled here');
        return port.ask((reader) => performTask(order, { reader, signal }), { at_once: begins, signal });
      });
    }
  }

  /** Each task is a turn of its company's: what waits behind it lets other gateways and other companies go first. */
  async #askGateway(lane: Lane, company_id: number, reach: NetworkReach): Promise<void> {
    const gateway = new FreeGateway(reach);
    const owner_id = await this.#ownerOf(company_id);
    let isLeft = true;
    while (isLeft)
      isLeft = await this.#gateways.run({ company_id, owner_id }, () => this.#askNext(lane, gateway));
    gateway.close();
  }

  /** Whose turns a company's tasks take; its own where the database does not answer. */
  async #ownerOf(company_id: number): Promise<number | null> {
    try {
      return await this.#owners.of(company_id);
    } catch (error) {
      this.#parts.log.warn(
        { company_id, why: errorText(error) },
        'the owner of a company cannot be looked up',
      );
      return null;
    }
  }

  /** Does the next task of a lane. @returns whether another waits */
  async #askNext(lane: Lane, gateway: FreeGateway): Promise<boolean> {
    const next = this.#next(lane);
    if (next === undefined) return false;
    const { task, begins } = next;
    const { abandoned } = await this.#held.perform(task, (order, signal) => {
      const { way } = order.asked as { way: TaskRoute };
      const reader = laterReader(() => gateway.reader(way, { at_once: begins }));
      return performTask(order, { reader, signal });
    });
    // Somebody's answer may still be waited for: the next must not wait for it as well.
    if (abandoned) gateway.close();
    if (lane.isEmpty) this.#lanes.delete(lane.key);
    return !lane.isEmpty;
  }
}

/** A reader that is made when it is first asked: what then fails is an answer of the field like any other. */
function laterReader(make: () => Promise<RegisterReader>): RegisterReader {
  let made: Promise<RegisterReader> | undefined;
  return {
    async read(...request) {
      made ??= make();
      return (await made).read(...request);
    },
  };
}
