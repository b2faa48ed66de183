import { z } from 'zod';

/** A month that can be closed, YYYY-MM: the tariff of communities stands in no earlier century. */
export const Month = z
  .string()
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be YYYY-MM')
  .meta({ examples: ['2026-05'] });
