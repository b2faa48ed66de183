import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { CallError, type FieldError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { type CalcDefinition, CalcGroup, calculationsCalls } from '../../calculations.contract.ts';
import { keepGroup, previewQuery } from './calc.api.ts';
import { type Draft, definitionOf, draftOf, NEW_DRAFT, sameDraft } from './draft.model.ts';

const CALM_MS = 350;
const NOTHING: CalcDefinition = { operation: 'sum', inputs: [], result: { variable: '' } };
const NO_FAULTS: readonly FieldError[] = [];
const faultsIn = (error: unknown): readonly FieldError[] =>
  error instanceof CallError && error.status === 400 ? error.errors : NO_FAULTS;

function storedIn(error: unknown): CalcGroup | null {
  if (!(error instanceof CallError) || error.status !== 409) return null;
  return CalcGroup.safeParse(error.problem.stored).data ?? null;
}

/** The value as it stood when it had not changed for a moment. */
function useCalm<T>(value: T): T {
  const [calm, setCalm] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), CALM_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return calm;
}

/** The definition in hand, calculated for the last day by the server, which also says what is wrong with it. */
export function usePreview(draft: Draft) {
  const company = useCompany().id_client;
  // What it is called does not change what it gives; as text, so that the same definition is the same.
  const wanted = JSON.stringify(definitionOf({ ...draft, short_name: '' }, false) ?? null);
  const calm = useDeferredValue(useCalm(wanted));
  const definition = useMemo(() => JSON.parse(calm) as CalcDefinition | null, [calm]);
  const answer = useQuery({
    ...previewQuery(company, definition ?? NOTHING),
    enabled: definition !== null,
    placeholderData: keepPreviousData,
  });
  return {
    ...answer,
    waiting: definition === null,
    faults: definition ? faultsIn(answer.error) : NO_FAULTS,
  };
}

/** The form of a new group, or of one that is stored. */
export function useGroupForm(stored: CalcGroup | undefined) {
  const company = useCompany().id_client;
  const [base, setBase] = useState(stored);
  const [draft, setDraft] = useState(() => (stored ? draftOf(stored) : NEW_DRAFT));
  const [saved, setSaved] = useState(false);
  const [theirs, setTheirs] = useState<CalcGroup | null>(null);
  const before = base ? draftOf(base) : NEW_DRAFT;
  const save = useMutation({
    mutationFn: async () => {
      const { name, description } = draft;
      const definition = definitionOf(draft, true);
      if (!definition || name.trim() === '') throw new CallError(400, { code: 'invalid' });
      const body = { name, description, ...definition };
      const version = (theirs ?? base)?.version;
      if (!base) return send(calculationsCalls.create, { body, company });
      return send(calculationsCalls.update, {
        params: { id: String(base.id) },
        body: { ...body, version },
        company,
      });
    },
    onSuccess: (group) => {
      keepGroup(company, group);
      toast.saved();
      setSaved(true);
    },
    onError: (error) => {
      const found = storedIn(error);
      setTheirs(found);
      if (!found) toast.failed();
    },
  });
  const begin = (from: CalcGroup) => {
    setTheirs(null);
    setBase(from);
    setDraft(draftOf(from));
  };
  return {
    draft,
    theirs,
    save,
    begin,
    unsaved: !sameDraft(draft, before) && !saved,
    /** Nothing is left to do here. */
    saved,
    /** Told after somebody tried to save. */
    tried: save.isError,
    faults: faultsIn(save.error),
    change: (part: Partial<Draft>) => {
      if (save.isError && !theirs) save.reset();
      setDraft((now) => ({ ...now, ...part }));
    },
  };
}
