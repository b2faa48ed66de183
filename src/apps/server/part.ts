import type { Config } from '../../shared/server/config.ts';
import type { DatabaseTarget } from '../../shared/server/database-target.ts';
import type { Metrics } from '../../shared/server/metrics.ts';

/** A running part of the program inside one process. */
export interface Part {
  /** Where it listens, for the part that does: 'http://127.0.0.1:3000'. */
  readonly address?: string;
  /** Finishes what is under way and lets go of everything; resolves when it has. */
  close(): Promise<void>;
}

/** Starts a part; `database` is the program's own role. @throws StartFault for what the person at the console can mend */
export type StartPart = (config: Config, database: DatabaseTarget) => Promise<Part>;

/** The child processes by name, in the order in which they are ended. */
export const partNames = ['api', 'worker', 'simulators'] as const;
export type PartName = (typeof partNames)[number];

/** Child to parent: it listens to us, it runs, why it cannot, that it cannot yet, or what an operator watches of it. */
export type ChildMessage =
  | { readonly kind: 'hello' }
  | { readonly kind: 'ready'; readonly address?: string }
  | { readonly kind: 'fault'; readonly sentence: string }
  | { readonly kind: 'not_yet'; readonly sentence: string }
  | { readonly kind: 'metrics'; readonly metrics: Metrics };

/** Parent to child: what to run with. Secrets travel so, and neither in arguments nor in the environment. */
export interface BeginMessage {
  readonly kind: 'begin';
  readonly config: Config;
  readonly database: DatabaseTarget;
}

/** Parent to the part that serves: what another part told of itself. */
export interface MetricsMessage {
  readonly kind: 'metrics';
  readonly part: PartName;
  readonly metrics: Metrics;
}

export type ParentMessage = BeginMessage | MetricsMessage;
