import type { TaskRoute } from '../../features/cloudcontrol/field-task.model.ts';
import type { NetworkReach } from '../../shared/server/endpoints/reach.ts';
import { refusedAddress } from '../modbus/connect.ts';
import { ModbusLink } from '../modbus/link.ts';
import type { RegisterReader } from '../read-blocks.ts';

/** The connection to a gateway that no port leads to, for as long as somebody asks it. */
export class FreeGateway {
  readonly #reach: NetworkReach;
  #link: ModbusLink | undefined;
  #framer: TaskRoute['framer'] | undefined;

  /** @param reach what the company may connect to, asked about each resolved address */
  constructor(reach: NetworkReach) {
    this.#reach = reach;
  }

  /**
   * Reads of one task, with its own time-out.
   * @param at_once another question: what is connected to is judged anew, and a connection that rests after failures is
   * tried once now
   */
  async reader(
    { host, port, framer, timeout_ms }: TaskRoute,
    { at_once }: { at_once: boolean },
  ): Promise<RegisterReader> {
    const address = this.#link?.address ?? null;
    if (at_once && address !== null && (await this.#reach.open(host, port, [address])).length === 0) {
      this.close();
      throw refusedAddress({ host, port });
    }
    // One connection at a time, however two questions think that it is framed.
    if (framer !== this.#framer) this.close();
    this.#framer = framer;
    this.#link ??= new ModbusLink({ host, port, framer, timeout_ms, reach: this.#reach });
    const link = this.#link;
    if (at_once) link.hurry();
    return { read: (request, watch) => link.read(request, watch, timeout_ms) };
  }

  close(): void {
    this.#link?.close();
    this.#link = undefined;
  }
}
