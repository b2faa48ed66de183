import { connectAsync, type MqttClient } from 'mqtt';
import { topicOf } from '../../../src/features/measurements/mqtt.model.ts';
import { type Credential, VARIABLE } from './field.ts';
import { instantOf, type Outcome, readingOf, type Series, type Way } from './producer.ts';

// CONNACK: bad user name or password, not authorized. A device that is told so gives up.
const TURNED_AWAY = new Set([4, 5]);
const PATIENCE_MS = 90_000;

/** Deliveries by MQTT with a device's credential: acknowledged means that the broker has answered the publication. */
export function overMqtt(url: string, { user_name, secret }: Credential): Way {
  let client: MqttClient | undefined;

  async function connect(): Promise<MqttClient | Outcome> {
    if (client?.connected) return client;
    client?.end(true);
    client = undefined;
    try {
      const options = { username: user_name, password: secret, reconnectPeriod: 0, connectTimeout: 5_000 };
      client = await connectAsync(url, options, false);
      client.on('error', () => undefined);
      return client;
    } catch (error) {
      const { code } = error as { code?: unknown };
      return TURNED_AWAY.has(Number(code)) ? { fault: `turned away: ${String(error)}` } : 'again';
    }
  }

  return {
    name: 'mqtt',
    close: async () => {
      client?.end(true);
    },
    async deliver(series, numbers) {
      const connected = await connect();
      if (!(typeof connected === 'object' && 'publishAsync' in connected)) return connected;
      return publish(connected, user_name, payloadOf(series, numbers));
    },
  };
}

function payloadOf(series: Series, numbers: readonly number[]): string {
  return JSON.stringify(
    numbers.map((n) => ({ ts: instantOf(series, n), values: { [VARIABLE]: readingOf(series, n) } })),
  );
}

/** Without an answer the readings may or may not be stored: they are sent again over a new connection. */
async function publish(client: MqttClient, user: string, payload: string): Promise<Outcome> {
  const lost = Promise.withResolvers<Outcome>();
  const onClose = () => lost.resolve('again');
  const timer = setTimeout(() => lost.resolve({ fault: 'no answer within 30 s' }), PATIENCE_MS);
  client.once('close', onClose);
  try {
    const published = client.publishAsync(topicOf(user), payload, { qos: 1 }).then(
      (): Outcome => 'acknowledged',
      (): Outcome => 'again',
    );
    return await Promise.race([published, lost.promise]);
  } finally {
    clearTimeout(timer);
    client.off('close', onClose);
  }
}
