import { mqttListenFault } from '../../acquisition/mqtt/listen-fault.ts';
import { type Config, defaultDemoPassword, loadConfig, type Settings } from '../../shared/server/config.ts';
import { createLog, type Logger } from '../../shared/server/log.ts';
import { type ChildPlan, ChildSupervisor } from './child-supervisor.ts';
import { assertFreePort } from './free-port.ts';
import { openInstallation } from './installation.ts';
import { lockDataDir } from './lock.ts';
import type { MetricsMessage, PartName } from './part.ts';
import { PostgresSupervisor } from './postgres-supervisor.ts';
import { assertPortal } from './web-folder.ts';

const entries: Record<PartName, URL> = {
  api: new URL('./child.ts', import.meta.url),
  worker: new URL('./child.ts', import.meta.url),
  simulators: new URL('./demo/child.ts', import.meta.url),
};
// As long as a part may take to end after its parent was killed.
const endingParts_ms = 9_000;

/** What has been started, to be undone in the opposite order. */
type Undo = () => Promise<void> | void;

/**
 * Runs the whole program until the signal aborts, then ends it in order: the parts, then PostgreSQL.
 * @throws StartFault when it cannot start
 */
export async function runProgram(
  env: NodeJS.ProcessEnv,
  options: { demo: boolean },
  stop: AbortSignal,
): Promise<void> {
  const settings = loadConfig(env, options);
  const log = createLog(settings.logLevel, 'parent');
  const undo: Undo[] = [];
  try {
    const address = await start(settings, log, undo, stop);
    if (stop.aborted) return;
    console.log(greeting(settings, address));
    await aborted(stop);
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

async function start(settings: Settings, log: Logger, undo: Undo[], stop: AbortSignal): Promise<string> {
  if (settings.roles.includes('api')) assertPortal();
  let patience_ms = 0;
  // With a database of somebody else's, nothing lies in DATA_DIR, and many instances may run side by side.
  if (settings.databaseUrl === undefined) {
    const lock = lockDataDir(settings.dataDir);
    undo.push(() => lock.release());
    if (lock.tookOver) patience_ms = endingParts_ms;
  }
  if (settings.roles.includes('api')) await assertFreePort(settings, patience_ms);
  const { listen, demanded } = settings.mqtt;
  if (listen && demanded && settings.roles.includes('acquisition'))
    await assertFreePort(listen, patience_ms, mqttListenFault);
  if (stop.aborted) return '';
  const { config, database, postgres, close } = await openInstallation(settings);
  undo.push(close);
  if (postgres !== undefined) {
    const watch = new PostgresSupervisor(postgres, log);
    watch.start();
    undo.push(() => watch.stop());
  }
  const onMetrics = (message: MetricsMessage) =>
    supervisors.find(({ part }) => part === 'api')?.pass(message);
  const supervisors: ChildSupervisor[] = planChildren(config).map(
    (plan) => new ChildSupervisor({ plan, begin: { kind: 'begin', config, database }, log, onMetrics }),
  );
  // Simulators end after those who read them, so that no poll fails at the last moment.
  undo.push(() => stopAll(supervisors.filter((supervisor) => supervisor.part === 'simulators')));
  undo.push(() => stopAll(supervisors.filter((supervisor) => supervisor.part !== 'simulators')));
  if (stop.aborted) return '';
  const addresses = await Promise.race([startInOrder(supervisors), aborted(stop)]);
  return (
    addresses?.find((address) => address !== undefined) ??
    `http://${bracketed(settings.host)}:${settings.port}`
  );
}

/** The demonstration's plants and people first: whoever polls or signs in before them would meet nobody. */
async function startInOrder(supervisors: readonly ChildSupervisor[]): Promise<(string | undefined)[]> {
  const isField = ({ part }: ChildSupervisor) => part === 'simulators';
  for (const supervisor of supervisors.filter(isField)) await supervisor.start();
  return Promise.all(
    supervisors.filter((supervisor) => !isField(supervisor)).map((supervisor) => supervisor.start()),
  );
}

async function stopAll(supervisors: readonly ChildSupervisor[]): Promise<void> {
  await Promise.all(supervisors.map((supervisor) => supervisor.stop()));
}

function planChildren(config: Config): ChildPlan[] {
  const parts: PartName[] = [];
  if (config.demo) parts.push('simulators');
  if (config.roles.includes('acquisition') || config.roles.includes('jobs')) parts.push('worker');
  if (config.roles.includes('api')) parts.push('api');
  return parts.map((part) => ({ part, entry: entries[part] }));
}

function greeting(settings: Settings, address: string): string {
  if (!settings.demo) return `${settings.providerName} is ready: ${address}`;
  const password =
    settings.demoPassword === defaultDemoPassword
      ? defaultDemoPassword
      : '(what you have set as DEMO_PASSWORD)';
  return [
    '',
    `  ${settings.providerName}, the demonstration, is ready:  ${address}`,
    '',
    '  Sign in as  owner@aurora.example   (or management, superengineer, engineer, superworker, worker, viewer)',
    '              owner@borea.example, or consultant@demo.example, who belongs to both companies',
    `  Password    ${password}`,
    '',
    '  Ctrl-C ends it; its data stays for the next start.',
    '',
  ].join('\n');
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
