import { useEffect, useState } from 'react';

const FIELDS = ['input', 'select', 'textarea']
  .map((tag) => `${tag}:not([type=hidden], :disabled)`)
  .join(', ');

/** Whence each dialog was opened; a dialog that takes another's place goes back to where that one came from. */
const openers = new WeakMap<Element, Element>();

function placeBefore(opener: Element | null): HTMLElement | null {
  let place: Element | null | undefined = opener;
  while (place && !place.isConnected) {
    const dialog: Element | null = place.closest('[role="dialog"]');
    place = dialog && openers.get(dialog);
  }
  // The row with the pressed button may be gone with the action: then the page itself.
  const found = place ?? document.getElementById('content');
  return found instanceof HTMLElement ? found : null;
}

/**
 * The first focus goes to what is typed, or to the title of what is read, not to the cross that closes; whoever marked
 * another element keeps it.
 */
function markFirst(body: HTMLElement, first: 'field' | 'title'): void {
  if (body.querySelector('[data-autofocus]')) return;
  const title = body.closest('[role="dialog"]')?.querySelector('[data-dialog-title]');
  const field = first === 'field' ? body.querySelector(FIELDS) : null;
  (field ?? title)?.setAttribute('data-autofocus', '');
}

/**
 * The library sets the first focus a moment after the dialog is there, wherever the mark is by then: on what somebody has
 * reached meanwhile, or the next letters would be typed into another field.
 */
function keepPlace({ currentTarget, target }: Event): void {
  if (!(currentTarget instanceof Element && target instanceof Element) || target === currentTarget) return;
  for (const marked of currentTarget.querySelectorAll('[data-autofocus]'))
    marked.removeAttribute('data-autofocus');
  target.setAttribute('data-autofocus', '');
}

/** What somebody has reached in a dialog keeps the focus. */
function keepFocus(body: HTMLElement | null): void {
  body?.closest('[role="dialog"]')?.addEventListener('focusin', keepPlace);
}

/**
 * Where the keyboard is, in a dialog that exists only while it is open: on opening at its first field or its title,
 * afterwards at what opened it. Answers the ref of the dialog's body.
 */
export function useDialogFocus(first: 'field' | 'title' = 'field'): (body: HTMLElement | null) => void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const { activeElement, body } = document;
      // Whoever took the focus on purpose keeps it.
      if (opener === body || (activeElement !== null && activeElement !== body)) return;
      placeBefore(opener)?.focus({ preventScroll: true });
    },
    [opener],
  );
  return (body) => {
    if (!body) return;
    markFirst(body, first);
    const dialog = body.closest('[role="dialog"]');
    keepFocus(body);
    if (dialog && opener) openers.set(dialog, opener);
  };
}
