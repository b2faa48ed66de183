/**
 * Why a device or a port is silent, with the parameters that its sentence names (words: `acquisition.reason.<code>`):
 * `timeout` and `connect_timeout` {timeout_ms}, `wrong_unit`, `wrong_function` and `wrong_length` {expected, received}: an
 * answer came, but with another unit, function or length (bytes); `gateway` {exception}, `refused_address` {address, port},
 * `refused_tty` {tty}, `tty_failed` {tty, detail}, `connect_failed` and `garbage` {detail}. `detail` is the system's or
 * the framer's own English, for whoever knows it. `overloaded` {needed_s, every_s} is of a port that works: its polls need more
 * time than there is.
 */
export const SILENCE_CODES = [
  'timeout',
  'wrong_unit',
  'wrong_function',
  'wrong_length',
  'gateway',
  'refused_address',
  'connect_failed',
  'connect_timeout',
  'lost',
  'garbage',
  'unanswered',
  'refused_tty',
  'tty_failed',
  'overloaded',
  'fault',
] as const;
export type SilenceCode = (typeof SILENCE_CODES)[number];

export interface SilenceReason {
  readonly code: SilenceCode;
  readonly [parameter: string]: string | number;
}

/**
 * What a device's log tells (words: `acquisition.log.<kind>`), and what its `detail` holds:
 * `answers` {} after a silence, `first_answer` {} where nothing was known of it before. `silent` {reason: SilenceReason}. `configured` {variables}: a
 * changed configuration is in
 * force. `refused` {function_code, address, quantity, exception}: the device refuses these registers; exception 0: it
 * does not answer for them. `answered` {function_code, address, quantity}: it answers for them again. `exchange`
 * {request, answer, latency_ms, outcome} while a trace runs: bytes as hex, `answer` null without one, outcome `good`,
 * `exception` {exception too}, or a SilenceCode. `exchanges_left_out` {count}: more were made than a trace writes.
 * `attributes` {read, failed}: how many strings were read.
 */
export const LOG_KINDS = [
  'answers',
  'first_answer',
  'silent',
  'configured',
  'refused',
  'answered',
  'exchange',
  'exchanges_left_out',
  'attributes',
] as const;
export type LogKind = (typeof LOG_KINDS)[number];

/** Registers that a device refuses or does not answer for, as `device_health.bad_registers` lists them. */
export interface BadRegister {
  readonly function_code: number;
  readonly address: number;
  /** Registers, or bits for functions 1 and 2. */
  readonly quantity: number;
  /** The protocol's exception code (words: `acquisition.exception.<code>`, or `other`); 0: no answer. */
  readonly exception: number;
  /** ISO 8601: not asked for before. */
  readonly next_try_at: string;
}

/** Exception codes that have words of their own. */
export const EXCEPTION_CODES = [0, 1, 2, 3, 4, 5, 6, 8, 10, 11] as const;
