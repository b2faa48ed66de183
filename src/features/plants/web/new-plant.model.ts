import type { In } from '../../../shared/contract/call.ts';
import type { plantsCalls } from '../plants.contract.ts';
import type { ProductionType } from '../plants.model.ts';

type NewPlantBody = In<(typeof plantsCalls)['create']['body']>;

/** What a person types of a new plant; a number that is not given is an empty text. */
export interface PlantValues {
  name: string;
  proj_code: string;
  productionType: ProductionType;
  potenza_nominale: number | string;
  comune: string;
  time_zone: string;
  latitude: number | string;
  longitude: number | string;
  tilt_deg: number | string;
  azimuth_deg: number | string;
}

const MAX_CODE = 32;
const CODE = /^[A-Za-z0-9_-]{1,32}$/;

export const isCode = (text: string): boolean => CODE.test(text.trim());

/** A plant's code made from its name: capital letters, digits and hyphens; nothing where the name holds none of them. */
export function codeBeside(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
  const code = plain.replace(/[^A-Z0-9]+/g, '-').replace(/^-+/, '');
  return code.slice(0, MAX_CODE).replace(/-+$/, '');
}

/** The zones to choose from, and the one to begin with: the reader's own, where the server knows it too. */
export function zonesFor(here: string): { zones: string[]; first: string } {
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].toSorted();
  return { zones, first: zones.includes(here) ? here : 'Europe/Rome' };
}

/** Nothing typed is not known, which is not zero. */
const known = (typed: number | string): number | null => (typeof typed === 'number' ? typed : null);

/** The plant as the call wants it. */
export function bodyOf(values: PlantValues): NewPlantBody {
  return {
    ...values,
    proj_code: values.proj_code.trim(),
    potenza_nominale: known(values.potenza_nominale),
    latitude: known(values.latitude),
    longitude: known(values.longitude),
    tilt_deg: known(values.tilt_deg),
    azimuth_deg: known(values.azimuth_deg),
  };
}
