import { useEffect, useRef, useState } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { holdPaged } from './on-screen.ts';

/** So many rows stand on screen at once: a form of hundreds opens as fast as one of a few. */
export const PAGE_ROWS = 20;

const pageOf = (row: number): number => Math.floor(row / PAGE_ROWS) + 1;

/** Which rows of a form are shown; when it is sent, those with the first fault, which is given the focus. */
export function useRowPages(name: string, count: number) {
  const { control, setFocus } = useFormContext();
  const { errors, submitCount } = useFormState({ control, name });
  const [chosen, setChosen] = useState(1);
  const page = Math.min(chosen, pageOf(Math.max(0, count - 1)));
  const paged = count > PAGE_ROWS;
  useEffect(() => (paged ? holdPaged(control, name) : undefined), [control, name, paged]);
  const told_of: unknown = get(errors, name);
  const faults: readonly unknown[] = Array.isArray(told_of) ? told_of : [];
  const row = faults.findIndex(Boolean);
  const [part] = Object.keys(Object(faults[row]));
  const told = useRef(submitCount);
  useEffect(() => {
    if (row < 0 || told.current === submitCount) return;
    told.current = submitCount;
    setChosen(pageOf(row));
  }, [row, submitCount]);
  const focused = useRef(submitCount);
  useEffect(() => {
    if (part === undefined || page !== pageOf(row) || focused.current === told.current) return;
    focused.current = told.current;
    setFocus(`${name}.${row}.${part}`);
  });
  return { page, paged, show: setChosen, showRow: (index: number) => setChosen(pageOf(index)) };
}
