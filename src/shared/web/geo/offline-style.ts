import { queryOptions } from '@tanstack/react-query';
import type { StyleSpecification } from 'maplibre-gl';
import { feature, mesh } from 'topojson-client';
import italyUrl from './atlas/italy.topo.json?url';
import worldUrl from './atlas/world.topo.json?url';
import type { MapLook } from './map-look.ts';
import type { Place } from './places.model.ts';

type Topology = Parameters<typeof feature>[0];
type Shapes = Parameters<typeof mesh>[1];
type World = Topology & { objects: { countries: NonNullable<Shapes> } };
type Italy = Topology & { objects: { provinces: NonNullable<Shapes> } };

/** Its outlines are drawn for whole regions: nearer than this they would look like mistakes. */
export const OFFLINE_MAX_ZOOM = 12;

/** Pixels that a tile holds beyond its edges: more than any line is wide. The 128 of the library double what there is to draw. */
const BUFFER_PX = 8;

export const ATTRIBUTION = 'Natural Earth · ISTAT (CC BY 4.0) · GeoNames (CC BY 4.0)';

async function fetchFile<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the offline map answered ${response.status}`);
  return response.json();
}

async function fetchOutlines() {
  const [world, italy] = await Promise.all([fetchFile<World>(worldUrl), fetchFile<Italy>(italyUrl)]);
  const { provinces } = italy.objects;
  return {
    land: feature(world, world.objects.countries),
    italy: feature(italy, provinces),
    borders: mesh(italy, provinces, (a, b) => a !== b),
  };
}
type Outlines = Awaited<ReturnType<typeof fetchOutlines>>;

/** What the offline map draws, worked out once for every map of a tab. */
export const outlinesQuery = queryOptions({
  queryKey: ['outlines'],
  queryFn: fetchOutlines,
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
});

const townsOf = (places: readonly Place[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: places.map(([name, , latitude, longitude, people]) => ({
    type: 'Feature',
    properties: { name, people },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
});

/** Towns of so many inhabitants are named from a zoom on. */
const NAMED = ['step', ['zoom'], 250_000, 6, 80_000, 7, 30_000, 8, 10_000, 9, 3_000, 10, 0];

/**
 * The map that needs no network: land, Italy's provinces and its municipalities, in the page's colours. Names are drawn with
 * the portal's own font, for which no server is asked.
 */
export function offlineStyle(
  look: MapLook,
  { land, italy, borders }: Outlines,
  towns: readonly Place[],
): StyleSpecification {
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: land, buffer: BUFFER_PX, attribution: ATTRIBUTION },
      italy: { type: 'geojson', data: italy, buffer: BUFFER_PX },
      borders: { type: 'geojson', data: borders, buffer: BUFFER_PX },
      towns: { type: 'geojson', data: townsOf(towns), buffer: 0 },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': look.sea } },
      // The line of the coasts lies over the edge.
      {
        id: 'land',
        type: 'fill',
        source: 'land',
        paint: { 'fill-color': look.land, 'fill-antialias': false },
      },
      { id: 'coasts', type: 'line', source: 'land', paint: { 'line-color': look.border, 'line-width': 0.8 } },
      { id: 'italy', type: 'fill', source: 'italy', paint: { 'fill-color': look.italy } },
      {
        id: 'provinces',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': look.border, 'line-width': 0.8 },
      },
      {
        id: 'towns',
        type: 'symbol',
        source: 'towns',
        filter: ['>=', ['get', 'people'], NAMED] as never,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['Inter Variable'],
          'text-size': 12,
          'symbol-sort-key': ['-', 0, ['get', 'people']],
        },
        paint: { 'text-color': look.text, 'text-halo-color': look.halo, 'text-halo-width': 1.2 },
      },
    ],
  };
}
