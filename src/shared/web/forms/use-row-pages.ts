import { useEffect, useRef, useState } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { holdPaged } from './on-screen.ts';

/** So many rows stand on screen at once: a form of hundreds opens as fast as one of a few. */
export const PAGE_ROWS = 20;

const pageOf = (row: number): number => Math.floor(row / PAGE_ROWS) + 1;

/**
 * Which rows of a form are shown. When the form was sent and the first fault lies on another page, that page is shown, and the
 * fault given the focus where none outside of the list has it.
 */
export function useRowPages(name: string, count: number) {
  const { control, setFocus } = useFormContext();
  const { errors, submitCount } = useFormState({ control, name });
  const [chosen, setChosen] = useState(1);
  const page = Math.min(chosen, pageOf(Math.max(0, count - 1)));
  const paged = count > PAGE_ROWS;
  useEffect(() => (paged ? holdPaged(control, name) : undefined), [control, name, paged]);
  const found: unknown = get(errors, name);
  const faults: readonly unknown[] = Array.isArray(found) ? found : [];
  const row = faults.findIndex(Boolean);
  const [part] = Object.keys(Object(faults[row]));
  const told = useRef(submitCount);
  const toFocus = useRef<string | null>(null);
  useEffect(() => {
    // Faults that are found while somebody types take nobody away from there.
    if (told.current === submitCount) return;
    told.current = submitCount;
    if (!paged || part === undefined || pageOf(row) === page) return;
    setChosen(pageOf(row));
    const [list = name] = name.split('.');
    const others = Object.keys(control._formState.errors).some((field) => field !== list);
    toFocus.current = others ? null : `${name}.${row}.${part}`;
  }, [control, name, page, paged, part, row, submitCount]);
  useEffect(() => {
    if (toFocus.current === null || page !== pageOf(row)) return;
    setFocus(toFocus.current);
    toFocus.current = null;
  });
  return { page, paged, show: setChosen, showRow: (index: number) => setChosen(pageOf(index)) };
}
