import type pg from 'pg';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { MqttSettings } from '../../../shared/server/mqtt-settings.ts';
import { readBrokerNames } from '../mqtt.model.ts';
import type { MqttDoor, mqttCredentialsCalls } from '../mqtt-credentials.contract.ts';
import { listBrokerNames } from './mqtt-credentials.repository.ts';
import { createCredential, credentialsOf, removeCredential } from './mqtt-credentials.service.ts';

const PORT = { 'mqtt:': 1883, 'mqtts:': 8883 } as const;

/** Where devices connect to, and whether they can now. */
export async function findMqttBroker(pool: pg.Pool, settings: MqttSettings): Promise<MqttDoor> {
  const { url, listen } = settings;
  if (url === undefined && listen === undefined)
    return { kind: 'off', state: 'off', host: null, port: null, tls: false };
  const broker = readBrokerNames(await listBrokerNames(pool));
  const state = broker?.state ?? 'unknown';
  if (url !== undefined) {
    const { hostname, port, protocol } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    const standard = PORT[protocol as keyof typeof PORT];
    return { kind: 'broker', state, host, port: Number(port || standard), tls: protocol === 'mqtts:' };
  }
  // A broker that may choose its port says which one it was.
  const port = broker?.state === 'open' ? broker.port : (listen?.port ?? null);
  return { kind: 'embedded', state, host: listen?.host ?? null, port, tls: settings.tls !== undefined };
}

export interface MqttCredentialsDeps {
  readonly pool: pg.Pool;
  readonly mqtt: MqttSettings;
}

/** Calls about devices that publish by MQTT. */
export function mqttCredentialsHandlers({
  pool,
  mqtt,
}: MqttCredentialsDeps): Handlers<typeof mqttCredentialsCalls> {
  return {
    door: () => findMqttBroker(pool, mqtt),
    list: ({ tx, query }) => credentialsOf(tx, query),
    create: ({ tx, body }) => createCredential(tx, body),
    remove: ({ tx, params }) => removeCredential(tx, params.id),
  };
}
