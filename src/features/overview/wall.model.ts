import { z } from 'zod';

/** How long the wall shows each view, in seconds. */
export const WALL_SECONDS = ['10', '15', '30', '60', '120', '300'] as const;
export type WallSeconds = (typeof WALL_SECONDS)[number];
export const WALL_USUAL: WallSeconds = '30';
/** Whether cards that are older than this are asked for anew, in milliseconds: nobody is there to press a button. */
export const WALL_FRESH_MS = 60_000;

const NUMBERS = /^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,49}$/;

/** What the address of the wall says, so that a television is pointed at it. */
export const WallSearch = z.object({
  /** Which saved views, by their numbers; without any all that the person sees. */
  views: z.string().regex(NUMBERS).optional().catch(undefined),
  every: z.enum(WALL_SECONDS).optional().catch(undefined),
  /** The view on screen. */
  at: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .optional()
    .catch(undefined),
  paused: z.enum(['1']).optional().catch(undefined),
});
export type WallSearch = z.infer<typeof WallSearch>;

interface View {
  readonly id: number;
}

/** The views that the address names, in its order; all of them where it names none. */
export function wallViews<V extends View>(all: readonly V[], named: string | undefined): readonly V[] {
  if (named === undefined) return all;
  const known = new Map(all.map((view) => [view.id, view]));
  return named.split(',').flatMap((id) => known.get(Number(id)) ?? []);
}

/** Which of the views is on screen; the first where the address names none, or one that is gone. */
export const placeOf = (views: readonly View[], at: string | undefined): number =>
  Math.max(
    0,
    views.findIndex(({ id }) => String(id) === at),
  );

/** The view that follows, or the one before; from the last on to the first. */
export function neighbourOf<V extends View>(views: readonly V[], at: number, by: 1 | -1): V | undefined {
  return views.at((at + by + views.length) % Math.max(1, views.length));
}

const TILE = { width: 300, height: 128, gap: 12 };

/** How many tiles fit a place, so that nothing has to be scrolled. */
export function tilesIn({ width, height }: { width: number; height: number }): {
  columns: number;
  rows: number;
} {
  const fit = (room: number, size: number) => Math.max(1, Math.floor((room + TILE.gap) / (size + TILE.gap)));
  return { columns: fit(width, TILE.width), rows: fit(height, TILE.height) };
}
