import { type MqttDevice, userNameOf } from '../../features/measurements/mqtt.model.ts';
import type { RefusalCode } from '../../features/measurements/refusals.model.ts';
import { CompanyBatches } from './company-batches.ts';
import type { DoorOptions, Message, Outcome } from './messages.ts';
import { Publishers } from './publishers.ts';

/** The one way in for messages, whichever broker they came by: batches of one company, each one commit. */
export class MessageReceiver {
  readonly #options: DoorOptions;
  readonly #publishers: Publishers;
  readonly #companies = new Map<number, CompanyBatches>();

  constructor(options: DoorOptions) {
    this.#options = options;
    this.#publishers = new Publishers(options);
  }

  /**
   * Resolves when the message's readings are on disk, or known to be of no use.
   * @throws when it cannot be stored now: whoever sent it must send it again
   */
  take(message: Message): Promise<Outcome> {
    const { company_id } = message;
    let company = this.#companies.get(company_id);
    if (!company) {
      const done = () => this.#companies.delete(company_id);
      company = new CompanyBatches(company_id, { ...this.#options, publishers: this.#publishers, done });
      this.#companies.set(company_id, company);
    }
    return company.take(message);
  }

  /** Counts a message that never gets so far as to be read. @throws when it cannot be found out whose it is */
  async refuse(device: MqttDevice, reason: RefusalCode): Promise<void> {
    const { company_id, device_id } = device;
    const { open, found } = await this.#publishers.find(company_id, [device_id]);
    if (!open) return;
    const name = found.get(device_id)?.name ?? userNameOf(device);
    this.#options.refused.countRefused({ company_id, source: 'mqtt', device: name, reason, count: 1 });
  }

  /** Looks devices up anew: something of the company was changed. */
  forget(company_id: number | 'all'): void {
    this.#publishers.forget(company_id);
  }

  /** Notes that a device has connected. */
  seen(device: MqttDevice): void {
    this.#publishers.seen(device.company_id, [device.device_id]);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#companies.values()].map((company) => company.idle()));
  }
}
