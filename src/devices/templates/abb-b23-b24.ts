import { type KnownDevice, lineFor } from './known-device.ts';

// Of what may be missing only unsigned values stand here: the meter marks them by all ones, signed ones by 7FFF….
const v = lineFor({ function_code: 3, sentinel: true });
const slow = { poll: 'slow' } as const;

export const abbB23B24: KnownDevice = {
  key: 'abb-b23-b24',
  name: 'ABB B23, B24',
  manufacturer: 'ABB',
  models: ['B23 312', 'B24 352'],
  category: 'production_meter',
  version: 2,
  notes: {
    en: 'Models with RS485; unit id and speed are set at the meter. Function 3, addresses exactly as in the manual (it does not count from 1), high word first. For models that measure exported and reactive energy (Silver and higher); Steel (112) measures import only. The meter counts import as positive; here positive power is what the plant makes or feeds in, hence the factor −0.00001.',
    it: 'Modelli con RS485; unit id e velocità si impostano sul contatore. Funzione 3, indirizzi esattamente come nel manuale (non conta da 1), parola alta per prima. Per i modelli che misurano energia immessa e reattiva (Silver e superiori); Steel (112) misura solo il prelievo. Il contatore conta positivo il prelievo; qui la potenza positiva è quella prodotta o immessa, da cui il fattore −0,00001.',
  },
  source: {
    title: 'ABB: B23/B24 user manual 2CMC485003M0201, 9.3 Mapping tables',
    url: 'https://manualmachine.com/abb/b24/28007388-user-guide',
  },
  variables: [
    v('ac_power_kw', 0x5b14, 'int32', -0.00001),
    v('energy_total_kwh', 0x5004, 'uint64', 0.01),
    v('energy_import_kwh', 0x5000, 'uint64', 0.01),
    v('voltage_l1_v', 0x5b00, 'uint32', 0.1),
    v('voltage_l2_v', 0x5b02, 'uint32', 0.1),
    v('voltage_l3_v', 0x5b04, 'uint32', 0.1),
    v('voltage_l12_v', 0x5b06, 'uint32', 0.1),
    v('voltage_l23_v', 0x5b08, 'uint32', 0.1),
    v('voltage_l31_v', 0x5b0a, 'uint32', 0.1),
    v('current_l1_a', 0x5b0c, 'uint32', 0.01),
    v('current_l2_a', 0x5b0e, 'uint32', 0.01),
    v('current_l3_a', 0x5b10, 'uint32', 0.01),
    v('frequency_hz', 0x5b2c, 'uint16', 0.01),
    v('power_factor', 0x5b3a, 'int16', 0.001),
    v('reactive_import_kvarh', 0x500c, 'uint64', 0.01, slow),
    v('reactive_export_kvarh', 0x5010, 'uint64', 0.01, slow),
    v('energy_import_l1_kwh', 0x5460, 'uint64', 0.01, slow),
    v('energy_import_l2_kwh', 0x5464, 'uint64', 0.01, slow),
    v('energy_import_l3_kwh', 0x5468, 'uint64', 0.01, slow),
    v('energy_export_l1_kwh', 0x546c, 'uint64', 0.01, slow),
    v('energy_export_l2_kwh', 0x5470, 'uint64', 0.01, slow),
    v('energy_export_l3_kwh', 0x5474, 'uint64', 0.01, slow),
  ],
  attributes: [],
};
