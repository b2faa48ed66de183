import { type KnownDevice, lineFor, two, upTo } from './known-device.ts';

// The protocol counts registers from 1: total active power is its 5031, and 5030 on the wire.
const v = lineFor({ function_code: 4, word_order: 'CDAB' });
const slow = { poll: 'slow' } as const;

export const sungrowSg: KnownDevice = {
  key: 'sungrow-sg',
  name: 'Sungrow SG string inverter',
  manufacturer: 'Sungrow',
  models: ['SG5RT–SG20RT', 'SG25CX–SG125CX', 'SG33CX', 'SG50CX', 'SG110CX', 'SG250HX'],
  category: 'inverter',
  version: 3,
  notes: {
    en: 'Through the inverter’s own network port or a WiNet-S, whose Modbus TCP is on port 502 and must list this program’s address where its white list is on; unit id 1 as delivered. Function 4. The protocol counts registers from 1, so the addresses here are one less; values of two registers come low word first. Inputs that a model does not have read 65535. State and fault code are Sungrow’s own, and said in words; state 21760, a fault, opens an inverter alarm.',
    it: 'Dalla porta di rete dell’inverter o da un WiNet-S, il cui Modbus TCP è sulla porta 502 e deve elencare l’indirizzo di questo programma se la lista dei client ammessi è attiva; unit id 1 alla consegna. Funzione 4. Il protocollo conta i registri da 1, quindi qui gli indirizzi sono minori di uno; i valori di due registri arrivano con la parola bassa per prima. Gli ingressi che un modello non ha leggono 65535. Stato e codice guasto sono quelli di Sungrow, detti a parole; lo stato 21760, un guasto, apre un allarme dell’inverter.',
  },
  source: {
    title: 'SunGather, after Sungrow’s communication protocol of PV grid-connected inverters',
    url: 'https://github.com/bohdan-s/SunGather/blob/main/SunGather/registers-sungrow.yaml',
  },
  variables: [
    v('ac_power_kw', 5030, 'uint32', 0.001),
    v('energy_total_kwh', 5003, 'uint32'),
    v('energy_today_kwh', 5002, 'uint16', 0.1),
    // Unsigned in the protocol, signed in what inverters answer.
    v('dc_power_kw', 5016, 'int32', 0.001),
    v('apparent_power_kva', 5008, 'uint32', 0.001),
    v('reactive_power_kvar', 5032, 'int32', 0.001),
    v('power_factor', 5034, 'int16', 0.001),
    v('frequency_hz', 5035, 'uint16', 0.1),
    v('voltage_l1_v', 5018, 'uint16', 0.1),
    v('voltage_l2_v', 5019, 'uint16', 0.1),
    v('voltage_l3_v', 5020, 'uint16', 0.1),
    v('current_l1_a', 5021, 'int16', 0.1),
    v('current_l2_a', 5022, 'int16', 0.1),
    v('current_l3_a', 5023, 'int16', 0.1),
    v('cabinet_temperature_c', 5007, 'int16', 0.1),
    v('running_time_h', 5005, 'uint32', 1, slow),
    v('inverter_state', 5037, 'uint16', 1, { value_table: 'sungrow-sg-state' }),
    v('event_code', 5044, 'uint16', 1, { value_table: 'sungrow-sg-events' }),
    ...upTo(3).flatMap((n) => [
      v(`mppt_${two(n)}_voltage_v`, 5010 + 2 * (n - 1), 'uint16', 0.1, { sentinel: true }),
      v(`mppt_${two(n)}_current_a`, 5011 + 2 * (n - 1), 'uint16', 0.1, { sentinel: true }),
    ]),
  ],
  attributes: [{ name: 'serial_number', function_code: 4, address: 4989, length: 10, swapped: false }],
};
