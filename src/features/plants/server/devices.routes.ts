import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { devicesCalls, PlacedUnit, Unit, UnitTree } from '../devices.contract.ts';
import { binDevice } from './bin.public.ts';
import { getPlant } from './plants.service.ts';
import { listSections, listUnits } from './units.repository.ts';

const bare = ({ section: _s, device_category: _c, ...unit }: PlacedUnit): Unit => unit;

/** The rows as a tree; they come in its order. */
function treeOf(rows: readonly PlacedUnit[]): UnitTree {
  const sections = Map.groupBy(rows, ({ proj_code, section }) => `${proj_code} ${section?.id ?? ''}`);
  return [...sections.values()].map((ofSection) => {
    const categories = Map.groupBy(ofSection, ({ device_category }) => device_category?.id);
    return {
      proj_code: ofSection[0]?.proj_code ?? '',
      section: ofSection[0]?.section ?? null,
      categories: [...categories.values()].map((devices) => ({
        device_category: devices[0]?.device_category ?? null,
        devices: devices.map(bare),
      })),
    };
  });
}

interface OfPlant {
  readonly tx: Tx;
  readonly query: { readonly proj_code?: string | undefined };
}

/** @throws AppError not_found for a code that the scope may not see; invalid where they are too many */
async function unitsOf({ tx, query: { proj_code } }: OfPlant): Promise<PlacedUnit[]> {
  if (proj_code !== undefined) await getPlant(tx, proj_code);
  return listUnits(tx, proj_code);
}

export const devicesHandlers: Handlers<typeof devicesCalls> = {
  units: async (context) => (await unitsOf(context)).map(bare),
  unitsPlaced: unitsOf,
  unitTree: async (context) => treeOf(await unitsOf(context)),
  unitsOfPlant: async (context) => (await unitsOf(context)).map(bare),
  async sections({ tx, query: { proj_code } }) {
    if (proj_code !== undefined) await getPlant(tx, proj_code);
    return listSections(tx, proj_code);
  },
  remove: ({ tx, params, now }) => binDevice(tx, params.id, now),
};
