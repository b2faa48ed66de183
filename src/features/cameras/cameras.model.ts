/** Where a picture stands below the server's base URL, unless somebody says otherwise. */
export const PICTURE_PATH = '/snapshot/{cam_num}';
const NUMBER = '{cam_num}';

/** Cameras of a plant, and of a company. */
export const MAX_CAMERAS = { plant: 64, company: 2000 };

/** The largest picture that is taken: 5 MB. */
export const PICTURE_BYTES = 5 * 1024 * 1024;
/** From the look-up of the camera's name to the end of its picture. */
export const PICTURE_WITHIN_MS = 10_000;
/** A picture is asked of a camera no more often than this, however many look at it. */
export const FRESH_MS = 2000;
/** A picture that the camera itself says is older than this is no live one. */
export const LIVE_S = 60;
/** How long the last picture of a camera that does not answer is shown, with its age. */
export const KEPT_MS = 3_600_000;

/** Why there is no picture, or no new one: a code, and what it needs to be said in words. */
export const CAMERA_FAULTS = [
  'not_allowed',
  'not_encrypted',
  'name_unknown',
  'no_connection',
  'tls',
  'timeout',
  'broken',
  'no_server',
  'secret_lost',
  'no_credentials',
  'unauthorized',
  'redirect',
  'status',
  'no_picture',
  'broken_picture',
  'too_large',
  'too_many_pixels',
  'busy',
  'old',
] as const;
export interface CameraFault {
  readonly code: (typeof CAMERA_FAULTS)[number];
  readonly params: Readonly<Record<string, string | number>>;
}

/** How a plant's cameras are reached, as a person says it. */
export interface ServerAddress {
  readonly url_plant: string;
  readonly port: number;
  readonly is_https: boolean;
}

export type AddressFault = 'address' | 'scheme' | 'credentials' | 'port' | 'query';

const schemeOf = ({ is_https }: Pick<ServerAddress, 'is_https'>): string => (is_https ? 'https' : 'http');

const SCHEME = /^(https?):(?=\/\/)/i;

/** Whether an address says of itself how it is reached: nothing where it names no such scheme. */
export function httpsOf(url_plant: string): boolean | undefined {
  const [, scheme] = SCHEME.exec(url_plant) ?? [];
  return scheme === undefined ? undefined : scheme.toLowerCase() === 'https';
}

/**
 * The base URL as it is kept, without its port, and the host that it leads to; or what is wrong with it. `is_https`
 * decides where it is given, because the address that a caller sends back always carries a scheme.
 */
export function readServer({
  url_plant,
  port,
  is_https = httpsOf(url_plant) ?? false,
}: Omit<ServerAddress, 'is_https'> & { is_https?: boolean | undefined }):
  | { url_plant: string; host: string; is_https: boolean }
  | { fault: AddressFault } {
  const scheme = schemeOf({ is_https });
  const text = url_plant.includes('://')
    ? url_plant.replace(SCHEME, `${scheme}:`)
    : `${scheme}://${url_plant}`;
  if (!URL.canParse(text)) return { fault: 'address' };
  const url = new URL(text);
  if (url.protocol !== `${scheme}:`) return { fault: 'scheme' };
  if (url.username !== '' || url.password !== '') return { fault: 'credentials' };
  if (url.port !== '' && Number(url.port) !== port) return { fault: 'port' };
  if (url.search !== '' || url.hash !== '') return { fault: 'query' };
  if (url.hostname === '') return { fault: 'address' };
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return { url_plant: `${scheme}://${url.hostname}${url.pathname.replace(/\/+$/, '')}`, host, is_https };
}

const SECRET_PARAMETER = /[?&](user|usr|username|login|pass|passwd|password|pwd|psw|auth|token|key|secret)=/i;

/** What is wrong with where a picture stands: it is shown to people, and must not hold a password. */
export function pathFault(picture_path: string): 'path' | 'path_credentials' | undefined {
  if (!/^\/[\x21-\x7e]*$/.test(picture_path) || picture_path.includes('#')) return 'path';
  return SECRET_PARAMETER.test(picture_path) ? 'path_credentials' : undefined;
}

/** Where a server stands: credentials are given to no other place. */
export function originOf({ url_plant, port, is_https }: ServerAddress): string {
  return `${schemeOf({ is_https })}://${new URL(url_plant).hostname}:${port}`;
}

/** The address of a camera's picture. */
export function pictureUrl(server: ServerAddress & { picture_path: string }, cam_num: number): string {
  const base = new URL(server.url_plant).pathname.replace(/\/+$/, '');
  return `${originOf(server)}${base}${server.picture_path.replaceAll(NUMBER, String(cam_num))}`;
}
