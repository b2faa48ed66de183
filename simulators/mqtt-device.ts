import { connect, type MqttClient } from 'mqtt';

export interface MqttDeviceOptions {
  /** Where the broker is now, or undefined while it is not known; asked again after each lost connection. */
  readonly url: () => Promise<string | undefined>;
  readonly user: string;
  readonly secret: string;
  readonly topic: string;
  /** The next message; undefined while there is nothing to say. */
  readonly message: (at_ms: number) => string | undefined;
  readonly every_ms: number;
}

const LOOK_EVERY_MS = 1_000;
const ANSWER_MS = 5_000;

/** A device that publishes what it measures at QoS 1, for as long as it runs; what it cannot send is lost, as with many. */
export function startMqttDevice(options: MqttDeviceOptions): { stop(): Promise<void> } {
  const { user, secret, topic, every_ms } = options;
  let client: MqttClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const join = async (): Promise<void> => {
    const url = await options.url();
    if (url === undefined || stopped) return;
    const joined = connect(url, {
      username: user,
      password: secret,
      clientId: 'simulated',
      reconnectPeriod: 0,
      connectTimeout: ANSWER_MS,
      // Only ever on loopback, where whoever could stand between is this machine itself.
      rejectUnauthorized: false,
    });
    client = joined;
    joined.on('error', () => joined.end(true));
    joined.on('close', () => {
      if (client === joined) client = undefined;
    });
  };

  const step = async (): Promise<void> => {
    if (client === undefined) await join();
    const message = client?.connected ? options.message(Date.now()) : undefined;
    if (message !== undefined) await client?.publishAsync(topic, message, { qos: 1 });
  };

  const run = (): void => {
    step()
      // Nobody waits for it: the next step tries again.
      .catch(() => client?.end(true))
      .finally(() => {
        if (!stopped) timer = setTimeout(run, client?.connected ? every_ms : LOOK_EVERY_MS);
      });
  };
  run();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.endAsync(true);
    },
  };
}
