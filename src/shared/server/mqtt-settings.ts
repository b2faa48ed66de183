import { resolve } from 'node:path';

/** An address that is listened on. */
export interface MqttListen {
  readonly host: string;
  /** 0: the system chooses one. */
  readonly port: number;
}

/** How devices reach the program by MQTT: a broker of somebody else's, the embedded one, or not at all. */
export interface MqttSettings {
  /** Where the embedded broker listens; undefined when there is none. */
  readonly listen: MqttListen | undefined;
  /** Whether somebody set that address: a taken one is then a fault, and not only a pity. */
  readonly demanded: boolean;
  /** The broker of somebody else's, password included. */
  readonly url: string | undefined;
  /** PEM files, absolute. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
}

/** The settings as they are written. */
interface Written {
  readonly MQTT_LISTEN?: string | undefined;
  readonly MQTT_URL?: string | undefined;
  readonly MQTT_TLS_CERT?: string | undefined;
  readonly MQTT_TLS_KEY?: string | undefined;
}

const BY_DEFAULT: MqttListen = { host: '127.0.0.1', port: 1883 };

/** Reads `host:port`, an IPv6 address in brackets, or `off`; undefined when it is neither. */
export function readMqttListen(text: string): MqttListen | 'off' | undefined {
  if (text.trim() === 'off') return 'off';
  const parts = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]+)):(\d{1,5})$/.exec(text.trim());
  const port = Number(parts?.[3]);
  const host = parts?.[1] ?? parts?.[2];
  return host === undefined || port > 65_535 ? undefined : { host, port };
}

/** Whether a text names an MQTT broker: `mqtt://` or `mqtts://`, with user and password if it asks for them. */
export function isBrokerUrl(text: string): boolean {
  if (!/^mqtts?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, search, hash } = new URL(text);
  return hostname !== '' && /^\/?$/.test(pathname) && search === '' && hash === '';
}

/** What cannot be set together, in sentences. */
export function* mqttFaults({ MQTT_LISTEN, MQTT_URL, MQTT_TLS_CERT, MQTT_TLS_KEY }: Written) {
  if ((MQTT_TLS_CERT === undefined) !== (MQTT_TLS_KEY === undefined))
    yield 'MQTT_TLS_CERT and MQTT_TLS_KEY must be set together';
  if (MQTT_URL !== undefined && MQTT_LISTEN !== undefined && MQTT_LISTEN !== 'off')
    yield 'MQTT_LISTEN must be left out or off when MQTT_URL names a broker';
}

/** The checked settings in the shape that the program uses. */
export function mqttSettings(written: Written): MqttSettings {
  const { MQTT_LISTEN, MQTT_URL: url, MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key } = written;
  const wish = MQTT_LISTEN === undefined ? BY_DEFAULT : readMqttListen(MQTT_LISTEN);
  return {
    listen: url !== undefined || wish === 'off' ? undefined : wish,
    demanded: MQTT_LISTEN !== undefined,
    url,
    tls: cert && key ? { cert: resolve(cert), key: resolve(key) } : undefined,
  };
}
