/** A line of iCalendar with what was folded joined again; `line` is where it begins in the file. */
export interface ContentLine {
  readonly line: number;
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

/** What stands between BEGIN and END. */
export interface Component {
  readonly name: string;
  readonly line: number;
  readonly lines: ContentLine[];
  readonly parts: Component[];
}

export const CALENDAR_FAULTS = [
  'no_calendar',
  'cut_off',
  'no_times',
  'end_before_start',
  'no_word',
  'unknown_zone',
  'unknown_rule',
  'start_beside_rule',
  'no_end',
  'too_far',
  'too_much',
  'too_many_periods',
  'out_of_years',
  'too_long',
] as const;
export type CalendarFaultCode = (typeof CALENDAR_FAULTS)[number];

/** What is wrong with a line of a calendar file. */
export interface CalendarFault {
  readonly line: number;
  readonly code: CalendarFaultCode;
  /** The part of the line that is meant. */
  readonly what?: string;
}

/** Thrown where an event cannot be taken. */
export class CalendarError extends Error {
  readonly fault: CalendarFault;
  constructor(line: number, code: CalendarFaultCode, what?: string) {
    super(code);
    this.fault = { line, code, ...(what !== undefined && { what: what.slice(0, 80) }) };
  }
}

/** The colon before the value: the first one outside of quotes, or -1. By hand, because a pattern takes its time over hostile lines. */
function colonOf(content: string): number {
  let quoted = false;
  for (let i = 0; i < content.length; i++) {
    const sign = content[i];
    if (sign === '"') quoted = !quoted;
    else if (sign === ':' && !quoted) return i;
  }
  return -1;
}

/** Names of properties and parameters are short: what is longer is not looked into. */
const MAX_HEAD = 500;

function lineOf(line: number, content: string): ContentLine | null {
  const colon = colonOf(content.slice(0, MAX_HEAD));
  if (colon < 0) return null;
  const [name = '', ...parameters] = content.slice(0, colon).match(/(?:[^;"]|"[^"]*")+/g) ?? [];
  const named = parameters.map((one): [string, string] => {
    const at = one.indexOf('=');
    return [one.slice(0, at).toUpperCase(), one.slice(at + 1).replaceAll('"', '')];
  });
  return {
    line,
    name: name.toUpperCase(),
    parameters: new Map(named),
    value: content.slice(colon + 1).trim(),
  };
}

function* contentLines(text: string): Generator<ContentLine> {
  let [first, content] = [1, ''];
  let at = 0;
  for (const raw of text.split(/\r\n|\n|\r/)) {
    at += 1;
    if (/^[ \t]/.test(raw)) {
      content += raw.slice(1);
      continue;
    }
    const read = lineOf(first, content);
    if (read) yield read;
    [first, content] = [at, raw];
  }
  const last = lineOf(first, content);
  if (last) yield last;
}

/**
 * What a calendar file holds: its components within each other. @throws CalendarError where it is no calendar, or where a component does not end
 */
export function componentsOf(text: string): Component {
  const root: Component = { name: '', line: 1, lines: [], parts: [] };
  const open = [root];
  for (const line of contentLines(text.replace(/^\uFEFF/, ''))) {
    const here = open.at(-1) ?? root;
    const value = line.value.toUpperCase();
    if (here === root && !(line.name === 'BEGIN' && value === 'VCALENDAR'))
      throw new CalendarError(line.line, 'no_calendar');
    if (line.name === 'BEGIN') {
      const begun: Component = { name: value, line: line.line, lines: [], parts: [] };
      here.parts.push(begun);
      open.push(begun);
    } else if (line.name !== 'END') here.lines.push(line);
    else if (value === here.name) open.pop();
    else throw new CalendarError(line.line, 'cut_off', here.name);
  }
  const unfinished = open.at(-1) ?? root;
  if (unfinished !== root) throw new CalendarError(unfinished.line, 'cut_off', unfinished.name);
  if (root.parts.length === 0) throw new CalendarError(1, 'no_calendar');
  return root;
}
