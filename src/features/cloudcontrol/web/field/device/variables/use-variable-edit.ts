import { useState } from 'react';
import { CallError } from '../../../../../../shared/contract/client.ts';
import { useCompany } from '../../../../../../shared/web/company/context.tsx';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import type { ConfiguredVariable, DeviceDetails } from '../../../../configured.contract.ts';
import { useFieldRefusals } from '../../forms/field-faults.ts';
import type { Field } from '../../forms/fields.model.ts';
import { useFieldLabels } from '../../forms/words.ts';
import { fetchDetails, patchVariable } from '../../writes.ts';
import { labelOf } from './variables.model.ts';

interface Action {
  variable: ConfiguredVariable;
  field: Field;
  value: unknown;
}

interface Done extends Action {
  /** The version that the change made. */
  version: number;
  words: { name: string; field: string; before: string; after: string };
}

/** Somebody else saved the same variable first: what was to be stored, and what is. */
export interface Conflict {
  field: Field;
  mine: unknown;
  theirs: ConfiguredVariable;
  keepMine: () => Promise<void>;
  takeTheirs: () => void;
}

export interface VariableEdit {
  /** Answers why it was refused, or null when it is stored. */
  save: (action: Action) => Promise<string | null>;
  last: Done | null;
  undo: () => Promise<void>;
  conflict: Conflict | null;
}

const versionOf = (details: DeviceDetails, id: number): number =>
  details.variables.find((one) => one.id === id)?.version ?? 0;

/** Changes one field of a variable where it stands; the last change can be taken back. */
export function useVariableEdit(details: DeviceDetails): VariableEdit {
  const company = useCompany().id_client;
  const language = useLanguage();
  const words = useFieldLabels();
  const { formMessage } = useFieldRefusals();
  const [last, setLast] = useState<Done | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const store = async ({ variable, field, value }: Action): Promise<void> => {
    const change = { [field.name]: value, version: variable.version };
    const stored = await patchVariable(company, variable.id, change);
    const before = variable[field.name as keyof ConfiguredVariable];
    setConflict(null);
    setLast({
      variable,
      field,
      value: before,
      version: versionOf(stored, variable.id),
      words: {
        name: labelOf(variable, language),
        field: words.label(field.name),
        before: words.value(field, before),
        after: words.value(field, value),
      },
    });
  };
  const meet = async (action: Action): Promise<void> => {
    const { device } = details;
    const theirs = (await fetchDetails(company, device.id)).variables.find(
      ({ id }) => id === action.variable.id,
    );
    if (!theirs) return;
    setConflict({
      field: action.field,
      mine: action.value,
      theirs,
      keepMine: () => store({ ...action, variable: theirs }),
      takeTheirs: () => setConflict(null),
    });
  };
  const save = async (action: Action): Promise<string | null> => {
    try {
      await store(action);
      return null;
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault;
      if (fault.status !== 409 || fault.errors.length > 0) return formMessage(fault);
      await meet(action);
      return null;
    }
  };
  const undo = async () => {
    if (!last) return;
    const { variable, field, value, version } = last;
    await save({ variable: { ...variable, version }, field, value });
    setLast(null);
  };
  return { save, last, undo, conflict };
}
