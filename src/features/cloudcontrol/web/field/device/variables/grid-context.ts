import type { InlineEdit } from '../../../../../../shared/web/list/use-inline-edit.ts';
import type { ConfiguredVariable } from '../../../../configured.contract.ts';
import type { BadRegister } from '../../../../device-log.model.ts';
import type { Newest } from './variables.model.ts';

/** What stands beside the configuration of each variable. */
export interface GridContext {
  newest: ReadonlyMap<string, Newest>;
  bad: readonly BadRegister[];
  /** Its values are calculated: nothing of them is read. */
  virtual: boolean;
  /** Other variables at the same registers. */
  twins: ReadonlyMap<number, string[]>;
}

export interface GridProps {
  variables: readonly ConfiguredVariable[];
  context: GridContext;
  now: number;
  edit: InlineEdit<ConfiguredVariable>;
  chosen: ReadonlySet<string | number>;
  onChosen: (chosen: ReadonlySet<string | number>) => void;
  onOpen: (dialog: { kind: 'edit' | 'copy' | 'remove'; id: number }) => void;
}
