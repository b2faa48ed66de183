import type { MapName, MapVariable } from '../../../devices/map/map-variable.ts';
import { newVariable } from '../../../devices/map/merge-row.ts';
import type { WrittenVariable } from '../../../devices/map/write-map.ts';
import { CATALOGUE } from '../../plants/plants.model.ts';

function line(name: string, register: Partial<MapVariable>, own?: Omit<MapName, 'name'>): WrittenVariable {
  const entry = CATALOGUE.find((one) => one.name === name);
  const words = own ? { ...own, name } : entry;
  if (!words) throw new Error(`an example without a name: ${name}`);
  return { name: words, variable: { ...newVariable('ABCD'), function_code: 3, ...register } };
}

/** A map to start from: a value of each kind, made up. */
export const EXAMPLE_MAP: readonly WrittenVariable[] = [
  line('ac_power_kw', { address: 100, data_type: 'int32', word_order: 'CDAB', factor: 0.001 }),
  line('energy_total_kwh', {
    address: 102,
    data_type: 'uint32',
    word_order: 'CDAB',
    factor: 0.1,
    poll: 'slow',
  }),
  line('voltage_l1_v', { address: 110, data_type: 'uint16', factor: 0.1, sentinel: true }),
  line('frequency_hz', { address: 114, data_type: 'float32' }),
  line('cabinet_temperature_c', { address: 116, data_type: 'int16', scale_address: 117 }),
  line('inverter_state', {
    address: 120,
    data_type: 'uint16',
    poll: 'slow',
    value_table: 'sunspec-103-st',
  }),
  line(
    'door_open',
    { address: 121, data_type: 'bit', bit: 3 },
    {
      label_en: 'Door open',
      label_it: 'Porta aperta',
      unit: '',
      decimals: 0,
      colour: '',
      group_name: 'state',
      kind: 'state',
      quantity: 'other',
    },
  ),
];
