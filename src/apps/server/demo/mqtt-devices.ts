import type pg from 'pg';
import { fleet } from '../../../../simulators/fleet.ts';
import { startMqttDevice } from '../../../../simulators/mqtt-device.ts';
import {
  type PlantDefinition,
  plantDevices,
  publishesItself,
  type SimulatedDevice,
} from '../../../../simulators/plant-definition.ts';
import { deviceValues } from '../../../../simulators/plant-model.ts';
import { topicOf, userNameOf } from '../../../features/measurements/mqtt.model.ts';
import { saveCredential } from '../../../features/measurements/server/mqtt-credentials.repository.ts';
import { findMqttBroker } from '../../../features/measurements/server/mqtt-credentials.routes.ts';
import { createDevice } from '../../../features/plants/server/plants.service.ts';
import { type Config, deriveKey } from '../../../shared/server/config.ts';
import { hashForBroker } from '../../../shared/server/mosquitto-hash.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { type DemoState, listDemoDevices } from './demo.repository.ts';
import { newDevice } from './install-demo.ts';

const EVERY_MS = 10_000;

interface Publishing {
  readonly plant: PlantDefinition;
  readonly device: SimulatedDevice;
}

interface Deps {
  readonly pool: pg.Pool;
  readonly config: Pick<Config, 'secretKey' | 'mqtt'>;
  readonly companies: DemoState['companies'];
}

/** The demonstration's devices that publish by MQTT, each with the credential that it was given. */
export async function startMqttDevices({
  pool,
  config,
  companies,
}: Deps): Promise<{ stop(): Promise<void> }> {
  const url = () => findUrl(pool, config.mqtt);
  const running = await Promise.all(
    publishing().map(async ({ plant, device }) => {
      const scope = scopeOfWork(companies[plant.company] ?? 0);
      const { user, secret } = await inScope(pool, scope, (tx) =>
        seed(tx, { plant, device }, config.secretKey),
      );
      const message = (at_ms: number) =>
        JSON.stringify({ ts: at_ms, values: deviceValues(plant, device, at_ms) });
      return startMqttDevice({ url, user, secret, topic: topicOf(user), message, every_ms: EVERY_MS });
    }),
  );
  return {
    async stop() {
      await Promise.all(running.map((device) => device.stop()));
    },
  };
}

function publishing(): Publishing[] {
  return fleet.flatMap((plant) =>
    plantDevices(plant)
      .filter((device) => publishesItself(plant, device))
      .map((device) => ({ plant, device })),
  );
}

/** A credential that somebody replaced stays theirs: the device then knocks in vain, as it would in the field. */
async function seed(tx: Tx, { plant, device }: Publishing, secretKey: string) {
  const { company_id } = tx.scope;
  const known = (await listDemoDevices(tx)).find(
    (row) => row.proj_code === plant.proj_code && row.short_name === device.short_name,
  );
  const device_id = known?.id ?? (await createDevice(tx, newDevice(plant, device, 0))).id;
  const user = userNameOf({ company_id, device_id });
  const secret = deriveKey(secretKey, `demonstration ${user}`).toString('base64url');
  await saveCredential(tx, { device_id, secret_hash: await hashForBroker(secret), replace: false });
  return { user, secret };
}

async function findUrl(pool: pg.Pool, mqtt: Config['mqtt']): Promise<string | undefined> {
  const { kind, state, port, tls } = await findMqttBroker(pool, mqtt);
  if (kind !== 'embedded' || state !== 'open') return undefined;
  return `${tls ? 'mqtts' : 'mqtt'}://127.0.0.1:${port}`;
}
