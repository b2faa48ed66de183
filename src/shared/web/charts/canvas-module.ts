/** The canvas with its drawing library, a file of its own. */
export const loadCanvas = () => import('./ChartCanvas.tsx');

/** Fetches it ahead, while the series are still on their way; a failure is told where it is needed. */
export function fetchCanvasAhead(): void {
  loadCanvas().catch(() => undefined);
}
