import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { type CloudSettings, cloudEnvironment, cloudSettings } from './cloud-settings.ts';
import { type EnergySettings, energyEnvironment, energyFaults, energySettings } from './energy-settings.ts';
import {
  type GeocoderSettings,
  geocoderEnvironment,
  geocoderFaults,
  geocoderSettings,
} from './geocoder-settings.ts';
import { type HostSettings, hostEnvironment, hostSettings } from './host-settings.ts';
import { type DayLimits, dayLimits, dayLimitsEnvironment } from './mail/day-limits.ts';
import { readSmtpUrl } from './mail/smtp-server.ts';
import { type MapSettings, mapEnvironment, mapSettings } from './map-settings.ts';
import { isBrokerUrl, type MqttSettings, mqttFaults, mqttSettings, readMqttListen } from './mqtt-settings.ts';
import { type OutboundRule, readOutbound, readProxies, splitList } from './network-settings.ts';
import { secretKeyFault } from './secret-key.ts';
import { readSerialDevices } from './serial-settings.ts';
import { type SmsSettings, smsEnvironment, smsFaults, smsSettings } from './sms-settings.ts';
import { StartFault } from './start-fault.ts';
import {
  type WeatherSettings,
  weatherEnvironment,
  weatherFaults,
  weatherSettings,
} from './weather-settings.ts';

export { deriveKey } from './secret-key.ts';

/** What a program instance may do: answer calls, poll devices and write readings, run jobs. */
export const roleNames = ['api', 'acquisition', 'jobs'] as const;
export type Role = (typeof roleNames)[number];

/** Password of the demonstration's users; public, which is why the demonstration then listens on loopback only. */
export const defaultDemoPassword = 'meridiana-demo';

const SENDER = /^([^<>\p{Cc}"@,;:]*<[^\s<>\p{Cc}@,;:"]+@[\w.-]+>|[^\s<>\p{Cc}@,;:"]+@[\w.-]+)$/u;

const port = wholeNumber(0, 65_535);

/** Every setting, read from the environment. The descriptions are what docs/settings.md lists. */
const environment = z.object({
  SECRET_KEY: z
    .string()
    .superRefine((key, context) => {
      const fault = secretKeyFault(key);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    })
    .optional()
    .describe(
      '32 bytes or more that all other keys are derived from; made on first start, demanded with DATABASE_URL',
    ),
  PORT: port.default(3000).describe('port of the portal and its calls'),
  HOST: z.string().default('127.0.0.1').describe('address to listen on'),
  DATA_DIR: z.string().default('./data').describe('folder of the embedded database and its secrets'),
  DATABASE_URL: databaseUrl().describe('a PostgreSQL 15 or later to use instead of the embedded one'),
  DATABASE_OWNER_URL: databaseUrl().describe('a login that is a member of meridiana_owner, for migrations'),
  DEMO_PASSWORD: z
    .string()
    .min(12, 'must have at least 12 characters')
    .default(defaultDemoPassword)
    .describe("password of the demonstration's users"),
  ROLES: z
    .string()
    .default(roleNames.join(','))
    .transform(splitList)
    .pipe(
      z.array(z.enum(roleNames, `may list ${roleNames.join(', ')}`)).min(1, 'must name at least one role'),
    )
    .describe('what this instance does: api, acquisition, jobs'),
  PROVIDER_NAME: z
    .string()
    .max(80, 'may have 80 characters')
    .default('Meridiana')
    .describe('name in the footer and in mail'),
  REGISTRATION: z
    .enum(['open', 'invite'], 'must be open or invite')
    .default('open')
    .describe('who may create an account: anyone, or who was invited'),
  ...mapEnvironment,
  ...hostEnvironment,
  ...geocoderEnvironment,
  ...weatherEnvironment,
  ...cloudEnvironment,
  ...energyEnvironment,
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform((text, context) =>
      readOutbound(text, (message) => context.addIssue({ code: 'custom', message })),
    )
    .describe(
      'networks and ports that devices and webhooks may have, for instance 10.0.0.0/8:502, 192.168.1.7; nothing else is connected to',
    ),
  SERIAL_ALLOW: z
    .string()
    .default('')
    .transform((text, context) =>
      readSerialDevices(text, (message) => context.addIssue({ code: 'custom', message })),
    )
    .describe(
      'serial devices that ports may use, for instance /dev/ttyUSB0, /dev/ttyS*; nothing else is opened',
    ),
  SOLE_COMPANY_ALLOW: z
    .enum(['listed', 'all'], 'must be listed or all')
    .default('listed')
    .describe(
      'all gives the only company of an installation everything that OUTBOUND_ALLOW and SERIAL_ALLOW list; whoever comes later is given nothing by it',
    ),
  PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^\s?#]+$/, 'must be an address such as https://portal.example.com')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('address of the portal in mailed links; by default that of HOST and PORT'),
  SMTP_URL: z
    .string()
    .refine(
      (url) => readSmtpUrl(url) !== undefined,
      'must be smtp://user:password@host:587 or smtps://…, with special characters of the password escaped',
    )
    .optional()
    .describe(
      'mail server, smtp://user:password@host:587 or smtps://…; without it mail is kept and `npm run admin -- outbox` prints it',
    ),
  MAIL_FROM: z
    .string()
    .max(200, 'may have 200 characters')
    .regex(SENDER, 'must be an address, or a name and an address: Portal <portal@example.com>')
    .default('Meridiana <no-reply@localhost>')
    .describe("sender of the portal's mail"),
  ...smsEnvironment,
  ...dayLimitsEnvironment,
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be a level of pino (info, warn, …)',
    )
    .optional()
    .describe('least severity that is logged; info, in the demonstration warn'),
  TRUST_PROXY: z
    .string()
    .default('')
    .transform((text, context) =>
      readProxies(text, (message) => context.addIssue({ code: 'custom', message })),
    )
    .describe('addresses or networks of the proxies in front, or their number'),
  SECURITY_CONTACT: z
    .string()
    .max(200, 'may have 200 characters')
    .regex(
      /^(https:\/\/[^\s]+|tel:\+?[\d-]+|(mailto:)?[^\s@:]+@[^\s@]+)$/,
      'must be a mail address, or begin with https:// or tel:',
    )
    .optional()
    .describe(
      'whom `/.well-known/security.txt` names for reports of faults; by default it names `/security.md`',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have 16 characters or more')
    .regex(/^[\x21-\x7e]*$/, 'may have letters, digits and signs without spaces')
    .optional()
    .describe('what `/metrics` demands as a bearer token; without it this machine alone may read it'),
  SIGN_IN_PER_MINUTE: wholeNumber(1, 10_000)
    .default(30)
    .describe('sign-in attempts that one address may make in a minute'),
  ATTACHMENTS_PER_COMPANY_MB: wholeNumber(1, 10_000_000)
    .default(5000)
    .describe('what the files that people attach to records of one company may have together, in MB'),
  MQTT_LISTEN: z
    .string()
    .refine(
      (text) => readMqttListen(text) !== undefined,
      'must be host:port, for instance 0.0.0.0:1883, or off',
    )
    .optional()
    .describe('where the embedded MQTT broker listens, or off'),
  MQTT_URL: z
    .string()
    .refine(
      isBrokerUrl,
      'must be mqtt://user:password@host:1883 or mqtts://…, with special characters escaped',
    )
    .optional()
    .describe('an MQTT broker to use instead of the embedded one'),
  MQTT_TLS_CERT: z.string().optional().describe("PEM file of the embedded broker's certificate"),
  MQTT_TLS_KEY: z.string().optional().describe("PEM file of that certificate's private key"),
});

/** The settings as the environment gives them; the secret may still have to be made. */
export interface Settings extends HostSettings {
  readonly demo: boolean;
  readonly secretKey: string | undefined;
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly databaseOwnerUrl: string | undefined;
  readonly demoPassword: string;
  readonly roles: readonly Role[];
  readonly providerName: string;
  readonly registration: 'open' | 'invite';
  readonly map: MapSettings;
  readonly geocoder: GeocoderSettings;
  readonly outboundAllow: readonly OutboundRule[];
  readonly serialAllow: readonly string[];
  /** What the only company of the installation is given of both: what was listed for it, or all. */
  readonly soleCompanyAllow: 'listed' | 'all';
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** Undefined: mail is kept, not sent. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly sms: SmsSettings;
  readonly dayLimits: DayLimits;
  /** Undefined: reports of faults are sent to the page on security. */
  readonly securityContact: string | undefined;
  readonly logLevel: string;
  /** What Fastify's trustProxy takes. */
  readonly trustProxy: false | number | readonly string[];
  /** Undefined: this machine alone may read the figures. */
  readonly metricsToken: string | undefined;
  readonly signInPerMinute: number;
  readonly attachmentsPerCompanyMb: number;
  readonly mqtt: MqttSettings;
  readonly weather: WeatherSettings;
  readonly clouds: CloudSettings;
  readonly energy: EnergySettings;
}

/** What the program's parts run with. Plain JSON: it travels to the child processes by message. */
export interface Config extends Settings {
  readonly secretKey: string;
}

/** Names, defaults and meanings of all settings, for docs/settings.md and its test. */
export function describeSettings(): { name: string; meaning: string }[] {
  return Object.entries(environment.shape).map(([name, rule]) => ({ name, meaning: rule.description ?? '' }));
}

/**
 * Reads the settings; a variable that is set but empty counts as unset.
 * @throws StartFault that names every wrong setting in one sentence, without repeating a secret
 */
export function loadConfig(env: NodeJS.ProcessEnv, options: { demo: boolean }): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = environment.safeParse(given);
  if (!read.success)
    throw faultOf(read.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`));
  const values = read.data;
  const faults = [...combinationFaults(values, options.demo)];
  if (faults.length > 0) throw faultOf(faults);
  return {
    demo: options.demo,
    secretKey: values.SECRET_KEY,
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    demoPassword: values.DEMO_PASSWORD,
    roles: values.ROLES,
    providerName: values.PROVIDER_NAME,
    registration: values.REGISTRATION,
    map: mapSettings(values),
    ...hostSettings(values),
    geocoder: geocoderSettings(values),
    outboundAllow: values.OUTBOUND_ALLOW,
    serialAllow: values.SERIAL_ALLOW,
    soleCompanyAllow: values.SOLE_COMPANY_ALLOW,
    publicUrl: values.PUBLIC_URL ?? `http://${hostInUrl(values.HOST)}:${values.PORT}`,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    sms: smsSettings(values),
    dayLimits: dayLimits(values),
    securityContact: values.SECURITY_CONTACT,
    logLevel: values.LOG_LEVEL ?? (options.demo ? 'warn' : 'info'),
    trustProxy: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN,
    signInPerMinute: values.SIGN_IN_PER_MINUTE,
    attachmentsPerCompanyMb: values.ATTACHMENTS_PER_COMPANY_MB,
    mqtt: mqttSettings(values),
    weather: weatherSettings(values),
    clouds: cloudSettings(values),
    energy: energySettings(values),
  };
}

/** How a browser on this machine would write the address that is listened on. */
function hostInUrl(host: string): string {
  if (!ipaddr.isValid(host)) return host;
  const address = ipaddr.parse(host);
  if (address.range() === 'unspecified') return 'localhost';
  return address.kind() === 'ipv6' ? `[${host}]` : host;
}

/** Whether an address to listen on is this machine's own only. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

function* combinationFaults(values: z.infer<typeof environment>, demo: boolean): Generator<string> {
  if (values.DATABASE_URL !== undefined && values.SECRET_KEY === undefined) {
    yield 'SECRET_KEY must be set when DATABASE_URL is: make one with `openssl rand -base64 48`';
  }
  if (values.DATABASE_OWNER_URL !== undefined && values.DATABASE_URL === undefined) {
    yield 'DATABASE_OWNER_URL needs DATABASE_URL beside it';
  }
  yield* mqttFaults(values);
  yield* smsFaults(values);
  yield* geocoderFaults(values);
  yield* weatherFaults(values);
  yield* energyFaults(values);
  if (demo && values.DEMO_PASSWORD === defaultDemoPassword && !isLoopback(values.HOST)) {
    yield 'HOST must be a loopback address while the demonstration has its public password: set DEMO_PASSWORD too';
  }
}

function faultOf(faults: string[]): StartFault {
  return new StartFault(
    `${faults.length === 1 ? 'A setting is' : 'Settings are'} wrong: ${faults.join('; ')}.`,
  );
}

function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
}

function databaseUrl() {
  return z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional();
}
