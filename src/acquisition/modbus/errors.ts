/** Words of the exception codes: Modbus Application Protocol V1.1b3, section 7. */
const EXCEPTION_WORDS: Readonly<Record<number, string>> = {
  1: 'illegal function',
  2: 'illegal data address',
  3: 'illegal data value',
  4: 'server device failure',
  5: 'acknowledge',
  6: 'server device busy',
  8: 'memory parity error',
  10: 'gateway path unavailable',
  11: 'gateway target device failed to respond',
};

/** What came in place of an answer: of another unit, another function, another length. Numbers as in the protocol; bytes. */
export type WrongAnswer = {
  readonly what: 'unit' | 'function' | 'length';
  readonly expected: number;
  readonly received: number;
};

/** No answer came within the link's answer time. The device may be silent, or only slow, or answer something else. */
export class ModbusTimeout extends Error {
  override readonly name = 'ModbusTimeout';
  readonly timeout_ms: number;
  readonly wrong: WrongAnswer | null;

  constructor(timeout_ms: number, wrong: WrongAnswer | null = null) {
    const instead = wrong && `, but one with ${wrong.what} ${wrong.received} in place of ${wrong.expected}`;
    super(`no answer within ${timeout_ms} ms${instead ?? ''}`);
    this.timeout_ms = timeout_ms;
    this.wrong = wrong;
  }
}

/** The device answered, and refused. `code` is the protocol's exception code (1–11). */
export class ModbusException extends Error {
  override readonly name = 'ModbusException';
  readonly code: number;

  constructor(code: number) {
    super(`exception ${code} (${EXCEPTION_WORDS[code] ?? 'unknown code'})`);
    this.code = code;
  }
}

/**
 * Why a link could not carry a request:
 * `refused_address` the outbound guard forbids the address; `connect_failed` and `connect_timeout` no connection;
 * `backing_off` the last attempts failed and the next one is not due (the last error is its `cause`);
 * `lost` the peer closed; `garbage` the peer sent what is not Modbus; `silent` closed after unanswered requests;
 * `closed` by us, for good; `refused_tty` the installation does not allow this serial device, `tty_failed` it cannot be used.
 */
export type LinkFault =
  | 'refused_address'
  | 'connect_failed'
  | 'connect_timeout'
  | 'backing_off'
  | 'lost'
  | 'garbage'
  | 'silent'
  | 'closed'
  | 'refused_tty'
  | 'tty_failed';

export type LinkErrorParts = {
  readonly cause?: unknown;
  readonly params?: Readonly<Record<string, string | number>>;
};

/** The link itself failed: nothing is known about the device behind it. */
export class ModbusLinkError extends Error {
  override readonly name = 'ModbusLinkError';
  readonly fault: LinkFault;
  /** What a sentence about it names: an address, a tty. */
  readonly params: Readonly<Record<string, string | number>>;

  constructor(fault: LinkFault, message: string, { cause, params = {} }: LinkErrorParts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
    this.params = params;
  }
}
