import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { keepTried } from '../field/tried.public.ts';
import { addDevices } from '../find/add-devices.ts';
import { bodyOf, placeOfFault, type Told } from './bodies.model.ts';
import type { Row, RowField } from './draft.model.ts';
import { focusFault } from './focus-fault.ts';
import type { Bulk } from './use-bulk.ts';

/** What the server found wrong: at fields of rows, and above all. */
interface Refused {
  at: ReadonlyMap<string, string>;
  whole: readonly string[];
}
const NOTHING: Refused = { at: new Map(), whole: [] };

export const atField = (key: string, field: RowField): string => `${field} ${key}`;

function useToldLabels(): (told: Told) => string {
  const { t } = useTranslation('bulk');
  const { fieldMessage } = useErrorMessage('field');
  return (told) => {
    const { code, params } = told;
    if (code === 'serial_taken') return t('row.serial_taken');
    if (code === 'name_taken') return t('row.name_taken');
    if (code === 'name_differs') return t('refused.name_differs', { ...params });
    if (code === 'unknown_template') return t('refused.unknown_template');
    return fieldMessage(told);
  };
}

/** Adds rows as one change and goes to where their values come in; whatever goes wrong, everything typed stays. */
export function useAdding(bulk: Bulk) {
  const { t } = useTranslation('bulk');
  const company = useCompany().id_client;
  const navigate = useNavigate();
  const wordsOf = useToldLabels();
  const { formMessage } = useErrorMessage('field');
  const [refused, setRefused] = useState<Refused>(NOTHING);
  const { draft, answers, port_id } = bulk;
  const adding = useMutation({
    mutationFn: (rows: readonly Row[]) =>
      addDevices(company, {
        proj_code: draft.proj_code,
        devices: rows.map((row) => bodyOf(row, draft, answers.outcomes.get(row.key), port_id)),
      }),
    onMutate: () => setRefused(NOTHING),
    onSuccess: (ids, rows) => {
      for (const [i, { key }] of rows.entries()) {
        const id = ids[i];
        if (id !== undefined) keepTried(company, id, answers.outcomes.get(key)?.reason);
      }
      toast.done(t('add.done', { count: ids.length }));
      const [only, ...others] = ids;
      if (only !== undefined && others.length === 0)
        return navigate({ to: '/apps/cloudcontrol/devices/$id', params: { id: String(only) } });
      return navigate({ to: '/apps/cloudcontrol', search: { plant: draft.proj_code } });
    },
    onError: (fault, rows) => {
      const keys = rows.map(({ key }) => key);
      const errors = fault instanceof CallError ? fault.errors : [];
      const at = new Map<string, string>();
      const whole = new Set<string>();
      for (const told of errors) {
        const place = placeOfFault(told, keys);
        if (place) at.set(atField(place.key, place.field), wordsOf(told));
        else whole.add(wordsOf(told));
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
  return { add: adding.mutate, adding: adding.isPending, refused, settle };
}
export type Adding = ReturnType<typeof useAdding>;
