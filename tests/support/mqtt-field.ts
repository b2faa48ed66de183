import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { type MqttDevice, topicOf, userNameOf } from '../../src/features/measurements/mqtt.model.ts';
import { createCredential } from '../../src/features/measurements/server/mqtt-credentials.service.ts';
import { NewDevice } from '../../src/features/plants/device-fields.contract.ts';
import { createDevice } from '../../src/features/plants/server/plants.service.ts';
import { inScope, type Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makePlant, openTestPool } from './field.ts';

/** A device with its credential, as it was shown once. */
export interface Publisher extends MqttDevice {
  readonly user: string;
  readonly secret: string;
  readonly topic: string;
  /** `proj_code/short_name` */
  readonly name: string;
}

export interface MqttField {
  readonly test: Awaited<ReturnType<typeof openTestPool>>;
  readonly scope: Scope;
  /** Makes a device that may publish `ac_power_kw` and `energy_total_kwh`. */
  addPublisher(): Promise<Publisher>;
  /** Readings of a device's first variable, oldest first: seconds since `since` and value. */
  stored(publisher: MqttDevice, since?: number): Promise<[number, number | null][]>;
  /** What was refused: device, reason, count. */
  refused(): Promise<[string, string, number][]>;
}

/** A company with a plant whose devices publish by MQTT, on a database of its own. */
export async function makeMqttField(max = 8): Promise<MqttField> {
  const test = await openTestPool(max);
  const { pool } = test;
  const scope = await makeCompany(pool, 'Mqtt');
  const { company_id } = scope;
  await makePlant(pool, scope, 'M1');
  let devices = 0;
  return {
    test,
    scope,
    addPublisher: () =>
      inScope(pool, scope, async (tx) => {
        const short_name = `D${++devices}`;
        const variables = [{ name: 'ac_power_kw' }, { name: 'energy_total_kwh' }];
        const device = NewDevice.parse({ proj_code: 'M1', short_name, interval_s: 60, variables });
        const { id: device_id } = await createDevice(tx, device);
        const { secret } = await createCredential(tx, { device_id, replace: false });
        const user = userNameOf({ company_id, device_id });
        return { company_id, device_id, user, secret, topic: topicOf(user), name: `M1/${short_name}` };
      }),
    stored: ({ device_id }, since = 0) =>
      inScope(pool, scope, async (tx) => {
        const { rows } = await tx.query<{ ts: Date; value: number | null }>(
          'select ts, vals[1] as value from obs where company_id = $1 and device_id = $2 order by ts',
          [company_id, device_id],
        );
        return rows.map(({ ts, value }) => [(ts.getTime() - since) / 1000, value]);
      }),
    refused: () =>
      inScope(pool, scope, async (tx) => {
        const { rows } = await tx.query<{ device: string; reason: string; count: number }>(
          `select device, reason, count::int as count from refused_reading
           where company_id = $1 and source = 'mqtt' order by device, reason`,
          [company_id],
        );
        return rows.map(({ device, reason, count }) => [device, reason, count]);
      }),
  };
}

/** A device's own client, connected; it does not connect again by itself. */
export function connectPublisher(
  url: string,
  { user, secret }: Pick<Publisher, 'user' | 'secret'>,
  options: IClientOptions = {},
): Promise<MqttClient> {
  const given = { username: user, password: secret, reconnectPeriod: 0, connectTimeout: 5_000 };
  return connectAsync(url, { ...given, ...options });
}

/** Resolves when a client's connection ends. */
export function closeOf(client: MqttClient): Promise<void> {
  return new Promise((resolve) => client.once('close', () => resolve()));
}

/** A message of readings: seconds after `since` and what was measured then. */
export function messageOf(since: number, readings: Readonly<Record<number, number>>): string {
  return JSON.stringify(
    Object.entries(readings).map(([seconds, ac_power_kw]) => ({
      ts: since + Number(seconds) * 1000,
      values: { ac_power_kw },
    })),
  );
}
