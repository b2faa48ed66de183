import { type KnownDevice, lineFor, two, upTo } from './known-device.ts';

const v = lineFor({ function_code: 3 });
const slow = { poll: 'slow' } as const;

/** PV inputs that the largest models have. */
const INPUTS = 24;

export const huaweiSun2000: KnownDevice = {
  key: 'huawei-sun2000',
  name: 'Huawei SUN2000',
  manufacturer: 'Huawei',
  models: ['SUN2000 KTL', 'SUN2000 KTL-M', 'SUN2000 KTL-H'],
  category: 'inverter',
  version: 3,
  notes: {
    en: 'Modbus TCP must be switched on for the SDongle or the SmartLogger, which answers on port 502. The unit id is the inverter’s RS485 address: 1 as delivered; some firmware wants a pause after connecting. Function 3, addresses as in the source, high word first. Inputs without a string read 0: switch their variables off, or they count as dead strings. State and alarm words are Huawei’s own, and said in words; state 768, stopped by a fault, opens an inverter alarm. The fault code (32090) stays a number.',
    it: 'Attivare Modbus TCP sullo SDongle o sullo SmartLogger, che risponde sulla porta 502. L’unit id è l’indirizzo RS485 dell’inverter: 1 alla consegna; alcuni firmware vogliono una pausa dopo la connessione. Funzione 3, indirizzi come nella fonte, parola alta per prima. Gli ingressi senza stringa leggono 0: disattivarne le variabili, o contano come stringhe guaste. Stato e parole di allarme sono quelli di Huawei, detti a parole; lo stato 768, arresto per guasto, apre un allarme dell’inverter. Il codice guasto (32090) resta un numero.',
  },
  source: {
    title: 'huawei-solar-lib, after Huawei’s Solar Inverter Modbus Interface Definitions',
    url: 'https://github.com/wlcrs/huawei-solar-lib',
  },
  variables: [
    v('ac_power_kw', 32080, 'int32', 0.001),
    v('energy_total_kwh', 32106, 'uint32', 0.01),
    v('energy_today_kwh', 32114, 'uint32', 0.01),
    v('dc_power_kw', 32064, 'int32', 0.001),
    v('reactive_power_kvar', 32082, 'int32', 0.001),
    v('power_factor', 32084, 'int16', 0.001),
    v('frequency_hz', 32085, 'uint16', 0.01),
    v('efficiency_percent', 32086, 'uint16', 0.01),
    v('voltage_l12_v', 32066, 'uint16', 0.1),
    v('voltage_l23_v', 32067, 'uint16', 0.1),
    v('voltage_l31_v', 32068, 'uint16', 0.1),
    v('voltage_l1_v', 32069, 'uint16', 0.1),
    v('voltage_l2_v', 32070, 'uint16', 0.1),
    v('voltage_l3_v', 32071, 'uint16', 0.1),
    v('current_l1_a', 32072, 'int32', 0.001),
    v('current_l2_a', 32074, 'int32', 0.001),
    v('current_l3_a', 32076, 'int32', 0.001),
    v('power_peak_today_kw', 32078, 'int32', 0.001, slow),
    v('cabinet_temperature_c', 32087, 'int16', 0.1),
    v('inverter_state', 32089, 'uint16', 1, { value_table: 'huawei-sun2000-state' }),
    v('vendor_event_1', 32090, 'uint16'),
    v('alarm_1', 32008, 'uint16', 1, { value_table: 'huawei-sun2000-alarm-1' }),
    v('alarm_2', 32009, 'uint16', 1, { value_table: 'huawei-sun2000-alarm-2' }),
    v('alarm_3', 32010, 'uint16', 1, { value_table: 'huawei-sun2000-alarm-3' }),
    ...upTo(INPUTS).flatMap((n) => [
      v(`pv_${two(n)}_voltage_v`, 32016 + 2 * (n - 1), 'int16', 0.1),
      v(`string_current_${two(n)}_a`, 32017 + 2 * (n - 1), 'int16', 0.01),
    ]),
  ],
  attributes: [
    { name: 'model', function_code: 3, address: 30000, length: 15, swapped: false },
    { name: 'serial_number', function_code: 3, address: 30015, length: 10, swapped: false },
    { name: 'part_number', function_code: 3, address: 30025, length: 10, swapped: false },
  ],
};
