import type { WordsLoader } from '../../../shared/web/i18n/i18n.ts';
import type { words } from './en.ts';

export type Namespace = keyof typeof words;

/** What every page says, those before the sign-in too. */
export const FIRST_WORDS: readonly Namespace[] = ['common', 'identity'];
/** What the frame behind the sign-in says: its header with the bell, and the alarms that open from there. */
export const FRAME_WORDS: readonly Namespace[] = ['alarms', 'charts', 'detail', 'logs', 'snooze'];

/** Words that are wanted together come as one file, `en/words-….ts` and `it/words-….ts`. */
const FILE_OF: Record<Namespace, string> = {
  common: 'first',
  identity: 'first',
  alarms: 'frame',
  charts: 'frame',
  detail: 'frame',
  logs: 'frame',
  snooze: 'frame',
  board: 'asset',
  cloudcontrol: 'asset',
  measurements: 'asset',
  overview: 'asset',
  plant: 'asset',
  plants: 'asset',
  rules: 'alarm-settings',
  notifications: 'alarm-settings',
  companies: 'companies',
  bulk: 'field',
  calc: 'field',
  catalogue: 'field',
  field: 'field',
  find: 'field',
  maps: 'field',
  registers: 'field',
  templates: 'field',
  mail: 'mail',
};

const files = import.meta.glob<Record<string, object>>(['./en/*.ts', './it/*.ts'], { import: 'words' });

/** Fetches the words of some namespaces, and of those that come along. */
export const loadWords: WordsLoader<Namespace> = async (language, namespaces) => {
  const wanted = new Set(namespaces.map((each) => FILE_OF[each]));
  const brought = await Promise.all(
    [...wanted].map(async (name) => {
      const load = files[`./${language}/words-${name}.ts`];
      if (!load) throw new Error(`there are no words of ${name} in ${language}`);
      return load();
    }),
  );
  return Object.assign({}, ...brought);
};
