import { fileURLToPath } from 'node:url';

/** What can be measured by itself, besides what `npm run bench` measures as a whole (`run.ts`). */
const NAMES = [
  'acquisition',
  'alarms',
  'availability',
  'calculations',
  'charts',
  'codecs',
  'community',
  'expected-energy',
  'fairness',
  'growth',
  'interactions',
  'lighting',
  'lighting-home',
  'money',
  'plants',
  'residential',
  'several-machines',
  'store',
  'work',
] as const;

/** The file of a measurement, and the words that are its own; without a name all of `run.ts`. */
export function measurementOf([name = '', ...words]: readonly string[]): {
  file: string;
  words: string[];
} | null {
  if (name === '') return { file: 'run.ts', words };
  if (!NAMES.some((one) => one === name)) return null;
  return { file: name === 'store' ? 'store/run.ts' : `${name}.ts`, words };
}

if (import.meta.main) {
  const found = measurementOf(process.argv.slice(2));
  if (found) {
    const file = fileURLToPath(new URL(found.file, import.meta.url));
    // In its own place: measurements look at their words and at whether they were started by themselves.
    process.execve?.(
      process.execPath,
      [process.execPath, ...process.execArgv, file, ...found.words],
      process.env,
    );
  }
  console.error(`Usage: npm run bench [-- <name> [words]], of ${NAMES.join(', ')}`);
  process.exitCode = 1;
}
