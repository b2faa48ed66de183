import { type KnownDevice, lineFor } from './known-device.ts';

// SMA marks what it does not measure (at night, say) with the least signed or the greatest unsigned number.
const v = lineFor({ function_code: 4, sentinel: true });
const slow = { poll: 'slow' } as const;

export const smaSunnyTripower: KnownDevice = {
  key: 'sma-sunny-tripower',
  name: 'SMA Sunny Tripower',
  manufacturer: 'SMA',
  models: [
    'STP 15000TL-30',
    'STP 20000TL-30',
    'STP 25000TL-30',
    'STP 8.0–10.0',
    'STP 50-40',
    'STP 12-50–25-50 (X)',
  ],
  category: 'inverter',
  version: 3,
  notes: {
    en: 'Switch on the Modbus TCP server in the inverter’s user interface (installer: external communication, Modbus); port 502, unit id 3. SMA’s own profile, not SunSpec: function 4 (3 answers the same), addresses as in the list, high word first. What it does not measure, at night for instance, it marks, and it counts as missing. The Tripower X has no values of its second MPPT here: switch those variables off. State and event number are SMA’s own (30201, 30247), and said in words; what SMA marks as not known counts as missing. A fault opens an inverter alarm.',
    it: 'Attivare il server Modbus TCP nell’interfaccia dell’inverter (installatore: comunicazione esterna, Modbus); porta 502, unit id 3. Profilo proprio di SMA, non SunSpec: funzione 4 (la 3 risponde lo stesso), indirizzi come nell’elenco, parola alta per prima. Ciò che non misura, di notte per esempio, è contrassegnato e conta come mancante. Il Tripower X non ha qui i valori del secondo MPPT: disattivare quelle variabili. Stato e numero evento sono quelli di SMA (30201, 30247), detti a parole; ciò che SMA contrassegna come non noto conta come mancante. Un guasto apre un allarme dell’inverter.',
  },
  source: {
    title: 'SMA: Modbus interface, SMA profile (parameters and measured values)',
    url: 'https://my.sma-service.com/s/article/SMA-Modbus-Interface-SMA-SunSpec-Modbus-Interface',
  },
  variables: [
    v('ac_power_kw', 30775, 'int32', 0.001),
    v('energy_total_kwh', 30529, 'uint32', 0.001),
    v('energy_today_kwh', 30535, 'uint32', 0.001),
    v('active_power_l1_kw', 30777, 'int32', 0.001),
    v('active_power_l2_kw', 30779, 'int32', 0.001),
    v('active_power_l3_kw', 30781, 'int32', 0.001),
    v('voltage_l1_v', 30783, 'uint32', 0.01),
    v('voltage_l2_v', 30785, 'uint32', 0.01),
    v('voltage_l3_v', 30787, 'uint32', 0.01),
    v('current_l1_a', 30977, 'int32', 0.001),
    v('current_l2_a', 30979, 'int32', 0.001),
    v('current_l3_a', 30981, 'int32', 0.001),
    v('frequency_hz', 30803, 'uint32', 0.01),
    v('reactive_power_kvar', 30805, 'int32', 0.001),
    v('apparent_power_kva', 30813, 'int32', 0.001),
    v('power_factor', 30949, 'uint32', 0.001),
    v('mppt_01_current_a', 30769, 'int32', 0.001),
    v('mppt_01_voltage_v', 30771, 'int32', 0.01),
    v('mppt_01_power_kw', 30773, 'int32', 0.001),
    v('mppt_02_current_a', 30957, 'int32', 0.001),
    v('mppt_02_voltage_v', 30959, 'int32', 0.01),
    v('mppt_02_power_kw', 30961, 'int32', 0.001),
    v('cabinet_temperature_c', 30953, 'int32', 0.1, slow),
    v('inverter_state', 30201, 'uint32', 1, { value_table: 'sma-condition' }),
    v('event_code', 30247, 'uint32', 1, { value_table: 'sma-events' }),
  ],
  attributes: [],
};
