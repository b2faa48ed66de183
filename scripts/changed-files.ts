import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What git says; where it refuses, an error with its words. */
export const git = (...words: string[]): string =>
  execFileSync('git', ['-c', 'log.showSignature=false', ...words], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

export const lines = (text: string): string[] => text.split('\0').filter(Boolean);

/** The commit that the change begins at. */
export function baseOf(ref?: string): string {
  if (ref) return git('rev-parse', '--verify', `${ref}^{commit}`).trim();
  const main = ['main', 'origin/main'].find((name) => {
    const found = git('for-each-ref', '--format=x', `refs/heads/${name}`, `refs/remotes/${name}`);
    return found.length > 0;
  });
  return git('merge-base', 'HEAD', main ?? 'HEAD').trim();
}

/** The files that differ from a commit: what is not committed yet, and what is new, included. */
export function changedSince(base: string): string[] {
  const known = lines(git('diff', '--name-only', '--no-renames', '-z', base));
  const fresh = lines(git('ls-files', '--others', '--exclude-standard', '-z'));
  return [...new Set([...known, ...fresh])].sort();
}
