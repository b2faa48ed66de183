import { type EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes';
import { topicOf } from '../../features/measurements/mqtt.model.ts';
import type { Logger } from '../../shared/server/log.ts';
import { errorText, StartFault } from '../../shared/server/start-fault.ts';
import type { CredentialCheck, Proved } from './credential-check.ts';
import type { MessageReceiver } from './message-receiver.ts';
import { contentOf } from './messages.ts';
import { limitPackets } from './packet-limit.ts';
import { SignInGate, type SignInLimits } from './sign-in-gate.ts';

export type BrokerOptions = {
  readonly receiver: Pick<MessageReceiver, 'take' | 'refuse' | 'seen'>;
  readonly check: Pick<CredentialCheck, 'prove'>;
  readonly log: Pick<Logger, 'warn' | 'debug'>;
  readonly host: string;
  /** 0: the system chooses. */
  readonly port: number;
  /** PEM files. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** 10,000 by default. */
  readonly connections_at_most?: number;
  readonly sign_in?: SignInLimits;
};

const MAX_CONNECTIONS = 10_000;
/** Of one credential: a device, and what it has not noticed to be dead yet. */
const CONNECTIONS_OF_DEVICE = 10;
const MAX_CLIENT_ID = 128;
const CONNECT_MS = 10_000;
/**
 * A sign-in takes milliseconds: these are enough for a plant of hundreds of devices behind one address that come back
 * together (who is turned away comes again), and at 32 KB of a first packet each they cost 32 MB at the most. One
 * address alone cannot take the places of the others.
 */
const SIGN_IN: SignInLimits = { at_most: 1_000, of_address: 250, within_ms: CONNECT_MS };
/** Whoever guesses waits; nobody else notices. */
const WRONG_ANSWER_MS = 300;
const NOTHING = Buffer.alloc(0);
/** What a CONNACK says of a refusal. */
const [AWAY, WRONG] = [3, 4];

const refusal = (returnCode: number, message: string): AuthenticateError =>
  Object.assign(new Error(message), { returnCode }) as AuthenticateError;

/**
 * The embedded broker: it takes messages and gives none. A device publishes to the one topic of its credential; the
 * acknowledgement waits for the commit, and where that fails the connection ends instead, so that the device sends again.
 */
export class EmbeddedBroker {
  readonly #options: BrokerOptions;
  readonly #broker: Aedes;
  readonly #server: Server;
  readonly #devices = new WeakMap<Client, Proved>();
  /** Those that have signed in and are connected, by user. */
  readonly #clients = new Map<string, Set<Client>>();
  /** The same by company, the oldest first. */
  readonly #of_company = new Map<number, Set<Client>>();
  readonly #gate: SignInGate;
  /** So many may have signed in: the places of those that do so just now are beside them. */
  readonly #most: number;
  readonly #sockets = new Set<Socket>();
  #closing = false;

  private constructor(options: BrokerOptions) {
    this.#options = options;
    const sign_in = options.sign_in ?? SIGN_IN;
    const places = options.connections_at_most ?? MAX_CONNECTIONS;
    this.#gate = new SignInGate(sign_in);
    this.#most = Math.max(Math.ceil(places / 2), places - sign_in.at_most);
    this.#broker = this.#makeBroker();
    this.#server = makeServer(options.tls, (socket) => this.#serve(socket));
    this.#server.maxConnections = places;
    this.#server.on('connection', (socket: Socket) => this.#gate.enter(socket));
    this.#server.on('tlsClientError', (error) => this.#note(error));
  }

  /** @throws the error of a port that cannot be had; StartFault for a certificate that cannot be used */
  static async listen(options: BrokerOptions): Promise<EmbeddedBroker> {
    const broker = new EmbeddedBroker(options);
    await broker.#broker.listen();
    try {
      broker.#server.listen(options.port, options.host);
      await once(broker.#server, 'listening');
    } catch (error) {
      await broker.close();
      throw error;
    }
    broker.#server.on('error', (error) =>
      options.log.warn({ why: errorText(error) }, 'the MQTT port failed'),
    );
    return broker;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Devices that are connected now. */
  connected(): Proved[] {
    return [...this.#clients.values()].flatMap((of_user) =>
      [...of_user].flatMap((client) => this.#devices.get(client) ?? []),
    );
  }

  /** Ends the connections of devices that may not go on. */
  end(over: (device: Proved) => boolean): void {
    for (const of_user of this.#clients.values())
      for (const client of of_user) {
        const device = this.#devices.get(client);
        if (!device || over(device)) client.close();
      }
  }

  /** Takes nothing more; what is being stored is still acknowledged where the device waits for it. */
  async close(): Promise<void> {
    this.#closing = true;
    const closed = this.#server.listening ? once(this.#server, 'close') : undefined;
    this.#server.close();
    await new Promise<void>((resolve) => this.#broker.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #makeBroker(): Aedes {
    const broker = new Aedes({
      connectTimeout: CONNECT_MS,
      queueLimit: 20,
      maxInflightInbound: 100,
      maxTopicLevels: 20,
      preConnect: (_client, { clientId }, done) => {
        const long = clientId.length > MAX_CLIENT_ID;
        done(long ? new Error('the client id is too long') : null, !long);
      },
      authenticate: (client, user, secret, done) => {
        this.#admit(client, user ?? '', secret ?? NOTHING).then(
          () => done(null, true),
          (error: AuthenticateError) => done(error, null),
        );
      },
      authorizePublish: (client, packet, done) => {
        this.#take(client, packet).then(
          () => done(null),
          (error: Error) => done(error),
        );
      },
      // A subscription is refused by its answer; the device may go on publishing.
      authorizeSubscribe: (_client, _subscription, done) => done(null, null),
      authorizeForward: () => null,
    });
    broker.on('clientError', (_client, error) => this.#note(error));
    broker.on('connectionError', (_client, error) => this.#note(error));
    // The types leave the event out; without a listener it would end the process.
    (broker as EventEmitter).on('error', (error: unknown) =>
      this.#options.log.warn({ why: errorText(error) }, 'the MQTT broker stumbled'),
    );
    return broker;
  }

  #serve(socket: Socket): void {
    // The gate may have ended it a moment ago.
    if (socket.destroyed) return;
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.setNoDelay(true).setKeepAlive(true, 60_000);
    limitPackets(socket);
    this.#broker.handle(socket);
  }

  async #admit(client: Client, user: string, secret: Buffer): Promise<void> {
    const socket = client.conn as Socket;
    const address = socket.remoteAddress ?? '';
    const verdict = await this.#options.check.prove({ user, secret, address });
    // Some clients never come back after a refusal, whatever it says; after a lost connection all of them do.
    if (verdict === 'busy') return client.close();
    if (verdict === 'wrong') {
      await new Promise((resolve) => setTimeout(resolve, WRONG_ANSWER_MS));
      throw refusal(WRONG, 'user name or secret is wrong');
    }
    if (socket.destroyed) throw refusal(AWAY, 'the connection has ended');
    const others = this.#clients.get(user) ?? new Set();
    // The oldest most likely died without a word; whoever is refused may never come back.
    const [oldest] = others;
    if (others.size >= CONNECTIONS_OF_DEVICE) oldest?.close();
    // Client ids are everybody's own choice: two devices with the same one shall not end each other's connection.
    client.id = `${user}/${client.id}`;
    // Nothing is brought to a device later: of a session that shall last only half of a message would be left, for each
    // client id that it thinks of, in memory for ever.
    Object.assign(client, { clean: true });
    this.#makeRoom();
    const of_company = this.#of_company.get(verdict.company_id) ?? new Set();
    this.#of_company.set(verdict.company_id, of_company.add(client));
    this.#devices.set(client, verdict);
    this.#clients.set(user, others.add(client));
    socket.once('close', () => this.#left(verdict, client));
    this.#gate.pass(socket);
    this.#options.receiver.seen(verdict);
  }

  /** Where all places are taken, the company that has the most gives its oldest: no company keeps the devices of others out. */
  #makeRoom(): void {
    const companies = [...this.#of_company.values()];
    if (companies.reduce((sum, { size }) => sum + size, 0) < this.#most) return;
    const largest = companies.reduce((one, other) => (other.size > one.size ? other : one));
    const [oldest] = largest;
    if (oldest === undefined) return;
    largest.delete(oldest);
    oldest.close();
  }

  #left({ user, company_id }: Proved, client: Client): void {
    drop(this.#clients, user, client);
    drop(this.#of_company, company_id, client);
  }

  /** Resolves when the message may be acknowledged. @throws when the connection must end instead */
  async #take(client: Client | null, packet: PublishPacket): Promise<void> {
    const device = client ? this.#devices.get(client) : undefined;
    // At our own end a last will would speak of a device that is alive.
    if (!client || !device || (this.#closing && client.closed)) throw new Error('nobody to take this from');
    const payload = contentOf(packet.payload);
    const { topic, retain } = packet;
    // The broker gives messages to nobody: what it keeps of one is for its answers alone.
    packet.payload = NOTHING;
    packet.retain = false;
    packet.topic = topicOf(device.user);
    if (topic !== topicOf(device.user)) return this.#options.receiver.refuse(device, 'foreign_topic');
    // An empty retained message is how MQTT clears one: there is nothing to clear.
    if (retain && payload.length === 0) return;
    const outcome = await this.#options.receiver.take({ ...device, payload, arrived: Date.now() });
    if (outcome === 'unknown') throw new Error('the credential holds no more');
  }

  #note(error: Error): void {
    this.#options.log.debug({ why: errorText(error) }, 'an MQTT connection ended');
  }
}

function drop<K>(sets: Map<K, Set<Client>>, key: K, client: Client): void {
  const set = sets.get(key);
  set?.delete(client);
  if (set?.size === 0) sets.delete(key);
}

function makeServer(tls: BrokerOptions['tls'], serve: (socket: Socket) => void): Server {
  if (tls === undefined) return createServer(serve);
  const files = { cert: readPem(tls.cert), key: readPem(tls.key) };
  try {
    return createTlsServer({ ...files, handshakeTimeout: CONNECT_MS }, serve);
  } catch (cause) {
    const why = errorText(cause);
    throw new StartFault(`MQTT_TLS_CERT and MQTT_TLS_KEY are no certificate and its key: ${why}.`, { cause });
  }
}

function readPem(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new StartFault(`The file ${path} for MQTT cannot be read: ${errorText(cause)}.`, { cause });
  }
}
