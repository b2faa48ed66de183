import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { keepTried } from '../field/tried.public.ts';
import { addDevices } from './add-devices.ts';
import { hasAnswered } from './answers.model.ts';
import { bodyOf, placeOfFault, type ServerFault } from './bodies.model.ts';
import type { Done, Tested } from './done.model.ts';
import type { Row, RowField } from './draft.model.ts';
import { focusFault } from './focus-fault.ts';
import type { Wizard } from './use-wizard.ts';

/** What the server found wrong: at fields of rows, and above all. */
interface Refused {
  at: ReadonlyMap<string, string>;
  whole: readonly string[];
}
const NOTHING: Refused = { at: new Map(), whole: [] };

export const atField = (key: string, field: RowField): string => `${field} ${key}`;

function useFaultLabels(): (refusal: ServerFault) => string {
  const { t } = useTranslation('add');
  const { fieldMessage } = useErrorMessage('field');
  return (refusal) => {
    const { code, params } = refusal;
    if (code === 'serial_taken') return t('row.serial_taken');
    if (code === 'name_taken') return t('row.name_taken');
    if (code === 'name_differs') return t('refused.name_differs', { ...params });
    if (code === 'unknown_template') return t('refused.unknown_template');
    return fieldMessage(refusal);
  };
}

interface Batch {
  rows: readonly Row[];
  /** Those that are not added. */
  others: readonly Row[];
}

/** Adds rows as one change; whatever goes wrong, everything typed stays. */
export function useAdding(wizard: Wizard, onDone: (done: Done) => void) {
  const { t } = useTranslation('add');
  const company = useCompany().id_client;
  const wordsOf = useFaultLabels();
  const { formMessage } = useErrorMessage('field');
  const [refused, setRefused] = useState<Refused>(NOTHING);
  const { draft, answers, port_id } = wizard;
  const tested = ({ key, short_name }: Row): Tested => ({
    name: short_name,
    reason: answers.outcomes.get(key)?.reason ?? null,
    answered: hasAnswered(answers.outcomes.get(key)),
  });
  const adding = useMutation({
    // What is left is told of the rows as they were then: the plant's devices number those that come after.
    mutationFn: ({ rows }: Batch) =>
      addDevices(company, {
        proj_code: draft.proj_code,
        devices: rows.map((row) => bodyOf(row, draft, answers.outcomes.get(row.key), port_id)),
      }),
    onMutate: () => setRefused(NOTHING),
    onSuccess: (ids, { rows, others }) => {
      const added = rows.flatMap((row, i) => {
        const id = ids[i];
        return id === undefined ? [] : [{ ...tested(row), id }];
      });
      for (const { id, reason } of added) keepTried(company, id, reason);
      onDone({ added, left: others.map(tested) });
    },
    onError: (fault, { rows }) => {
      const keys = rows.map(({ key }) => key);
      const errors = fault instanceof CallError ? fault.errors : [];
      const at = new Map<string, string>();
      const whole = new Set<string>();
      for (const refusal of errors) {
        const place = placeOfFault(refusal, keys);
        if (place) at.set(atField(place.key, place.field), wordsOf(refusal));
        else whole.add(wordsOf(refusal));
      }
      if (at.size > 0)
        whole.add(
          t('refused.at_rows', { count: new Set([...at.keys()].map((one) => one.split(' ')[1])).size }),
        );
      setRefused({ at, whole: whole.size > 0 ? [...whole] : [formMessage(fault)] });
      if (at.size > 0) focusFault();
    },
  });
  const settle = (key: string, field: RowField) => {
    if (!refused.at.has(atField(key, field))) return;
    const at = new Map([...refused.at].filter(([place]) => place !== atField(key, field)));
    setRefused({ at, whole: at.size === 0 ? [] : refused.whole });
  };
  const add = (rows: readonly Row[]) =>
    adding.mutate({ rows, others: wizard.rows.filter((row) => !rows.includes(row)) });
  return { add, adding: adding.isPending, refused, settle };
}
export type Adding = ReturnType<typeof useAdding>;
