import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { untar } from './tar.ts';

const decompress = promisify(brotliDecompress);
const cache = fileURLToPath(new URL('../../.cache', import.meta.url));

const MACHINES_OWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
];

/** A browser that can be started, and what must stand in its environment. */
export interface Chromium {
  readonly executable: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * CHROMIUM_PATH, else the machine's own Chromium, else the one that npm brought, unpacked once into .cache
 * together with the libraries and fonts it needs: a bare container will do.
 */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<Chromium> {
  if (env.CHROMIUM_PATH) return { executable: env.CHROMIUM_PATH, env: {} };
  const own = MACHINES_OWN.find((path) => existsSync(path));
  return own === undefined ? unpackChromium() : { executable: own, env: {} };
}

/** The Chromium of the npm package @sparticuz/chromium. */
export async function unpackChromium(): Promise<Chromium> {
  const packed = packageFolder();
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as { version: string };
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder, join(packed, 'bin'));
  return {
    executable: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(folder, 'lib'), folder, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: folder,
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

function packageFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'bin', 'chromium.br'))) return folder;
  }
  throw new Error('the package @sparticuz/chromium holds no browser');
}

// Unpacked beside its place and then renamed: a run that was cut off leaves nothing that looks whole.
async function unpackInto(folder: string, bin: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(join(cache, 'unpacking-'));
  try {
    const open = async (name: string) => decompress(readFileSync(join(bin, name)));
    writeFileSync(join(making, 'chromium'), await open('chromium.br'), { mode: 0o755 });
    for (const name of ['al2023', 'fonts', 'swiftshader']) untar(await open(`${name}.tar.br`), making);
    writeFileSync(join(making, 'fonts.conf'), fontsIn(folder));
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Fontconfig's settings for the fonts that came along; the ones in the package point at another machine. */
function fontsIn(folder: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>
`;
}
