import { useState } from 'react';
import { CallError } from '../../../../../../shared/contract/client.ts';
import { useCompany } from '../../../../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../../../../shared/web/forms/use-error-message.ts';
import { useLanguage } from '../../../../../../shared/web/i18n/use-language.ts';
import { toast } from '../../../../../../shared/web/ui/toast.ts';
import type { ConfiguredVariable, DeviceDetails } from '../../../../configured.contract.ts';
import type { Field } from '../../forms/entities.model.ts';
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
  /** Stores it, or shows both versions where somebody else was faster. @throws CallError what was refused otherwise */
  save: (action: Action) => Promise<void>;
  /** The same where no field stands that could hold a refusal. */
  change: (action: Action) => Promise<void>;
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
  const { formMessage } = useErrorMessage('field');
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
  const save = async (action: Action): Promise<void> => {
    try {
      await store(action);
    } catch (fault) {
      if (!(fault instanceof CallError) || fault.status !== 409 || fault.errors.length > 0) throw fault;
      await meet(action);
    }
  };
  const change = (action: Action) => save(action).catch((fault: unknown) => toast.failed(formMessage(fault)));
  const undo = async () => {
    if (!last) return;
    const { variable, field, value, version } = last;
    await change({ variable: { ...variable, version }, field, value });
    setLast(null);
  };
  return { save, change, last, undo, conflict };
}
