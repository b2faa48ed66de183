import { useEffect, useRef } from 'react';

/** Dialogs and drawers on screen, the one in front last. */
const onScreen: object[] = [];

/** A calendar that hangs on a field of the dialog in front: Escape is for it first. */
const calendarIsOpen = (): boolean => document.querySelector('[data-dates-dropdown]') !== null;

/** Whether this dialog is the one in front: Escape closes it alone, and not what it stands over. */
export function useInFront(opened = true): () => boolean {
  const { current: own } = useRef({});
  useEffect(() => {
    if (!opened) return;
    onScreen.push(own);
    // Not at once: the press that closed this one still reaches what stands below.
    return () => void setTimeout(() => onScreen.splice(onScreen.indexOf(own), 1));
  }, [own, opened]);
  return () => onScreen.at(-1) === own && !calendarIsOpen();
}
