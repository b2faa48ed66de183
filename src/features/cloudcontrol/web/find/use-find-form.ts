import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DeviceTree } from '../../configuration.contract.ts';
import { useFieldLabels } from '../field/forms/words.ts';
import type { Question } from '../field-tasks/question.ts';
import {
  blankFind,
  type FindFault,
  type FindFaults,
  type FindField,
  type FindTyped,
  questionOf,
} from './find-form.model.ts';
import type { FindSearch } from './find-search.ts';

const NONE: FindFaults = new Map();

function useFaultLabels(): (fault: FindFault) => string {
  const { t } = useTranslation('find');
  const { t: tf } = useTranslation('field');
  const { number } = useFormat();
  const words = useFieldLabels();
  return (fault) => {
    if (fault.code === 'units') return t('form.units_wrong');
    if (fault.code === 'many') return t('form.units_many', { most: number(fault.most, 0) });
    if (fault.code === 'host') return tf('faults.host');
    if (fault.code === 'unit') return tf('faults.unit_id');
    return words.fault(fault);
  };
}

/** What is asked, and where: the same for all devices that are found by it. */
export interface Looked {
  question: Question & { kind: 'find' };
  proj_code: string;
}

/** The form of the search. The only plant is chosen already; faults stand from the first try on until they are mended. */
export function useFindForm(tree: DeviceTree, search: FindSearch, onLook: (looked: Looked) => void) {
  const words = useFaultLabels();
  const [typed, setTyped] = useState<FindTyped>(() => {
    const [only] = tree.length === 1 ? tree : [];
    return blankFind(search.plant || (only?.proj_code ?? ''), search.port_id);
  });
  const [tried, setTried] = useState(false);
  const hostRef = useRef<HTMLInputElement>(null);
  useEffect(() => hostRef.current?.focus(), []);
  const ports = tree.find(({ proj_code }) => proj_code === typed.proj_code)?.ports ?? [];
  const behind = ports.find(({ id }) => String(id) === typed.port_id);
  // A port that is gone, or of another plant, is none.
  const meant = { ...typed, port_id: behind ? typed.port_id : '' };
  const judged = questionOf(meant, behind?.framer);
  const faults = tried ? (judged.faults ?? NONE) : NONE;
  return {
    typed: meant,
    set: (part: Partial<FindTyped>) => setTyped((before) => ({ ...before, ...part })),
    plants: tree,
    ports,
    hostRef,
    errorOf: (name: FindField) => {
      const fault = faults.get(name);
      return fault && words(fault);
    },
    submit: () => {
      setTried(true);
      if (judged.faults) return;
      onLook({ question: judged.question, proj_code: meant.proj_code });
    },
  };
}
export type FindForm = ReturnType<typeof useFindForm>;
