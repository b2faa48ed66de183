import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Area } from '../contract/call.ts';
import type { AreaAudit, AuditRegister } from './audit-register.ts';
import type { Config } from './config.ts';
import type { NetworkReach, NoteLed } from './endpoints/reach.ts';
import type { AreaWork } from './feature-work.ts';
import type { Uploads } from './files/uploads.ts';
import { type Handlers, type MountOptions, mount } from './http/mount.ts';
import type { Sentences } from './http/translator.ts';
import type { JobQueue } from './jobs.ts';
import type { LiveHub } from './live/hub.ts';
import type { Logger } from './log.ts';
import type { KindsOfMade } from './made-things.ts';
import type { Mailer } from './mail/outbox.ts';
import type { NotificationKinds } from './notifications/kinds.ts';
import type { Tx } from './tenancy.ts';
import type { ListAccess } from './views/list-access.ts';

/** Groups of calls, by the name that each has in the document and in the browser's client. */
export type CallGroups = Readonly<Record<string, Area>>;

/** What the program gives every area's handlers; an area names what else it needs, and the composition must have it. */
export interface Services {
  readonly config: Pick<
    Config,
    | 'attachmentsPerCompanyMb'
    | 'demo'
    | 'energy'
    | 'geocoder'
    | 'host'
    | 'mqtt'
    | 'outboundAllow'
    | 'providerName'
    | 'publicUrl'
    | 'registration'
    | 'signInPerMinute'
    | 'weather'
  >;
  /** Reads of screens, and what people write. */
  readonly pool: pg.Pool;
  /** Readings that come in, so that chart readers cannot starve them. */
  readonly ingestPool: pg.Pool;
  readonly hub: LiveHub;
  /** Where long work is handed to a worker. */
  readonly jobs: Pick<JobQueue, 'send'>;
  readonly mailer: Mailer;
  readonly uploads: Uploads;
  /** What people make that goes on without them, of every area. */
  readonly made: KindsOfMade;
  /** Who may read which list, of every area. */
  readonly lists: ListAccess;
  /** What the audit says of every area. */
  readonly audit: AuditRegister;
  readonly log: Logger;
  /** What people are notified of, of every area. */
  readonly notificationKinds: NotificationKinds;
  now(): Date;
  /** What a company may connect to: for calls that ask something of the field themselves. `note` keeps what a name leads to. */
  field(company_id: number, note?: NoteLed): NetworkReach;
  /** A key of this installation, by what it is for. */
  keyFor(purpose: string): Buffer;
  /** Given what ends an area's work before the pools are closed. */
  onClose(close: () => Promise<void>): void;
}

/** All that the server knows of an area. `G`: its calls; `S`: what its handlers need; `W`: what its work needs. */
export interface Feature<G extends CallGroups, S, W> extends AreaWork<W> {
  /** The folder's name. */
  readonly name: string;
  /** Its tables: statements of other areas name the views of its schema instead. */
  readonly tables: readonly string[];
  readonly calls: G;
  readonly handlers: (services: S) => { readonly [K in keyof G]: Handlers<G[K]> };
  /** Modules whose exported schemas have names in the document; the key tells two schemas of one name apart. */
  readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What its refusals say in Italian, by the English sentence. */
  readonly refusals?: Sentences;
  /** What the audit says of it. */
  readonly audit?: AreaAudit;
  /** Puts into a new company what the area wants there, in the transaction that founds it. */
  readonly seed?: (tx: Tx) => Promise<void>;
  /** Kinds of things that act by themselves, with whoever made them gone or demoted. */
  readonly made?: KindsOfMade;
  /** What it notifies people of. */
  readonly notifications?: NotificationKinds;
}

/** Declares an area's server side: calls, handlers and all else that the program would have to know of it. */
export function defineFeature<const G extends CallGroups, S, W>(feature: Feature<G, S, W>): Feature<G, S, W> {
  return feature;
}

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

/** The calls of several areas, group by group. */
export type CallsOf<F extends readonly { readonly calls: CallGroups }[]> = {
  readonly [K in keyof Intersection<F[number]['calls']>]: Intersection<F[number]['calls']>[K];
};

/** An area of any calls, as whoever walks over all areas sees it. */
export type AnyFeature<S> = Pick<Feature<CallGroups, S, never>, 'calls'> & {
  readonly handlers: (services: S) => Readonly<Record<string, unknown>>;
};

/** Serves all calls of an area. */
export function mountFeature<S>(
  app: FastifyInstance,
  { calls, handlers }: AnyFeature<S>,
  services: S,
  options: MountOptions,
): void {
  const made = handlers(services);
  // `defineFeature` held each group's handlers to its calls.
  for (const [group, area] of Object.entries(calls)) mount(app, area, made[group] as Handlers<Area>, options);
}
