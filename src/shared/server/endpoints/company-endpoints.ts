import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import { recordAudit } from '../audit.ts';
import { databaseIsAway } from '../database-faults.ts';
import type { OutboundGuard } from '../outbound.ts';
import { inScope, scopeOfWork, type Tx } from '../tenancy.ts';
import {
  type AddressQuery,
  findNameRight,
  giveFollowed,
  giveResolved,
  giveToSole,
  judgeAddresses,
  judgeLine,
  noteResolved,
} from './endpoints.repository.ts';
import type { LineReach, NameRight, NetworkReach, NoteLed } from './reach.ts';

export interface CompanyEndpointsDeps {
  readonly pool: pg.Pool;
  /** The installation's outer limit: OUTBOUND_ALLOW. */
  readonly guard: OutboundGuard;
  /** And SERIAL_ALLOW. */
  readonly allowTty?: ((tty: string) => boolean) | undefined;
  /** SOLE_COMPANY_ALLOW: the only company of the installation is given everything that those list. */
  readonly allToSole?: boolean | undefined;
}

/** Verdicts that are remembered for the time that the database is away. */
const REMEMBERED = 20_000;

/**
 * What each company may connect to: within the installation's outer limit, what the company was given of it, and nothing
 * that is another company's. Asked at each connection, with the addresses that it would go to.
 */
export class CompanyEndpoints {
  readonly #deps: CompanyEndpointsDeps;
  readonly #open = new Set<string>();

  constructor(deps: CompanyEndpointsDeps) {
    this.#deps = deps;
  }

  /**
   * For what somebody asks of the field without a port.
   * @param note keeps what a name leads to, where that becomes the company's
   */
  field(company_id: number, note?: NoteLed): NetworkReach {
    return {
      names: (host, port) => this.#names(company_id, host, port),
      open: (host, port, addresses) => this.#judge(company_id, { host, port, addresses, note }),
    };
  }

  /** For a port that is polled: what its name or linked line leads to becomes its company's. */
  port(company_id: number, port_id: number): NetworkReach & LineReach {
    return {
      names: (host, port) => this.#names(company_id, host, port),
      open: (host, port, addresses) =>
        this.#judge(company_id, { host, port, addresses, note: (tx, led) => noteResolved(tx, port_id, led) }),
      line: (tty, line) => this.#judgeLine(company_id, { tty, line, port_id }),
    };
  }

  /**
   * For programs that are told of alarms: public addresses may be shared, as far as they are no company's field; those of
   * private networks belong to a company like its devices.
   */
  receivers(company_id: number): NetworkReach {
    return {
      // Whatever a name leads to may be public: it is looked up, and not told unless an entry names it.
      names: async (host, port) => {
        const right = await this.#names(company_id, host, port);
        return right === 'none' ? 'quiet' : right;
      },
      open: (host, port, addresses) => this.#judge(company_id, { host, port, addresses, shared: isPublic }),
    };
  }

  /** Whether what is connected to is open still. @returns one answer for each, in their order */
  async stillOpen(
    company_id: number,
    ways: readonly { host: string; port: number; address: string }[],
  ): Promise<boolean[]> {
    const { guard } = this.#deps;
    const asked = ways.map((way) => ({ ...way, of_part: true }));
    const open = await this.#in(company_id, (tx) => judgeAddresses(tx, asked));
    return open.map((yes, i) => yes && guard(ways[i]?.address ?? '', ways[i]?.port ?? 0));
  }

  #in<T>(company_id: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return inScope(this.#deps.pool, scopeOfWork(company_id), work);
  }

  async #names(company_id: number, host: string, port: number): Promise<NameRight> {
    const find = () => this.#in(company_id, (tx) => findNameRight(tx, { host, port }));
    try {
      let right = await find();
      if (right === 'none' && (await this.#giveToSole(company_id))) right = await find();
      return { named: 'told', network: 'quiet', none: 'none' }[right] as NameRight;
    } catch (error) {
      if (!databaseIsAway(error)) throw error;
      // Polling goes on: where it leads to is judged by what was open before.
      return 'quiet';
    }
  }

  async #judge(
    company_id: number,
    wanted: {
      host: string;
      port: number;
      addresses: readonly string[];
      note?: NoteLed | undefined;
      /** Of receivers: addresses that several companies may have. What those lead to is given to nobody. */
      shared?: (address: string) => boolean;
    },
  ): Promise<string[]> {
    const { host, port, addresses, note, shared } = wanted;
    const within = addresses.filter((address) => this.#deps.guard(address, port));
    const isName = isIP(host) === 0;
    const gives = isName && shared === undefined;
    const give = (tx: Tx) => giveResolved(tx, { host, port, addresses: within });
    if (within.length === 0) {
      if (gives) await this.#unlessAway(company_id, give);
      return [];
    }
    const asked = within.map((address) => ({ host, port, address, of_part: !shared?.(address) }));
    const judge = async (tx: Tx) => {
      const open = await judgeAddresses(tx, asked);
      const allowed = within.filter((_, i) => open[i]);
      if (isName && allowed.length > 0) await note?.(tx, { port, addresses: allowed });
      return allowed;
    };
    return this.#remembered(company_id, asked, async () => {
      if (gives) await this.#in(company_id, give);
      const allowed = await this.#in(company_id, judge);
      if (allowed.length > 0 || !(await this.#giveToSole(company_id))) return allowed;
      return this.#in(company_id, judge);
    });
  }

  /** What may as well be done at the next connection. */
  async #unlessAway(company_id: number, work: (tx: Tx) => Promise<void>): Promise<void> {
    try {
      await this.#in(company_id, work);
    } catch (error) {
      if (!databaseIsAway(error)) throw error;
    }
  }

  /** While the database is away, what was open before is. */
  async #remembered(
    company_id: number,
    asked: readonly AddressQuery[],
    judge: () => Promise<string[]>,
  ): Promise<string[]> {
    const keyOf = ({ host, port, address }: AddressQuery) => `${company_id} ${host} ${port} ${address}`;
    try {
      const allowed = await judge();
      for (const one of asked) {
        this.#open.delete(keyOf(one));
        if (allowed.includes(one.address)) this.#remember(keyOf(one));
      }
      return allowed;
    } catch (error) {
      const known = asked.filter((one) => this.#open.has(keyOf(one)));
      if (!databaseIsAway(error) || known.length === 0) throw error;
      return known.map(({ address }) => address);
    }
  }

  #remember(key: string): void {
    this.#open.add(key);
    const [oldest] = this.#open;
    if (this.#open.size > REMEMBERED && oldest !== undefined) this.#open.delete(oldest);
  }

  async #judgeLine(
    company_id: number,
    { tty, line, port_id }: { tty: string; line: string; port_id: number },
  ): Promise<boolean> {
    const { allowTty = () => false } = this.#deps;
    if (!(allowTty(tty) || allowTty(line))) return false;
    const judge = async (tx: Tx) => {
      const open = await judgeLine(tx, tty, line);
      if (open && tty !== line) await noteResolved(tx, port_id, { line });
      return open;
    };
    const key = `${company_id} ${tty} ${line}`;
    try {
      await this.#in(company_id, (tx) => giveFollowed(tx, tty, line));
      let open = await this.#in(company_id, judge);
      if (!open && (await this.#giveToSole(company_id))) open = await this.#in(company_id, judge);
      this.#open.delete(key);
      if (open) this.#remember(key);
      return open;
    } catch (error) {
      if (databaseIsAway(error) && this.#open.has(key)) return true;
      throw error;
    }
  }

  async #giveToSole(company_id: number): Promise<boolean> {
    if (!this.#deps.allToSole) return false;
    return this.#in(company_id, async (tx) => {
      if (!(await giveToSole(tx))) return false;
      await recordAudit(tx, 'endpoint.allowed', 'SOLE_COMPANY_ALLOW', { given_by: 'setting' });
      return true;
    });
  }
}

/** Is it an address that anybody may have a receiver at? */
function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}
