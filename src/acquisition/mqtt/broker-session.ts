import { connect, type IPublishPacket, type MqttClient } from 'mqtt';
import { deviceOfTopic, SHARED_TOPIC } from '../../features/measurements/mqtt.model.ts';
import type { Logger } from '../../shared/server/log.ts';
import { errorText } from '../../shared/server/start-fault.ts';
import type { MessageReceiver } from './message-receiver.ts';
import { bytesOf, contentOf } from './messages.ts';

export type SessionOptions = {
  /** mqtt:// or mqtts://, with user and password. */
  readonly url: string;
  /** The broker knows the session by it: what came while nobody was there is kept for this name. */
  readonly client_id: string;
  readonly receiver: Pick<MessageReceiver, 'take'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'debug'>;
  /** Told when messages can come in, and when they cannot any more. */
  readonly changed: (open: boolean) => void;
  /** First pause before connecting again, 500 ms by default; it doubles up to 30 s. */
  readonly retry_ms?: number;
};

type Done = (error?: Error) => void;

const MAX_RETRY_MS = 30_000;
const CONNECT_MS = 10_000;
const REFUSED = 128;
/** Messages taken and not yet acknowledged; brokers have limits of their own, usually lower. */
const MAX_UNDERWAY = 1_000;
/** What they hold together, give or take the last one: four sessions of one instance come to 64 MB. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Tells the library to go on without an acknowledgement: ours follows the commit. */
const LATER = new Error('acknowledged after the commit');

/**
 * A session at somebody else's broker that outlives its connections. A message is acknowledged when it is on disk; where
 * that fails the connection is given up, and the broker sends again whatever was not acknowledged.
 */
export class BrokerSession {
  readonly #options: SessionOptions;
  readonly #client: MqttClient;
  readonly #first_ms: number;
  #retry_ms: number;
  #open = false;
  #logged = false;
  #underway = 0;
  #bytes = 0;
  #resume: Done | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#first_ms = options.retry_ms ?? 500;
    this.#retry_ms = this.#first_ms;
    this.#client = connect(options.url, {
      clientId: options.client_id,
      clean: false,
      protocolVersion: 4,
      keepalive: 30,
      connectTimeout: CONNECT_MS,
      reconnectPeriod: this.#retry_ms,
      reconnectOnConnackError: true,
      resubscribe: false,
    });
    this.#client.handleMessage = (packet, done) => this.#handle(packet, done as Done);
    this.#client.on('connect', () => this.#subscribe());
    this.#client.on('close', () => this.#closed());
    this.#client.on('error', (error) => this.#tell(error));
  }

  get open(): boolean {
    return this.#open;
  }

  /** Leaves the session to whoever takes it up next; the broker goes on keeping messages for it. */
  async close(): Promise<void> {
    await this.#client.endAsync(true);
  }

  // Also where the session was kept: its subscription may be another program version's.
  #subscribe(): void {
    this.#client.subscribe(SHARED_TOPIC, { qos: 1 }, (error, granted = []) => {
      const refused = granted.find(({ qos }) => qos >= REFUSED);
      if (error || refused) return this.#giveUp(error ?? new Error('the subscription was refused'));
      this.#retry_ms = this.#first_ms;
      this.#client.options.reconnectPeriod = this.#retry_ms;
      this.#logged = false;
      this.#open = true;
      this.#options.log.info({}, 'messages come in from the MQTT broker');
      this.#options.changed(true);
    });
  }

  #handle(packet: IPublishPacket, done: Done): void {
    const device = deviceOfTopic(packet.topic);
    // A retained copy was delivered when it was published; an empty one only clears it.
    if (!device || packet.retain) {
      done();
      return;
    }
    const { stream } = this.#client;
    // Nothing below may hold the packet itself until the commit: only its content is counted.
    const { qos, messageId = 0 } = packet;
    const payload = contentOf(packet.payload);
    const bytes = bytesOf(payload);
    this.#underway++;
    this.#bytes += bytes;
    this.#options.receiver
      .take({ ...device, payload, arrived: Date.now() })
      .then(
        () => this.#acknowledge({ qos, messageId }, stream),
        (error: unknown) => this.#giveUp(error, stream),
      )
      .finally(() => this.#settled(bytes));
    if (this.#isFull() || qos === 0) this.#resume = () => done(LATER);
    else done(LATER);
  }

  // The library acknowledges one message at a time, each before it looks at the next: a commit for each would be slow.
  #acknowledge({ qos, messageId }: { qos: number; messageId: number }, stream: MqttClient['stream']): void {
    if (qos === 0 || this.#client.stream !== stream || !stream.writable) return;
    stream.write(Uint8Array.of(0x40, 2, messageId >> 8, messageId & 0xff));
  }

  #isFull(): boolean {
    return this.#underway >= MAX_UNDERWAY || this.#bytes >= MAX_BYTES;
  }

  #settled(bytes: number): void {
    this.#underway--;
    this.#bytes -= bytes;
    if (this.#isFull()) return;
    const resume = this.#resume;
    this.#resume = undefined;
    resume?.();
  }

  #giveUp(error: unknown, stream = this.#client.stream): void {
    this.#tell(error);
    if (this.#client.stream === stream) stream.destroy();
  }

  #closed(): void {
    this.#retry_ms = Math.min(MAX_RETRY_MS, this.#retry_ms * 2);
    this.#client.options.reconnectPeriod = this.#retry_ms;
    if (!this.#open) return;
    this.#open = false;
    this.#options.changed(false);
  }

  #tell(error: unknown): void {
    const said = { client_id: this.#options.client_id, why: errorText(error) };
    if (this.#logged) this.#options.log.debug(said, 'still no messages from the MQTT broker');
    else this.#options.log.warn(said, 'messages from the MQTT broker cannot be taken now; it is tried again');
    this.#logged = true;
  }
}
