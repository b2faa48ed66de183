import { z } from 'zod';

/** Clouds of manufacturers that can be asked; one more is a name here, its settings, and a file beside those of the others. */
export const CLOUD_VENDORS = ['solaredge'] as const;
export type CloudVendor = (typeof CLOUD_VENDORS)[number];

export interface CloudAccess {
  /** The installation's key; undefined: nobody is asked. */
  readonly key: string | undefined;
  /** Where it is asked; undefined: at its own public address. Without a slash at its end. */
  readonly url: string | undefined;
  readonly perDay: number;
  /** Which companies' homes are asked for; undefined: those of the company that was founded first. */
  readonly companies: readonly number[] | undefined;
}
export type CloudSettings = Readonly<Record<CloudVendor, CloudAccess>>;

const PER_DAY = 'must be a whole number from 1 to 1000000';
const COMPANIES = 'must be numbers of companies, for instance 3,7';

/** What the environment says of manufacturers' clouds. The descriptions are what docs/settings.md lists. */
export const cloudEnvironment = {
  SOLAREDGE_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be a key without spaces')
    .optional()
    .describe("App API Key of the installation's Fleet Access application at SolarEdge (Monitoring API V2)"),
  SOLAREDGE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://monitoringapi.solaredge.com' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('where SolarEdge is asked instead of at its public address'),
  SOLAREDGE_PER_DAY: z.coerce
    .number(PER_DAY)
    .int(PER_DAY)
    .min(1, PER_DAY)
    .max(1_000_000, PER_DAY)
    .default(300)
    .describe('requests a day that SolarEdge allows; with more homes than that each is asked more rarely'),
  SOLAREDGE_COMPANIES: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/, COMPANIES)
    .transform((text) => text.split(',').map(Number))
    .optional()
    .describe(
      'numbers of the companies whose homes are asked for there; nothing: those of the company that was founded first',
    ),
};

type Values = z.output<z.ZodObject<typeof cloudEnvironment>>;

export const cloudSettings = (values: Values): CloudSettings => ({
  solaredge: {
    key: values.SOLAREDGE_KEY,
    url: values.SOLAREDGE_URL,
    perDay: values.SOLAREDGE_PER_DAY,
    companies: values.SOLAREDGE_COMPANIES,
  },
});
