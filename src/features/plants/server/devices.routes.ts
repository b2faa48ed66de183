import type pg from 'pg';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
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

export function devicesHandlers({
  pool,
  now,
}: {
  pool: pg.Pool;
  now: () => Date;
}): Handlers<typeof devicesCalls> {
  /** @throws AppError not_found for a code that the scope may not see */
  const read = <T>(
    scope: Scope,
    proj_code: string | undefined,
    work: (tx: Tx, proj_code?: string) => Promise<T>,
  ) =>
    inScope(
      pool,
      scope,
      async (tx) => {
        if (proj_code !== undefined) await getPlant(tx, proj_code);
        return work(tx, proj_code);
      },
      'read only',
    );
  return {
    units: async ({ scope, query }) => (await read(scope, query.proj_code, listUnits)).map(bare),
    unitsPlaced: ({ scope, query }) => read(scope, query.proj_code, listUnits),
    unitTree: async ({ scope, query }) => treeOf(await read(scope, query.proj_code, listUnits)),
    unitsOfPlant: async ({ scope, query }) => (await read(scope, query.proj_code, listUnits)).map(bare),
    sections: ({ scope, query }) => read(scope, query.proj_code, listSections),
    async remove({ scope, params }) {
      await inScope(pool, scope, (tx) => binDevice(tx, params.id, now()));
      return undefined;
    },
  };
}
