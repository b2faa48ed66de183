import type { AskedWay } from '../../features/cloudcontrol/field-task.model.ts';
import type { AllowAddress } from '../modbus/connect.ts';
import { ModbusLink } from '../modbus/link.ts';
import type { RegisterReader } from '../read-blocks.ts';

/** The connection to a gateway that no port leads to, for as long as somebody asks it. */
export class FreeGateway {
  readonly #allow: AllowAddress;
  #link: ModbusLink | undefined;
  #framer: AskedWay['framer'] | undefined;

  /** @param allow the outbound guard, asked about each resolved address */
  constructor(allow: AllowAddress) {
    this.#allow = allow;
  }

  /** Reads of one task, with its own time-out. @param at_once a connection that rests after failures is tried once now */
  reader({ host, port, framer, timeout_ms }: AskedWay, { at_once }: { at_once: boolean }): RegisterReader {
    // One connection at a time, however two questions think that it is framed.
    if (framer !== this.#framer) this.close();
    this.#framer = framer;
    this.#link ??= new ModbusLink({ host, port, framer, timeout_ms, allow: this.#allow });
    const link = this.#link;
    if (at_once) link.hurry();
    return { read: (request, watch) => link.read(request, watch, timeout_ms) };
  }

  close(): void {
    this.#link?.close();
    this.#link = undefined;
  }
}
