import type { Things, World } from './world.ts';

/** The things of a plant, and the company that they belong to. */
export type Owned = Things & { readonly company_id: number; readonly owner_id: number };
export const owned = ({ scope, plant, owner }: World): Owned => ({
  ...plant,
  company_id: scope.company_id,
  owner_id: owner.id,
});

/** What an id of some kind is for the things of a plant, and one that nothing has. */
export interface SlotKind {
  readonly of: (things: Owned) => string | number;
  readonly missing: string | number;
  /** What a foreign and a missing one both come to; 404 unless said. */
  readonly status?: number;
  /** It hangs on no plant: everybody whom the call is open to knows those of their own company. */
  readonly plantless?: true;
}

export const NOWHERE = 8_000_000_000_000;
export const plant: SlotKind = { of: ({ proj_code }) => proj_code, missing: 'NO-SUCH-PLANT' };
export const device: SlotKind = { of: ({ device_id }) => String(device_id), missing: String(NOWHERE) };
export const deviceNumber: SlotKind = { of: ({ device_id }) => device_id, missing: NOWHERE };
export const port: SlotKind = { of: ({ port_id }) => String(port_id), missing: String(NOWHERE) };
export const portNumber: SlotKind = { of: ({ port_id }) => port_id, missing: NOWHERE };
export const key: SlotKind = { of: ({ key_id }) => String(key_id), missing: String(NOWHERE) };
export const company: SlotKind = {
  of: ({ company_id }) => String(company_id),
  missing: '2000000000',
  plantless: true,
};
/** A code that the call itself brings into the world: what another company calls its own is free here. */
export const NEW = 'new';
/** A number or word that looks like an id and is none. */
export const NONE = 'none';
/** Whatever the others have an id of. */
export const ANY = 'any';

/** `status`: what a foreign and a missing one both come to; 404 unless said. */
export type Registered =
  | SlotKind
  | typeof NEW
  | typeof NONE
  | {
      readonly made: true;
      readonly status?: number;
      readonly plantless?: true;
      /** Where ids are no numbers. */
      readonly missing?: string;
    };

/** A word of the company's own, made by the example itself: it hangs on no plant. */
export const word = { made: true, plantless: true } as const;

/** A question to the field, made by the example itself. */
export const question = {
  made: true,
  plantless: true,
  missing: '00000000-0000-4000-8000-00000000000f',
} as const;

/** Kinds of ids by the name of their slot, whichever call it is of. */
export const COMMON_SLOTS: Readonly<Record<string, Registered>> = {
  id_client: company,
  proj_code: plant,
  codes: plant,
  plants: plant,
  // Whether series stand under their device's number on its bus.
  by_unit_id: NONE,
  devices: device,
  device_id: device,
  master_id: device,
  port_id: port,
  // A device of a reading; a batch with an unknown one is refused as a whole, row by row in its answer.
  device: {
    of: ({ proj_code, short_name }) => `${proj_code}/${short_name}`,
    missing: 'NO-SUCH-PLANT/NO-SUCH-DEVICE',
    status: 422,
  },
  // The device's number on its bus, and the Modbus function that reads it.
  unit_id: NONE,
  function_code: NONE,
  // A text of the company's own choice.
  tag_key: NONE,
  unit_ids: NONE,
  section_id: { of: ({ section_id }) => section_id, missing: NOWHERE },
  category_id: { of: ({ category_id }) => category_id, missing: NOWHERE, plantless: true },
  like_device_id: deviceNumber,
  tag_ids: word,
  template_key: NONE,
  proj_codes: plant,
  // Whoever did something: a filter, by which the actions of people of other companies are none.
  actor_id: { made: true, status: 200 },
  plant_id: { of: ({ plant_id }) => String(plant_id), missing: String(NOWHERE) },
  related_plants: { of: ({ plant_id }) => String(plant_id), missing: String(NOWHERE) },
  // What an authenticator shows.
  code: NONE,
  assigned: {
    of: ({ owner_id }) => String(owner_id),
    missing: String(NOWHERE),
    status: 200,
    plantless: true,
  },
  // Numbers of the pages of a list, and of the versions of the thing that another slot names.
  page: NONE,
  page_size: NONE,
  points: NONE,
  // Columns of the file that is imported.
  time_column: NONE,
  column: NONE,
};
