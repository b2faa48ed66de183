/** Removes everybody's drafts of forms: whoever signs out leaves nothing that they typed on the device. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith('draft:')) localStorage.removeItem(key);
}
