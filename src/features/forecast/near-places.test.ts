import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { distanceKm } from './inputs.model.ts';
import { cellsAround, NearPlaces, type PlaceOfPlant } from './near-places.model.ts';

const place = (plant_id: number, latitude: number, longitude: number): PlaceOfPlant => ({
  plant_id,
  latitude,
  longitude,
});
const ids = (places: readonly PlaceOfPlant[]): number[] => places.map(({ plant_id }) => plant_id);

describe('places near a plant', () => {
  it('are those within ten kilometres, the nearest first, whatever cell they lie in', () => {
    const home = place(1, 45.001, 9.999);
    const places = Array.from({ length: 400 }, (_, i) =>
      place(i + 1, 44.8 + (i % 20) * 0.02, 9.8 + Math.floor(i / 20) * 0.02),
    );
    const wanted = places
      .filter(({ plant_id }) => plant_id !== 1)
      .map((one) => ({ one, km: distanceKm(one, home) }))
      .filter(({ km }) => km <= 10)
      .sort((a, b) => a.km - b.km)
      .map(({ one }) => one.plant_id);
    assert.ok(wanted.length > 20);
    assert.deepEqual(ids(new NearPlaces(places).of(home, 400)).sort(), wanted.sort());
    assert.deepEqual(
      ids(new NearPlaces(places).of(home, 3)),
      wanted.length ? nearestThree(places, home) : [],
    );
  });

  it('are found across the line where longitudes begin anew, and near a pole', () => {
    assert.deepEqual(ids(new NearPlaces([place(2, -17, -179.96)]).of(place(1, -17, 179.99), 5)), [2]);
    assert.deepEqual(ids(new NearPlaces([place(2, 85, 20.9)]).of(place(1, 85, 20), 5)), [2]);
    assert.ok(cellsAround(place(1, 89.99, 0)).length < 1000);
  });
});

const nearestThree = (places: readonly PlaceOfPlant[], home: PlaceOfPlant): number[] =>
  places
    .filter(({ plant_id }) => plant_id !== home.plant_id)
    .map((one) => ({ one, km: distanceKm(one, home) }))
    .sort((a, b) => a.km - b.km)
    .slice(0, 3)
    .map(({ one }) => one.plant_id);
