import { z } from 'zod';
import type { Host } from '../contract/hosts.ts';
import { splitList } from './network-settings.ts';

/** What is served from elsewhere, and whose browsers this program answers. */
export interface HostSettings {
  /** Where browsers send the calls of these; the others come to the portal's own address. */
  readonly hosts: Readonly<Partial<Record<Host, string>>>;
  /** Portals at other addresses whose pages may make calls here. */
  readonly portalOrigins: readonly string[];
}

const ORIGIN = /^https?:\/\/[\w.-]+(:\d{1,5})?$/;

const address = (of: string) =>
  z
    .string()
    .transform((url) => url.replace(/\/+$/, ''))
    .pipe(z.string().regex(ORIGIN, 'must be an address such as https://homes.example.com, without a path'))
    .transform((url) => new URL(url).origin)
    .optional()
    .describe(`address of another instance of this program to which browsers send the calls of ${of}`);

/** What the environment says of hosts. The descriptions are what docs/settings.md lists. */
export const hostEnvironment = {
  RESIDENTIAL_URL: address('homes'),
  COMMUNITY_URL: address('energy communities'),
  CLOUD_FUNCTION_URL: address('simulations that are worked out'),
  CLOUD_CONTROL_URL: address('cloud control'),
  PORTAL_ORIGINS: z
    .string()
    .default('')
    .transform(splitList)
    .pipe(z.array(z.string().regex(ORIGIN, 'must list origins such as https://portal.example.com')))
    // As browsers write them: in small letters, without the port that goes without saying.
    .transform((origins) => origins.map((one) => new URL(one).origin))
    .describe('portals at other addresses whose pages may make calls of this instance'),
};

type Values = z.output<z.ZodObject<typeof hostEnvironment>>;

export function hostSettings(values: Values): HostSettings {
  const named: Readonly<Record<Host, string | undefined>> = {
    residential: values.RESIDENTIAL_URL,
    community: values.COMMUNITY_URL,
    cloud_function: values.CLOUD_FUNCTION_URL,
    cloud_control: values.CLOUD_CONTROL_URL,
  };
  return {
    hosts: Object.fromEntries(Object.entries(named).filter(([, url]) => url !== undefined)),
    portalOrigins: values.PORTAL_ORIGINS,
  };
}
