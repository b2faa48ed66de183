import type { CommandEnd, FieldBox, FieldCommand } from '../../features/lighting/server/field.public.ts';
import { PortGone } from '../field-tasks/port-access.ts';
import type { BoxInputs } from './box-bits.ts';
import { faultOf } from './faults.ts';
import type { FieldLine } from './field-line.ts';
import { WriteOrder } from './write-order.ts';

export type CommandParts = {
  readonly field: FieldBox;
  readonly line: Pick<FieldLine, 'read' | 'write' | 'hurry'>;
  /** Reads the inputs of the cabinet. */
  readonly inputs: () => Promise<BoxInputs>;
  /** Committed before anything is written. @returns whether it may be sent */
  readonly markSent: () => Promise<boolean>;
  readonly sleep: (ms: number) => Promise<void>;
  /** Nothing is waited for any more: what was not seen yet may still come. */
  readonly hurried: () => boolean;
  /** Waits between the readings after a write; a contactor takes its time. */
  readonly waits_ms: readonly number[];
};

/** What came of a command; `later`: nothing went out and it may be tried again, `dropped`: it was somebody else's, or late. */
export type CommandOutcome =
  | { readonly kind: 'ended'; readonly end: CommandEnd; readonly inputs: BoxInputs | null }
  | { readonly kind: 'later' }
  | { readonly kind: 'dropped' };

/**
 * Executes one command: looks at the cabinet, marks it as sent, writes its coils once, and reads back until each of its
 * lines is as it should be, or time is over. What was written is never written again: where nobody knows, it is said so.
 * @throws PortGone before it was marked, and what the database throws
 */
export async function runCommand(command: FieldCommand, parts: CommandParts): Promise<CommandOutcome> {
  const refusal = refusalOf(command, parts.field);
  if (refusal !== undefined) return failed(command, refusal, null);
  const before = await parts.inputs().catch((error: unknown) => {
    if (error instanceof PortGone) throw error;
    return faultOf(error);
  });
  if (typeof before === 'string') return notReached(command, before);
  if (before.manual) return notReached(command, 'manual', before);
  if (before.supply_ok === false) return notReached(command, 'supply', before);
  if (!(await parts.markSent())) return { kind: 'dropped' };
  return await writeAndReadBack(command, parts);
}

function refusalOf(
  { lines, unused }: FieldCommand,
  { enabled, paired, moved, profile }: FieldBox,
): string | undefined {
  // Whoever answers there is somebody else.
  if (moved) return 'moved';
  if (!enabled) return 'disabled';
  if (!paired) return 'unpaired';
  // Whoever works on a line that was put out of use relies on it, however long ago it was asked for.
  if (unused.length > 0) return 'line_off';
  const wired = (line: number) => profile.coils[line - 1] != null && profile.feedback[line - 1] != null;
  // What cannot be read back could never be confirmed.
  return lines.every(wired) ? undefined : 'not_configured';
}

/** The schedule goes on trying until its time is over; a person is told. */
function notReached(command: FieldCommand, fault: string, inputs: BoxInputs | null = null): CommandOutcome {
  return command.origin === 'person' ? failed(command, fault, inputs) : { kind: 'later' };
}

async function writeAndReadBack(command: FieldCommand, parts: CommandParts): Promise<CommandOutcome> {
  const { profile, unit_id } = parts.field;
  const values = command.lines.map((line) => [profile.coils[line - 1] ?? -1, command.turn_on] as const);
  let went_out = false;
  for (const order of WriteOrder.coils(profile, unit_id, values)) {
    const written = await parts.line.write(order).catch((error: unknown) => {
      if (error instanceof PortGone) return { outcome: 'not_sent', why: error } as const;
      throw error;
    });
    // What went out before stays: the inputs say which lines it switched.
    if (written.outcome === 'refused')
      return went_out ? await readBack(command, parts) : failed(command, 'refused', null);
    if (written.outcome === 'not_sent' && !went_out) return notReached(command, faultOf(written.why));
    went_out = true;
  }
  return await readBack(command, parts);
}

async function readBack(command: FieldCommand, parts: CommandParts): Promise<CommandOutcome> {
  let inputs: BoxInputs | null = null;
  for (const wait_ms of parts.waits_ms) {
    await parts.sleep(wait_ms);
    inputs = await parts.inputs().catch(unread);
    if (inputs !== null && missingLines(command, inputs).length === 0) break;
  }
  const seen = inputs !== null && (missingLines(command, inputs).length === 0 || !parts.hurried());
  if (inputs === null || !seen)
    return {
      kind: 'ended',
      inputs,
      end: { id: command.id, state: 'unknown', fault: 'silent', results: {} },
    };
  return { kind: 'ended', inputs, end: endOf(command, inputs) };
}

/** What is not answered is not known. */
function unread(error: unknown): null {
  if (error instanceof PortGone || faultOf(error) !== 'fault') return null;
  throw error;
}

const missingLines = ({ lines, turn_on }: Pick<FieldCommand, 'lines' | 'turn_on'>, { feedback }: BoxInputs) =>
  lines.filter((line) => feedback[line - 1] !== turn_on);

/** What a command came to by what the inputs say. */
export function endOf(
  command: Pick<FieldCommand, 'id' | 'lines' | 'turn_on'>,
  inputs: BoxInputs,
): CommandEnd {
  const missing = missingLines(command, inputs);
  const why = (line: number): string => {
    if (inputs.manual) return 'manual';
    if (inputs.tripped[line - 1]) return 'breaker';
    return inputs.supply_ok === false ? 'supply' : 'feedback';
  };
  const results = Object.fromEntries(
    command.lines.map((line) => [line, missing.includes(line) ? why(line) : 'confirmed']),
  );
  const [first] = missing;
  if (first === undefined) return { id: command.id, state: 'confirmed', fault: '', results };
  return { id: command.id, state: 'failed', fault: why(first), results };
}

function failed({ id, lines }: FieldCommand, fault: string, inputs: BoxInputs | null): CommandOutcome {
  const results = Object.fromEntries(lines.map((line) => [line, fault]));
  return { kind: 'ended', inputs, end: { id, state: 'failed', fault, results } };
}
