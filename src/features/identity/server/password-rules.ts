import { dictionary } from '@zxcvbn-ts/language-common';
import { type AccountFault, MIN_PASSWORD } from '../identity.model.ts';

/** What a person is called, which their password must not be made of. */
export interface PersonWords {
  email: string;
  name: string;
}

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '1234567890',
  '1234567890qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiopèasdfghjklòàùzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
];
const SEQUENCES = ROWS.flatMap((row) => [row.repeat(2), [...row].reverse().join('').repeat(2)]);
const MIN_RUN = 3;
const MAX_RUNS = 3;
const MIN_OWN_CHARACTERS = 6;

let common: Set<string> | undefined;

const lengthOf = (text: string): number => [...text].length;

function commonest(): Set<string> {
  common ??= new Set(
    dictionary['passwords-common']
      .map((word) => word.toLowerCase())
      .filter((word) => lengthOf(word) >= MIN_PASSWORD),
  );
  return common;
}

/** The shortest text that, written again and again, gives this one (the last time perhaps cut off). */
function unitOf(text: string): string {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.slice(period) === text.slice(0, text.length - period)) return text.slice(0, period);
  }
  return text;
}

/** How long the run at the beginning of a text is: neighbours of the alphabet, the digits or a keyboard. */
function runAt(text: string): number {
  let length = 1;
  const isRun = (part: string) => SEQUENCES.some((sequence) => sequence.includes(part));
  while (length < text.length && isRun(text.slice(0, length + 1))) length++;
  return length;
}

/** Whether a text is nothing but a few runs: abcdefghijkl, qwerty123456. */
function isSequence(text: string): boolean {
  let rest = text;
  for (let runs = 0; runs < MAX_RUNS && rest !== ''; runs++) {
    const length = runAt(rest);
    if (length < MIN_RUN) return false;
    rest = rest.slice(length);
  }
  return rest === '';
}

/** What is left of a password without the words that others know of the person. */
function withoutPerson(password: string, { email, name }: PersonWords): string {
  const [local = '', domain = ''] = email.split('@');
  const words = [
    email,
    local,
    name,
    name.replace(/\s/g, ''),
    ...name.split(/\s+/),
    ...local.split(/[._+-]/),
    domain,
  ]
    .map((word) => word.normalize('NFKC').toLowerCase())
    .filter((word) => lengthOf(word) >= 3)
    .sort((a, b) => b.length - a.length);
  return words.reduce((rest, word) => rest.replaceAll(word, ''), password);
}

/**
 * Why a password may not be chosen; undefined when it may. Its length counts, not what it is composed of; beyond that only
 * what is tried first is refused: the commonest, repetitions, plain sequences and the person's own words.
 */
export function passwordFault(password: string, person: PersonWords): AccountFault | undefined {
  const text = password.normalize('NFKC').toLowerCase();
  if (lengthOf(password.normalize('NFKC')) < MIN_PASSWORD) return 'password_short';
  if (commonest().has(text) || isSequence(text.replace(/[\s._-]/g, ''))) return 'password_common';
  if (lengthOf(unitOf(text)) < Math.min(MIN_PASSWORD, lengthOf(text))) return 'password_common';
  if (lengthOf(withoutPerson(text, person)) < MIN_OWN_CHARACTERS) return 'password_personal';
  return undefined;
}
