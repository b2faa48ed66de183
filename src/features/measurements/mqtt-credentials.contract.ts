import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, ProjCode } from '../../shared/contract/fields.ts';

/** How a device proves itself to the broker; never its secret. A device has at most one. */
export const MqttCredential = z.object({
  /** The device's own number: it has one credential at most. */
  id: z.int(),
  device_id: z.int(),
  proj_code: z.string(),
  short_name: z.string(),
  user_name: z.string(),
  /** The one topic that it may publish to. */
  topic: z.string(),
  created_at: Instant,
  /** When it last sent a message or connected, to the minute; null: never. */
  last_seen_at: Instant.nullable(),
});
export type MqttCredential = z.infer<typeof MqttCredential>;

/** How this installation takes messages by MQTT, as it is at this moment. */
export const MqttDoor = z.object({
  /** Its own broker, somebody else's, or none at all. */
  kind: z.enum(['embedded', 'broker', 'off']),
  /** Whether messages can come in: nothing listens while the port is taken, or nobody has told yet. */
  state: z.enum(['open', 'taken', 'away', 'unknown', 'off']),
  /** Where devices connect to; null when it is off. */
  host: z.string().nullable(),
  port: z.int().nullable(),
  tls: z.boolean(),
});
export type MqttDoor = z.infer<typeof MqttDoor>;

export const mqttCredentialsCalls = area({
  door: call({
    method: 'GET',
    path: '/api/v1/mqtt-door/',
    summary: 'Where devices send messages to by MQTT, and whether that is open now',
    topics: ['mqtt'],
    access: 'asset.read',
    // It reads no row: the broker tells its state by the name of its connection.
    tx: 'none',
    ok: MqttDoor,
  }),
  list: call({
    method: 'GET',
    path: '/api/v1/mqtt-credentials/',
    summary: 'Credentials of devices that publish by MQTT; never their secrets',
    topics: ['mqtt'],
    access: 'plants.write',
    query: z.object({ proj_code: ProjCode.optional(), device_id: Id.optional() }),
    ok: z.array(MqttCredential),
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/mqtt-credentials/',
    confirmed: 'always',
    summary:
      'Makes the credential of a device; `secret` is shown in this answer only. With `replace` the one before ends at once',
    topics: ['mqtt'],
    access: 'plants.write',
    body: z.object({ device_id: z.int().positive(), replace: z.boolean().default(false) }),
    ok: MqttCredential.extend({ secret: z.string() }),
    status: 201,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/mqtt-credentials/{id}/',
    summary: "Takes a device's credential away; its live connections end within seconds",
    topics: ['mqtt'],
    access: 'plants.write',
    params: z.object({ id: Id }),
    ok: z.undefined(),
    status: 204,
  }),
});
