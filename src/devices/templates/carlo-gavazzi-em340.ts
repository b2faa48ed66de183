import { type KnownDevice, lineFor } from './known-device.ts';

const v = lineFor({ function_code: 4, word_order: 'CDAB' });
const slow = { poll: 'slow' } as const;

export const carloGavazziEm340: KnownDevice = {
  key: 'carlo-gavazzi-em340',
  name: 'Carlo Gavazzi EM330, EM340, ET330, ET340',
  manufacturer: 'Carlo Gavazzi',
  models: ['EM330', 'EM340', 'ET330', 'ET340'],
  category: 'exchange_meter',
  version: 2,
  notes: {
    en: 'RS485, unit id 1 and 9600 baud as delivered. Function 4 (3 answers the same), physical addresses as in the protocol, low word first. The application must be one that measures both directions for exported energy to count. The meter counts import as positive; here positive power, active and reactive, is fed into the grid, hence the factor −0.0001. The EM24 has another map.',
    it: 'RS485, unit id 1 e 9600 baud alla consegna. Funzione 4 (la 3 risponde lo stesso), indirizzi fisici come nel protocollo, parola bassa per prima. L’applicazione deve misurare entrambe le direzioni perché l’energia immessa conti. Il contatore conta positivo il prelievo; qui la potenza positiva, attiva e reattiva, è immessa in rete, da cui il fattore −0,0001. L’EM24 ha un’altra mappa.',
  },
  source: {
    title: 'Carlo Gavazzi: EM330, EM340, ET330, ET340 communication protocol',
    url: 'https://github.com/volkszaehler/mbmd/files/10538388/EM330_EM340_ET330_ET340_CP.pdf',
  },
  variables: [
    v('ac_power_kw', 0x28, 'int32', -0.0001),
    v('energy_total_kwh', 0x4e, 'int32', 0.1),
    v('energy_import_kwh', 0x34, 'int32', 0.1),
    v('active_power_l1_kw', 0x12, 'int32', -0.0001),
    v('active_power_l2_kw', 0x14, 'int32', -0.0001),
    v('active_power_l3_kw', 0x16, 'int32', -0.0001),
    v('apparent_power_kva', 0x2a, 'int32', 0.0001),
    v('reactive_power_kvar', 0x2c, 'int32', -0.0001),
    v('voltage_l1_v', 0x00, 'int32', 0.1),
    v('voltage_l2_v', 0x02, 'int32', 0.1),
    v('voltage_l3_v', 0x04, 'int32', 0.1),
    v('voltage_l12_v', 0x06, 'int32', 0.1),
    v('voltage_l23_v', 0x08, 'int32', 0.1),
    v('voltage_l31_v', 0x0a, 'int32', 0.1),
    v('current_l1_a', 0x0c, 'int32', 0.001),
    v('current_l2_a', 0x0e, 'int32', 0.001),
    v('current_l3_a', 0x10, 'int32', 0.001),
    v('power_factor', 0x31, 'int16', 0.001),
    v('power_factor_l1', 0x2e, 'int16', 0.001),
    v('power_factor_l2', 0x2f, 'int16', 0.001),
    v('power_factor_l3', 0x30, 'int16', 0.001),
    v('frequency_hz', 0x33, 'int16', 0.1),
    v('energy_import_l1_kwh', 0x40, 'int32', 0.1, slow),
    v('energy_import_l2_kwh', 0x42, 'int32', 0.1, slow),
    v('energy_import_l3_kwh', 0x44, 'int32', 0.1, slow),
  ],
  attributes: [],
};
