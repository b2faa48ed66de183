import { listFieldBoxes, listOverrides, listTablesDue, listWanted, saveTables } from './field.repository.ts';
import {
  claimCommands,
  endCommands,
  forsakeSent,
  listUnknown,
  markSent,
  requeue,
} from './field-commands.repository.ts';
import { saveBoxStates } from './field-states.repository.ts';

export type { ComparedTable, ComparedWanted, FieldBox, StandingOverride } from './field.repository.ts';
export type { CommandEnd, FieldCommand, UnknownCommand } from './field-commands.repository.ts';
export type { BoxState, LineState } from './field-states.repository.ts';

/** What lighting's cabinets are asked and told, for whoever does it in the field. */
export const lightingField = {
  listBoxes: listFieldBoxes,
  listWanted,
  listOverrides,
  listTablesDue,
  saveTables,
  claim: claimCommands,
  markSent,
  requeue,
  end: endCommands,
  forsakeSent,
  listUnknown,
  saveStates: saveBoxStates,
} as const;
