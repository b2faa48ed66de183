import type { AddressManner } from '../../../../devices/map/map-address.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { type MapReport, mapsCalls } from '../../maps.contract.ts';
import { fetchDetails } from '../field/writes.ts';

export interface MapOptions {
  readonly addresses: AddressManner;
  readonly remove_others: boolean;
}
export interface MapSending extends MapOptions {
  readonly dry_run: boolean;
  /** What the dry run was held against. */
  readonly version: number | null;
}
export type MapFormat = 'csv' | 'xlsx';

/** Whose map goes in and out: of a device, or of a template. */
export interface MapTarget {
  /** What it is called. */
  readonly name: string;
  send(file: Blob, sending: MapSending): Promise<MapReport>;
  save(format: MapFormat, what: { lang: 'it' | 'en'; example: boolean }): Promise<Blob>;
  /** Shows anew what a map has changed. */
  renew(): Promise<unknown>;
}

const yesNo = (value: boolean) => (value ? 'true' : 'false');

/** How a map is sent, as its call has it. */
export const mapQuery = ({ addresses, remove_others, dry_run, version }: MapSending) =>
  ({
    addresses,
    remove_others: yesNo(remove_others),
    dry_run: yesNo(dry_run),
    ...(version === null ? {} : { version: String(version) }),
  }) as const;

/** The map of a device. */
export function deviceMap(company: number, device: { id: number; short_name: string }): MapTarget {
  const params = { id: String(device.id) };
  return {
    name: device.short_name,
    send: (body, sending) => send(mapsCalls.importMap, { params, query: mapQuery(sending), body, company }),
    save: (format, { lang, example }) =>
      send(mapsCalls.exportMap, { params, query: { format, lang, example: yesNo(example) }, company }),
    renew: () => fetchDetails(company, device.id),
  };
}

/** The map of a template; only the company's own take one in. */
export function templateMap(
  company: number,
  template: { key: string; name: string },
  renew: () => Promise<unknown>,
): MapTarget {
  const params = { key: template.key };
  return {
    name: template.name,
    send: (body, sending) =>
      send(mapsCalls.importTemplateMap, { params, query: mapQuery(sending), body, company }),
    save: (format, { lang, example }) =>
      send(mapsCalls.exportTemplateMap, {
        params,
        query: { format, lang, example: yesNo(example) },
        company,
      }),
    renew,
  };
}
