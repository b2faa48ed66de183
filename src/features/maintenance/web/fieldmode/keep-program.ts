/** Whether this browser opens the page without a network; `insecure`: it may not, `missing`: it cannot. */
export type Program = 'ready' | 'insecure' | 'missing';

/** Has the browser keep the portal's own files. Nothing that the portal answers is among them (service-worker.js). */
export async function keepProgram(): Promise<Program> {
  if (!isSecureContext) return 'insecure';
  const keeper: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!keeper) return 'missing';
  try {
    await keeper.register('/sw.js');
    await keeper.ready;
    return 'ready';
  } catch (fault) {
    // A browser that keeps nothing, such as in a private window; without a network it is as it was before.
    console.warn('the portal is not kept on this device', fault);
    return keeper.controller ? 'ready' : 'missing';
  }
}
