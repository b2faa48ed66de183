import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Where mosquitto's program lies, and the folder of its libraries where they are not the machine's own. */
interface Installed {
  readonly program: string;
  readonly libraries: string | undefined;
}

const INSTALLED = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto'];
const FETCHED = join(tmpdir(), `meridiana-mosquitto-${userInfo().uid}`);
const FETCH_MS = 60_000;

/** The machine's mosquitto, or Debian's, unpacked into a folder of its own; or why there is none. */
export function findMosquitto(): Installed | string {
  const program = INSTALLED.find(existsSync);
  if (program) return { program, libraries: undefined };
  return unpacked() ?? fetchMosquitto();
}

function unpacked(): Installed | undefined {
  const program = join(FETCHED, 'usr/sbin/mosquitto');
  if (!existsSync(program)) return undefined;
  const [libraries] = globSync('usr/lib/*-linux-gnu', { cwd: FETCHED });
  return { program, libraries: join(FETCHED, libraries ?? 'usr/lib') };
}

function fetchMosquitto(): Installed | string {
  const asked = spawnSync('apt-cache', ['depends', 'mosquitto'], { encoding: 'utf8' });
  if (asked.status !== 0) return 'no mosquitto here, and no apt to fetch it with';
  const libraries = [...asked.stdout.matchAll(/Depends: (lib\S+)/g)].map(([, name = '']) => name);
  const packages = ['mosquitto', ...libraries.filter((name) => name !== 'libc6')];
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-fetch-'));
  const options = { cwd: folder, timeout: FETCH_MS, stdio: 'ignore' } as const;
  try {
    if (spawnSync('apt-get', ['download', '-q', ...packages], options).status !== 0)
      return 'no mosquitto here, and it could not be fetched';
    for (const archive of globSync('*.deb', { cwd: folder }))
      if (spawnSync('dpkg', ['-x', archive, 'unpacked'], options).status !== 0)
        return 'no mosquitto here, and what was fetched could not be unpacked';
    rmSync(FETCHED, { recursive: true, force: true });
    renameSync(join(folder, 'unpacked'), FETCHED);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return unpacked() ?? 'no mosquitto here, and none in what was fetched';
}

export interface Mosquitto {
  readonly port: number;
  start(): Promise<void>;
  /** Kills it. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A broker with a password file and an access list as an operator would set it up, on a free port.
 * @param passwords lines of its password file
 */
export async function makeMosquitto(
  { program, libraries }: Installed,
  files: { passwords: string; access: string },
): Promise<Mosquitto> {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-mosquitto-run-'));
  mkdirSync(join(folder, 'data'));
  const port = await freePort();
  writeFileSync(join(folder, 'passwords'), files.passwords, { mode: 0o600 });
  writeFileSync(join(folder, 'access'), files.access, { mode: 0o600 });
  const settings = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous false',
    `password_file ${folder}/passwords`,
    `acl_file ${folder}/access`,
    'message_size_limit 262144',
    'max_packet_size 1048576',
    'persistence true',
    `persistence_location ${folder}/data/`,
    'max_queued_messages 0',
    'max_inflight_messages 100',
    'log_type error',
    ...(userInfo().uid === 0 ? ['user root'] : []),
  ];
  writeFileSync(join(folder, 'mosquitto.conf'), `${settings.join('\n')}\n`);
  const env = libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries };
  let running: ChildProcess | undefined;
  const kill = async () => {
    const ended = running && once(running, 'exit');
    running?.kill('SIGKILL');
    running = undefined;
    await ended;
  };
  return {
    port,
    start: async () => {
      running = spawn(program, ['-c', join(folder, 'mosquitto.conf')], {
        env: { ...process.env, ...env },
        stdio: 'ignore',
      });
      await answers(port);
    },
    kill,
    close: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(port: number): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const socket = connect(port, '127.0.0.1');
    const there = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (there) return;
    await pause(50);
  }
  throw new Error('mosquitto does not answer');
}
