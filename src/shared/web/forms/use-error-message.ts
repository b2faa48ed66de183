import i18next from 'i18next';
import { CallError, type FieldError } from '../../contract/client.ts';
import type { FormatLanguage } from '../format/numbers.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useRefusalSentence } from './refusal.ts';
import type { ErrorMessages } from './use-submit.ts';

/** Codes that say by themselves what is wrong, whatever the field. */
const CLEAR = [
  'required',
  'too_short',
  'too_long',
  'too_few',
  'too_many',
  'too_small',
  'too_large',
  'out_of_range',
  'wrong_type',
  'not_multiple',
  'unseen_characters',
];
/** Codes of a schema: the sentence that stands beside them is for programs. */
const OF_SCHEMA = [...CLEAR, 'format', 'not_allowed', 'unknown_names', 'invalid'];

/** The name that words go by: the last part of the path that is no index. */
const nameOfPath = (path: string): string =>
  path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .at(-1) ?? '';

/** Where the words for a fault may stand, most special first: those of the area, then those of every area. */
export function wordKeys({ path, code = 'invalid', params }: FieldError): {
  own: string[];
  common: string[];
} {
  const name = nameOfPath(path);
  const ofField = name === '' ? [] : [`faults.${name}`];
  const own = [...ofField.map((key) => `${key}.${code}`), `faults.${code}`];
  const kind = params?.expected ?? params?.format;
  const common = [...(kind === undefined ? [] : [`faults.${code}_${kind}`]), `faults.${code}`];
  return CLEAR.includes(code) ? { own, common } : { own: [...own, ...ofField], common };
}

const LOCALE = { it: 'it-IT', en: 'en-GB' } as const;

function spelled(params: FieldError['params'], language: FormatLanguage): Record<string, unknown> {
  const format = new Intl.NumberFormat(LOCALE[language], { maximumFractionDigits: 6 });
  const entries = Object.entries(params ?? {}).map(([name, value]) => [
    name,
    typeof value === 'number' && name !== 'count' ? format.format(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** Whether there is a text of that key, and no branch of texts. */
const isText = (key: string, namespace: string): boolean =>
  typeof i18next.getResource(i18next.language, namespace, key) === 'string';

/** What an area's own messages say beside the figures of a fault, made of them. */
type Figures = (params: Readonly<Record<string, string | number>>) => Readonly<Record<string, string>>;

/**
 * Messages for what was refused, from code and figures. The area's own words stand in its namespace under `faults`, as
 * `faults.<field>.<code>`, `faults.<code>` or `faults.<field>`; what they lack is said as everywhere.
 */
export function useErrorMessage(namespace: string, figures?: Figures): ErrorMessages {
  const language = useLanguage();
  const sentenceOf = useRefusalSentence();
  const known = (error: FieldError): string | undefined => {
    const { own, common } = wordKeys(error);
    const say = (key: string | undefined, ns: string) =>
      key === undefined
        ? undefined
        : i18next.t(key as never, {
            ns,
            ...spelled(error.params, language),
            ...figures?.(error.params ?? {}),
          });
    const find = (keys: readonly string[], ns: string) => keys.find((key) => isText(key, ns));
    return say(find(own, namespace), namespace) ?? say(find(common, 'common'), 'common');
  };
  // What a service refuses stands in the reader's language beside its code; what a schema says is for programs.
  const ofService = ({ code, message }: FieldError) =>
    code !== undefined && !OF_SCHEMA.includes(code) ? message : '';
  const fieldMessage = (error: FieldError): string =>
    known(error) ?? (ofService(error) || i18next.t('messages.invalid'));
  const formMessage = (fault: unknown): string => {
    const errors = fault instanceof CallError ? fault.errors : [];
    const coded = errors.find(known) ?? errors.find(ofService);
    return coded ? fieldMessage(coded) : sentenceOf(fault);
  };
  return { fieldMessage, formMessage };
}
