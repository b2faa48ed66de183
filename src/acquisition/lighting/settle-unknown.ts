import type { CommandEnd, UnknownCommand } from '../../features/lighting/server/field.public.ts';
import type { BoxInputs } from './box-bits.ts';
import { endOf } from './run-command.ts';

/**
 * What commands of one cabinet came to of which nobody knew, by what its inputs say now: the newest of each line speaks, and
 * what something else has switched since cannot be told any more.
 * @param commands in their order
 * @param saidAfter whether a line's schedule has spoken since an instant
 */
export function settleUnknown(
  commands: readonly UnknownCommand[],
  inputs: BoxInputs,
  saidAfter: (line: number, since_ms: number) => boolean,
): CommandEnd[] {
  return commands.map((command, place) => {
    const { id, overtaken, sent_ms } = command;
    const later = new Set(commands.slice(place + 1).flatMap(({ lines }) => lines));
    const lines = command.lines.filter((line) => !later.has(line) && !saidAfter(line, sent_ms));
    if (overtaken || lines.length < command.lines.length)
      return { id, state: 'superseded', fault: 'overtaken', results: {} };
    return endOf(command, inputs);
  });
}
