import { saidValue } from '../../devices/values/value-words.ts';

/** What an inverter fault's alarm keeps of the numbers that said it; null where there was none. */
export interface FaultParams {
  /** The list of the state's variable; null is SunSpec's. */
  readonly state_table: string | null;
  readonly state: number | null;
  /** The list of the events' variable, and what it read. */
  readonly event_table: string | null;
  readonly event: number | null;
}

type Params = Readonly<Record<string, string | number | null | undefined>>;

const textOf = (value: Params[string]): string | null => (typeof value === 'string' ? value : null);
const numberOf = (value: Params[string]): number | null => (typeof value === 'number' ? value : null);

/** The same out of an alarm's parameters, whoever wrote them. */
export function faultParamsOf(params: Params): FaultParams {
  return {
    state_table: textOf(params.state_table),
    state: numberOf(params.state),
    event_table: textOf(params.event_table),
    event: numberOf(params.event),
  };
}

type Language = 'en' | 'it';
type Kind = 'state' | 'code';

// Beside a number that has no words, whoever reads it must know why.
const PLAIN: Readonly<Record<Language, Readonly<Record<Kind | 'unlisted' | 'no_list', string>>>> = {
  en: {
    state: 'state',
    code: 'code',
    unlisted: 'not in the list of this device',
    no_list: 'of which this device has no list',
  },
  it: {
    state: 'stato',
    code: 'codice',
    unlisted: "non nell'elenco di questo dispositivo",
    no_list: 'di cui questo dispositivo non ha elenco',
  },
};

interface FaultNumber {
  readonly kind: Kind;
  readonly table: string | null;
  readonly value: number;
}

function textOfNumber({ kind, table, value }: FaultNumber, language: Language): string {
  const quantity = kind === 'state' ? 'device_state' : 'event_code';
  const known = saidValue({ value_table: table, quantity }, value, language);
  if (known !== null) return known;
  const plain = PLAIN[language];
  // A state without a list of its own is read by SunSpec's.
  const listed = table !== null || kind === 'state';
  return `${plain[kind]} ${value}, ${listed ? plain.unlisted : plain.no_list}`;
}

/**
 * What an inverter said of its fault: "Stopped by a fault (768), Insulation too low (2062)". A number without words is said
 * as one: "code 40, not in the list of this device", as a maker's manual explains it.
 * @returns null where the alarm keeps no numbers
 */
export function faultText(params: Params, language: Language): string | null {
  const { state_table, state, event_table, event } = faultParamsOf(params);
  const parts: string[] = [];
  if (state !== null) parts.push(textOfNumber({ kind: 'state', table: state_table, value: state }, language));
  // An event of 0 is none, in fields of bits and in lists of codes alike.
  if (event !== null && event !== 0)
    parts.push(textOfNumber({ kind: 'code', table: event_table, value: event }, language));
  return parts.length > 0 ? parts.join(', ') : null;
}

/** What is in fault where it is no inverter: its alarm keeps its category, and its sentence names it. */
export const faultyGenerator = ({ category }: Params): boolean => category === 'generator';

/** Where the words of what an alarm is called stand: an engine or a turbine that is in fault is no inverter. */
export const nameKeyOf = <Code extends string>(code: Code, params: Params) =>
  code === 'inverter_fault' && faultyGenerator(params) ? 'message_generator' : (`name.${code}` as const);
