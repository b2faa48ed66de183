import { z } from 'zod';
import { daySpanFields } from '../../../../shared/web/list/day-span.model.ts';

/** Kinds of deeds: an action's name up to its dot. A new kind adds its line here and its words. */
export const GROUPS = [
  'sign_in',
  'sign_out',
  'proof',
  'password',
  'email',
  'second_factor',
  'account',
  'user',
  'invitation',
  'company',
  'key',
  'plant',
  'port',
  'device',
  'field',
  'endpoint',
  'template',
  'variable_name',
  'variable_group',
  'category',
  'tag',
  'section',
  'import',
  'readings',
  'chart',
  'calc_group',
  'alarm_rule',
  'upload',
  'alarm',
  'snooze',
  'webhook',
] as const;
export type AuditGroup = (typeof GROUPS)[number];

export const AUDIT_DEFAULTS = { q: '', group: 'all', span: 'all', order: 'newest', page: '1' } as const;

/** The page's part of the address; what is not understood falls back to the default. */
export const AuditSearch = z.object({
  q: z.string().max(200).default('').catch(''),
  group: z
    .enum(['all', ...GROUPS])
    .default('all')
    .catch('all'),
  /** A person's id, or people alone, or the program alone. */
  who: z
    .string()
    .regex(/^(people|program|[1-9]\d{0,15})$/)
    .optional()
    .catch(undefined),
  ...daySpanFields,
  order: z.enum(['newest', 'oldest']).default('newest').catch('newest'),
  page: z
    .string()
    .regex(/^[1-9]\d{0,6}$/)
    .default('1')
    .catch('1'),
});
export type AuditSearch = z.infer<typeof AuditSearch>;

export const isNarrowed = ({ q, group, who, span }: AuditSearch): boolean =>
  q.trim() !== '' || group !== 'all' || who !== undefined || span !== 'all';
