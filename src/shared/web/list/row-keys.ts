import type { KeyboardEvent, MouseEvent } from 'react';

/** What takes the arrows or letters itself. */
const OWN_KEYS =
  'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="menu"] *, [role="listbox"] *, [role="combobox"]';
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)';

const focusableIn = (row: Element) => [...row.querySelectorAll<HTMLElement>(FOCUSABLE)];

/** The next row with something to press; the near ones are rendered, however many there are. */
function neighbour(row: Element, step: 1 | -1): Element | null {
  let next: Element | null = row;
  do next = step === 1 ? next.nextElementSibling : next.previousElementSibling;
  while (next && focusableIn(next).length === 0);
  return next;
}

/** In a table's body the arrows go from row to row, in the same place where the next has it, and x chooses the row. */
export function moveInRows(event: KeyboardEvent<HTMLElement>): void {
  const { key, altKey, ctrlKey, metaKey } = event;
  const from = event.target as HTMLElement;
  const row = from.closest('tr');
  if (!row || event.defaultPrevented || altKey || ctrlKey || metaKey || from.matches(OWN_KEYS)) return;
  if (key === 'x') {
    const box = row.querySelector<HTMLElement>('[data-choice] input');
    if (box) event.preventDefault();
    box?.click();
    return;
  }
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  const next = neighbour(row, key === 'ArrowDown' ? 1 : -1);
  if (!next) return;
  event.preventDefault();
  const there = focusableIn(next);
  const main = from.matches('[data-row-link]') ? next.querySelector<HTMLElement>('[data-row-link]') : null;
  (main ?? there[focusableIn(row).indexOf(from)] ?? there[0])?.focus();
}

/** What does something of its own when it is pressed. */
const PRESSED = 'a, button, input, select, textarea, label, summary, [role="button"]';

/** A click anywhere on a row opens it, as its link does, unless something else was pressed or a text marked. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const place = event.target as Element;
  if (event.defaultPrevented || place.closest(PRESSED) || getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  const opener = place.closest('tr')?.querySelector<HTMLElement>('[data-row-link]');
  // As if it were pressed itself: whatever opens goes back to it when it closes.
  opener?.focus({ preventScroll: true });
  opener?.dispatchEvent(
    new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}
