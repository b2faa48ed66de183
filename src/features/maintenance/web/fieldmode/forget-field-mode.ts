/** Stands in local storage where field mode was opened on this device: elsewhere nothing is fetched to forget. */
export const FIELD_MODE_MARK = 'field-mode';

/** Removes what was read, once the session is over; reports that nobody has sent stay with whoever wrote them. */
export async function forgetFieldMode(): Promise<void> {
  const { dropKept } = await import('./field-store.ts');
  await dropKept();
}
