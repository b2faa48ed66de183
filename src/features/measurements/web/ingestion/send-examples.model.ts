import type { MqttDoor } from '../../mqtt-credentials.contract.ts';

/** What the examples are filled with. */
export interface Example {
  /** Such as https://portal.example.com. */
  origin: string;
  /** A plant and a device of the company, and a variable that it has. */
  plant: string;
  device: string;
  variable: string;
}

/** A backslash at the end of a line joins it with the next: the lines fit a phone, and still work as they are pasted. */
const JOINED = '\\\n';
const KEY = "KEY='mk_…'";
const WHEN = '$(date -u +%FT%TZ)';

const post = (origin: string, path: string, type: string): string[] => [
  KEY,
  `curl -X POST "${origin}${JOINED}${path}" \\`,
  '  -H "Authorization: Bearer $KEY" \\',
  `  -H 'Content-Type: ${type}' \\`,
];
const escaped = (text: string): string => text.replaceAll('"', '\\"');

/** One reading of now as JSON: a shell command that works as it is pasted, with a company's key. */
export function jsonExample({ origin, plant, device, variable }: Example): string {
  const body = [
    '{"readings":[{',
    `"device":"${plant}/${device}",`,
    `"ts":"${WHEN}",`,
    `"values":{"${variable}":412.5}}]}`,
  ].map(escaped);
  return [...post(origin, '/ingest/v1/readings/', 'application/json'), `  -d "${body.join(JOINED)}"`].join(
    '\n',
  );
}

/** The same as a line of InfluxDB's protocol, of the time it comes. */
export function lineExample({ origin, plant, device, variable }: Example): string {
  return [
    ...post(origin, '/ingest/v1/lines/', 'text/plain'),
    `  -d "pv,device=${plant}/${device} ${JOINED}${variable}=412.5"`,
  ].join('\n');
}

/** Two readings, one on each line. */
export function ndjsonExample({ origin, plant, device, variable }: Example): string {
  const line = (value: number) => [
    `{"device":"${plant}/${device}",`,
    `"ts":"${WHEN}",`,
    `"values":{"${variable}":${value}}}`,
  ];
  const lines = [line(412.5), line(413)].map((parts) => parts.map(escaped).join(JOINED));
  return [...post(origin, '/ingest/v1/ndjson/', 'application/x-ndjson'), `  -d "${lines.join('\n')}"`].join(
    '\n',
  );
}

/** Telegraf's own output for HTTP. */
export function telegrafExample({ origin, plant, device }: Example): string {
  return [
    '[global_tags]',
    `  device = "${plant}/${device}"`,
    '',
    '[[outputs.http]]',
    `  url = "${origin}/ingest/v1/lines/"`,
    '  method = "POST"',
    '  data_format = "influx"',
    '  content_encoding = "gzip"',
    '  [outputs.http.headers]',
    '    Authorization = "Bearer mk_…"',
    '    Content-Type = "text/plain; charset=utf-8"',
  ].join('\n');
}

/** A device's own credential, with its secret in the one moment in which it is shown. */
export interface Publishing {
  user_name: string;
  topic: string;
  secret?: string | undefined;
  variable: string;
}

/** One message by mosquitto's own client. */
export function mqttExample(
  broker: Pick<MqttDoor, 'port' | 'tls'> & { host: string },
  given: Publishing,
): string {
  const { user_name, topic, secret = '…', variable } = given;
  return [
    `mosquitto_pub -h ${broker.host} -p ${broker.port ?? 1883} \\`,
    ...(broker.tls ? ['  --cafile ca.pem \\'] : []),
    `  -u ${user_name} -P '${secret}' -q 1 \\`,
    `  -t ${topic} \\`,
    `  -m '{"values":{"${variable}":412.5}}'`,
  ].join('\n');
}

const EVERYWHERE = new Set(['0.0.0.0', '::']);
const LOOPBACK = /^(localhost|127\.[\d.]+|::1)$/;

/**
 * The host that devices are told: of a broker that listens everywhere the portal's own.
 * @param portal the host that the reader's browser came by
 */
export function hostOf({ host }: MqttDoor, portal: string): string {
  return host === null || EVERYWHERE.has(host) ? portal : host;
}

/** Whether only programs on the server itself can connect, though the reader is elsewhere. */
export function isOutOfReach({ kind, host }: MqttDoor, portal: string): boolean {
  return kind === 'embedded' && LOOPBACK.test(host ?? '') && !LOOPBACK.test(portal);
}
