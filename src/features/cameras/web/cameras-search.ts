import { z } from 'zod';
import { choice, code, defineListState, mode } from '../../../shared/web/list/list-state.ts';

/** How often pictures are asked for, in seconds; none: only when somebody asks. */
export const RATES = ['2', '5', '10', '30', '60', 'off'] as const;
export type Rate = (typeof RATES)[number];

/** Which cameras the wall shows, and how. */
export const CamerasList = defineListState('cameras', {
  plant: code(),
  thermal: choice(['true', 'false'], ''),
  /** Without one it is every ten seconds. */
  every: mode(RATES),
});
export const WALL_RATE: Rate = '10';

/** Which camera is looked at, and how. */
export const CameraSearch = z.object({
  camera: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .optional()
    .catch(undefined),
  /** Without one it is every five seconds. */
  every: z.enum(RATES).optional().catch(undefined),
});
export const DETAIL_RATE: Rate = '5';
