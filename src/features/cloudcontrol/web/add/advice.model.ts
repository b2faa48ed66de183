import type { Reason } from '../../configured.contract.ts';

export const ADVICES = [
  'allow',
  'way',
  'unit',
  'wrong',
  'gateway',
  'garbage',
  'failure',
  'not_sunspec',
  'nobody',
  'again',
] as const;
export type Advice = (typeof ADVICES)[number];

const BY_CODE: Readonly<Record<string, Advice>> = {
  refused_address: 'allow',
  refused_tty: 'allow',
  connect_failed: 'way',
  connect_timeout: 'way',
  tty_failed: 'way',
  lost: 'way',
  timeout: 'unit',
  wrong_unit: 'wrong',
  wrong_function: 'wrong',
  wrong_length: 'wrong',
  silent: 'unit',
  unanswered: 'unit',
  gateway: 'gateway',
  garbage: 'garbage',
  exception: 'failure',
  not_sunspec: 'not_sunspec',
  nobody_polls: 'nobody',
};

/** What to look at first, by why nothing came. */
export const adviceFor = ({ code }: Reason): Advice => BY_CODE[String(code)] ?? 'again';
