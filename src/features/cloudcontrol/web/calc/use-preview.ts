import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { CallError, type FieldError } from '../../../../shared/contract/client.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { type CalcDefinition, calculationsCalls } from '../../calculations.contract.ts';
import { type Draft, definitionOf } from './draft.model.ts';

const PAUSE_MS = 350;
const NO_FAULTS: readonly FieldError[] = [];
const faultsIn = (error: unknown): readonly FieldError[] =>
  error instanceof CallError && error.status === 400 ? error.errors : NO_FAULTS;

/** The definition in hand, calculated for the last day by the server, which also says what is wrong with it. */
export function usePreview(draft: Draft) {
  // As text, so that the same definition is the same.
  const wanted = JSON.stringify(definitionOf(draft) ?? null);
  const settled = useDeferredValue(useDebouncedValue(wanted, PAUSE_MS)[0]);
  const definition = useMemo(() => JSON.parse(settled) as CalcDefinition | null, [settled]);
  const answer = useCall(calculationsCalls.preview, definition && { body: definition }, {
    retry: false,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });
  return {
    ...answer,
    waiting: definition === null,
    faults: definition ? faultsIn(answer.error) : NO_FAULTS,
  };
}
