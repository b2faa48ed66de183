/** Brings the first field that is wrong into sight and under the keyboard, once it is marked. */
export function focusFault(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus();
  });
}
