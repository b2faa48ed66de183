import { z } from 'zod';
import { CAPABILITIES, type Capability } from './capabilities.ts';
import { Instant } from './fields.ts';

/** What somebody makes in a company that goes on acting by itself, whatever becomes of them there. */
export const MADE_KINDS = [
  'api_key',
  'mqtt_credential',
  'webhook',
  'invitation',
  'shared_chart',
  'report_schedule',
] as const;
export type MadeKind = (typeof MADE_KINDS)[number];

const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as [Capability, ...Capability[]];

export const MadeThing = z.object({
  kind: z.enum(MADE_KINDS),
  id: z.int(),
  name: z.string(),
  /** What making one asks for: whoever loses it could not make this any more. */
  capability: z.enum(CAPABILITY_NAMES),
  created_at: Instant,
  /** Null where it was never used, or where nobody keeps that. */
  last_used_at: Instant.nullable(),
  /** Whether it lets its holder see or enter, rather than only send or show to colleagues. */
  gives_away: z.boolean(),
  /** Whether ending it is advised when its maker goes. */
  advised: z.boolean(),
});
export type MadeThing = z.infer<typeof MadeThing>;

/** Things to end with a change of somebody's rank: `kind:id`, as they were listed. */
export const Revoke = z
  .array(
    z.string().regex(new RegExp(`^(${MADE_KINDS.join('|')}):[1-9]\\d{0,15}$`), 'must be kind:id as listed'),
  )
  .max(1000);

export const tokenOf = ({ kind, id }: Pick<MadeThing, 'kind' | 'id'>): string => `${kind}:${id}`;
