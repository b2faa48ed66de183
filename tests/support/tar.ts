import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const BLOCK = 512;

/**
 * Unpacks plain files and folders of an uncompressed ustar archive, with their modes.
 * @param archive whole archive in memory
 * @throws when an entry would leave the folder or is of another kind
 */
export function untar(archive: Buffer, folder: string): void {
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const text = (from: number, length: number) =>
      archive
        .toString('utf8', at + from, at + from + length)
        .replace(/\0.*$/s, '')
        .trim();
    const prefix = text(257, 5) === 'ustar' ? text(345, 155) : '';
    const name = normalize(prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`);
    const size = Number.parseInt(text(124, 12) || '0', 8);
    const kind = text(156, 1);
    if (name.startsWith('..') || name.startsWith('/')) throw new Error(`the archive would write to ${name}`);
    const path = join(folder, name);
    if (kind === '5') mkdirSync(path, { recursive: true });
    else if (kind === '' || kind === '0') {
      mkdirSync(dirname(path), { recursive: true });
      const mode = Number.parseInt(text(100, 8), 8);
      writeFileSync(path, archive.subarray(at + BLOCK, at + BLOCK + size), { mode });
    } else throw new Error(`the archive holds ${name}, which is neither file nor folder`);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
