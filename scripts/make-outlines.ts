import { readFile, writeFile } from 'node:fs/promises';
import { feature, merge, mesh } from 'topojson-client';
import { type Place, VILLAGES_BELOW } from '../src/shared/web/geo/places.model.ts';

type Topology = Parameters<typeof feature>[0];
type Areas = Parameters<typeof merge>[1];
type Named<K extends string> = Topology & {
  objects: Record<K, { type: 'GeometryCollection'; geometries: Areas }>;
};

const atlas = new URL('../src/shared/web/geo/atlas/', import.meta.url);
const read = async <T>(name: string): Promise<T> => JSON.parse(await readFile(new URL(name, atlas), 'utf8'));

/** Digits of a degree: 10 m, as Italy was drawn, and 100 m, finer than the world was. */
const [FINE, COARSE] = [4, 3];

/** The same with fewer digits. Points that fall together are one. */
function rounded(value: unknown, digits: number): unknown {
  if (typeof value === 'number') return Number(value.toFixed(digits));
  if (!Array.isArray(value)) return value;
  const parts = value.map((part) => rounded(part, digits));
  if (!Array.isArray(parts[0]) || Array.isArray(parts[0][0])) return parts;
  return parts.filter((point, i) => i === 0 || String(point) !== String(parts[i - 1]));
}

/** What the offline map draws, as one file that the map's own thread reads: `shared/web/geo/atlas/outlines.json`. By hand, after a change of the atlas. */
async function main(): Promise<void> {
  const world = await read<Named<'countries'>>('world.topo.json');
  const italy = await read<Named<'provinces'>>('italy.topo.json');
  const places = await read<readonly Place[]>('places.json');
  const { provinces } = italy.objects;
  const land = feature(world, world.objects.countries as never) as unknown as {
    features: { geometry: { type: string; coordinates: unknown } }[];
  };
  const shape = (
    kind: string,
    { type, coordinates }: { type: string; coordinates: unknown },
    digits: number,
  ) => ({
    type: 'Feature',
    properties: { kind },
    geometry: { type, coordinates: rounded(coordinates, digits) },
  });
  const features = [
    ...land.features.map(({ geometry }) => shape('land', geometry, COARSE)),
    shape('italy', merge(italy, provinces.geometries), FINE),
    shape(
      'borders',
      mesh(italy, provinces as never, (a, b) => a !== b),
      FINE,
    ),
    ...places
      .filter(([, , , , people]) => people >= VILLAGES_BELOW)
      .map(([name, , latitude, longitude, people]) => ({
        type: 'Feature',
        properties: { name, people },
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      })),
  ];
  await writeFile(
    new URL('outlines.json', atlas),
    `${JSON.stringify({ type: 'FeatureCollection', features })}\n`,
  );
}

await main();
