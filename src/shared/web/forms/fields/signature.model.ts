/** A place on the glass, in the drawing's own points. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Points of the drawing, whatever its size on the screen. */
export const GLASS = { width: 720, height: 240 } as const;

/** Where a finger is on the drawing, by where it is on the screen. */
export const onGlass = (
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
  box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
): Point => ({
  x: box.width > 0 ? ((clientX - box.left) / box.width) * GLASS.width : 0,
  y: box.height > 0 ? ((clientY - box.top) / box.height) * GLASS.height : 0,
});

const PNG = 'data:image/png;base64,';

/** What a canvas gives, as calls take it; null for what is no PNG. */
export const base64Of = (url: string): string | null => (url.startsWith(PNG) ? url.slice(PNG.length) : null);

/** A picture in base64 as an image shows it. */
export const urlOfPng = (base64: string): string => `${PNG}${base64}`;
