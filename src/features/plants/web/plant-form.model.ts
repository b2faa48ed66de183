import type { Plant } from '../plants.contract.ts';
import { bodyOf as newBodyOf, type PlantValues } from './new-plant.model.ts';

/** What of a plant can be changed: its code never does. */
export type PlantEdit = Omit<PlantValues, 'proj_code'>;

const typed = (value: number | null): number | string => value ?? '';

/** What stands in the fields of a stored plant. */
export const valuesOf = (plant: Plant): PlantEdit => ({
  name: plant.name,
  productionType: plant.productionType,
  comune: plant.comune,
  time_zone: plant.time_zone,
  potenza_nominale: typed(plant.potenza_nominale),
  latitude: typed(plant.latitude),
  longitude: typed(plant.longitude),
  tilt_deg: typed(plant.tilt_deg),
  azimuth_deg: typed(plant.azimuth_deg),
});

/** The change as the call wants it. */
export function changeOf(values: PlantEdit) {
  const { proj_code: _code, ...body } = newBodyOf({ ...values, proj_code: '' });
  return body;
}

/** What of a change reckons days anew that are reckoned already. */
export const reckonsAnew = (values: PlantEdit, stored: Plant) => ({
  zone: values.time_zone !== stored.time_zone,
  power: changeOf(values).potenza_nominale !== stored.potenza_nominale,
});

/** The fields in which what is typed differs from what somebody else stored. */
export function differing(values: PlantEdit, theirs: Plant): (keyof PlantEdit)[] {
  const other = valuesOf(theirs);
  return (Object.keys(other) as (keyof PlantEdit)[]).filter((field) => values[field] !== other[field]);
}
