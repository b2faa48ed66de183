import { z } from 'zod';

// spec §3: Company
export const Company = z.object({
  id_client: z.int(),
  name: z.string(),
  description: z.string(),
  telephone: z.string(),
  tag_key: z.string(),
  company_slug: z.string(),
  enabled: z.boolean(),
  second_factor_required: z.boolean(),
  version: z.int(),
});
export type Company = z.infer<typeof Company>;
