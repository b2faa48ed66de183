import { type KnownDevice, lineFor } from './known-device.ts';

// The list counts registers from 1: total active power is its 3060, and 3059 on the wire.
const v = lineFor({ function_code: 3 });

export const schneiderIem3000: KnownDevice = {
  key: 'schneider-iem3000',
  name: 'Schneider Electric iEM3000',
  manufacturer: 'Schneider Electric',
  models: ['iEM3150', 'iEM3155', 'iEM3250', 'iEM3255', 'iEM3350', 'iEM3355'],
  category: 'exchange_meter',
  version: 2,
  notes: {
    en: 'RS485, unit id 1, 19200 baud and even parity as delivered. Function 3; the list counts registers from 1, so the addresses here are one less. Float32 and int64, high word first. iEM3150 and iEM3250 have no exported energy. The meter counts import as positive; here positive power, active and reactive, is fed into the grid, hence the factor −1.',
    it: 'RS485, unit id 1, 19200 baud e parità pari alla consegna. Funzione 3; l’elenco conta i registri da 1, quindi qui gli indirizzi sono minori di uno. Float32 e int64, parola alta per prima. iEM3150 e iEM3250 non hanno l’energia immessa. Il contatore conta positivo il prelievo; qui la potenza positiva, attiva e reattiva, è immessa in rete, da cui il fattore −1.',
  },
  source: {
    title: 'Schneider Electric: iEM3000 series user manual DOCA0005',
    url: 'https://www.se.com/ww/en/download/document/DOCA0005EN/',
  },
  variables: [
    v('ac_power_kw', 3059, 'float32', -1),
    v('energy_total_kwh', 3207, 'int64', 0.001),
    v('energy_import_kwh', 3203, 'int64', 0.001),
    v('active_power_l1_kw', 3053, 'float32', -1),
    v('active_power_l2_kw', 3055, 'float32', -1),
    v('active_power_l3_kw', 3057, 'float32', -1),
    v('reactive_power_kvar', 3067, 'float32', -1),
    v('apparent_power_kva', 3075, 'float32'),
    v('current_l1_a', 2999, 'float32'),
    v('current_l2_a', 3001, 'float32'),
    v('current_l3_a', 3003, 'float32'),
    v('voltage_l12_v', 3019, 'float32'),
    v('voltage_l23_v', 3021, 'float32'),
    v('voltage_l31_v', 3023, 'float32'),
    v('voltage_l1_v', 3027, 'float32'),
    v('voltage_l2_v', 3029, 'float32'),
    v('voltage_l3_v', 3031, 'float32'),
    v('frequency_hz', 3109, 'float32'),
    v('reactive_import_kvarh', 3219, 'int64', 0.001, { poll: 'slow' }),
    v('reactive_export_kvarh', 3223, 'int64', 0.001, { poll: 'slow' }),
  ],
  attributes: [],
};
