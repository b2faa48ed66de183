import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type BrokerState, brokerName } from '../../features/measurements/mqtt.model.ts';
import type { DatabaseTarget } from '../../shared/server/database-target.ts';
import type { Logger } from '../../shared/server/log.ts';
import type { MqttSettings } from '../../shared/server/mqtt-settings.ts';
import { errorCode, errorText, StartFault } from '../../shared/server/start-fault.ts';
import { inScope, scopeOfWork } from '../../shared/server/tenancy.ts';
import { ConfigurationNotices } from '../configuration-notices.ts';
import { CredentialCheck } from './credential-check.ts';
import { EmbeddedBroker } from './embedded-broker.ts';
import { mqttListenFault } from './listen-fault.ts';
import { MessageReceiver } from './message-receiver.ts';
import type { DoorOptions } from './messages.ts';
import { listLiveHashes, signConnection } from './mqtt.repository.ts';
import { BrokerSessions } from './sessions.ts';

export type MqttOptions = Omit<DoorOptions, 'log'> & {
  readonly pool: pg.Pool;
  readonly database: DatabaseTarget;
  readonly settings: MqttSettings;
  readonly log: Logger;
  /** Tells this installation from others at the same broker; not a secret. */
  readonly installation: string;
  /** Any free port of the machine will do where the wanted one is taken: of a demonstration nobody knows the port. */
  readonly any_port?: boolean;
  /** Between looks at whether devices that are connected still may be, and at who shares the sessions; 5 s by default. */
  readonly round_ms?: number;
};

export type MqttStatus = { readonly state: BrokerState; readonly port: number };

const ROUND_MS = 5_000;

/** The way in by MQTT of this instance. */
export class MqttReceiver {
  readonly #options: MqttOptions;
  readonly #receiver: MessageReceiver;
  readonly #check: CredentialCheck;
  readonly #connection: ConfigurationNotices;
  readonly #closing = new AbortController();
  #broker: EmbeddedBroker | undefined;
  #sessions: BrokerSessions | undefined;
  #status: MqttStatus = { state: 'away', port: 0 };
  #rounds: Promise<void> = Promise.resolve();
  #round: Promise<void> | undefined;

  private constructor(options: MqttOptions) {
    this.#options = options;
    this.#receiver = new MessageReceiver(options);
    this.#check = new CredentialCheck({ pool: options.pool });
    this.#connection = new ConfigurationNotices({
      database: options.database,
      log: options.log,
      holder: '',
      name: () => brokerName(this.#status.state, this.#status.port),
      changed: (company_id) => this.#changed(company_id),
      missed: () => this.#connected(),
      lost: () => void this.#sessions?.drop(),
    });
  }

  /**
   * Opens the way in that the settings ask for; undefined when they ask for none.
   * @throws StartFault when the port that was set cannot be had, or a certificate cannot be used
   */
  static async open(options: MqttOptions): Promise<MqttReceiver | undefined> {
    const { url, listen } = options.settings;
    if (url === undefined && listen === undefined) return undefined;
    const receiver = new MqttReceiver(options);
    try {
      if (url === undefined) await receiver.#listen();
      else receiver.#join(url);
    } catch (error) {
      await receiver.close();
      throw error;
    }
    receiver.#rounds = receiver.#run();
    return receiver;
  }

  status(): MqttStatus {
    return this.#status;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#rounds;
    await this.#round;
    await this.#sessions?.close();
    await this.#broker?.close();
    await this.#receiver.close();
    await this.#connection.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      await sleep(this.#options.round_ms ?? ROUND_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.#look();
    }
  }

  /** One look at a time; whoever asks during one is answered by it or by the next round. */
  #look(): Promise<void> {
    this.#round ??= this.#lookOnce()
      .catch((error: unknown) => this.#options.log.debug({ why: errorText(error) }, 'MQTT was not looked at'))
      .finally(() => {
        this.#round = undefined;
      });
    return this.#round;
  }

  async #lookOnce(): Promise<void> {
    if (this.#status.state === 'taken') await this.#listenQuietly();
    await this.#sessions?.share();
    await this.#endOthers();
  }

  #changed(company_id: number | 'all'): void {
    this.#receiver.forget(company_id);
    this.#check.forget(company_id);
    if (!this.#closing.signal.aborted) void this.#look();
  }

  // What was said while there was no connection has been heard by nobody.
  #connected(): void {
    this.#say(this.#status.state, this.#status.port);
    this.#changed('all');
  }

  #join(url: string): void {
    const { log, installation } = this.#options;
    const prefix = `meridiana-${createHash('sha256').update(installation).digest('hex').slice(0, 8)}`;
    this.#sessions = new BrokerSessions({
      url,
      prefix,
      log,
      receiver: this.#receiver,
      connection: this.#connection,
      changed: (open) => this.#say(open > 0 ? 'open' : 'away', 0),
    });
  }

  async #listen(): Promise<void> {
    const { settings, log, any_port } = this.#options;
    const { host = '', port = 0 } = settings.listen ?? {};
    try {
      await this.#openPort(port);
    } catch (error) {
      if (error instanceof StartFault) throw error;
      if (settings.demanded) throw mqttListenFault(error, host, port);
      if (any_port && errorCode(error) === 'EADDRINUSE') return this.#openPort(0);
      const said = { host, port, why: errorText(error) };
      log.warn(said, 'no messages by MQTT: the port cannot be had; set MQTT_LISTEN, or off');
      this.#say('taken', port);
    }
  }

  // Whoever had it may have ended: perhaps it was this program's own predecessor.
  async #listenQuietly(): Promise<void> {
    await this.#openPort(this.#status.port).then(
      () => this.#options.log.info({ port: this.#status.port }, 'messages by MQTT can come in now'),
      () => undefined,
    );
  }

  async #openPort(port: number): Promise<void> {
    const { settings, log } = this.#options;
    const host = settings.listen?.host ?? '127.0.0.1';
    const { tls } = settings;
    this.#broker = await EmbeddedBroker.listen({
      receiver: this.#receiver,
      check: this.#check,
      log,
      host,
      port,
      tls,
    });
    this.#say('open', this.#broker.port);
  }

  #say(state: BrokerState, port: number): void {
    this.#status = { state, port };
    void this.#connection.ask((client) => signConnection(client, brokerName(state, port)));
  }

  /** Ends the connections of devices whose credential is gone or another one, or whose company is closed. */
  async #endOthers(): Promise<void> {
    const connected = this.#broker?.connected() ?? [];
    for (const [company_id, devices] of Map.groupBy(connected, (device) => device.company_id)) {
      const ids = [...new Set(devices.map(({ device_id }) => device_id))];
      const live = await inScope(
        this.#options.pool,
        scopeOfWork(company_id),
        (tx) => listLiveHashes(tx, ids),
        'read only',
      );
      this.#broker?.end((device) => {
        return (
          device.company_id === company_id &&
          ids.includes(device.device_id) &&
          live.get(device.device_id) !== device.hash
        );
      });
    }
  }
}
