import { type KnownDevice, lineFor, two, upTo } from './known-device.ts';

const v = lineFor({ function_code: 4 });
const INPUTS = 16;

export const weidmuellerTransclinic16i: KnownDevice = {
  key: 'weidmueller-transclinic-16i',
  name: 'Weidmüller Transclinic 16i+',
  manufacturer: 'Weidmüller',
  models: ['Transclinic 16i+', 'Transclinic 16i+ 1k5'],
  category: 'string_box',
  version: 1,
  notes: {
    en: 'RS485 in the combiner box; unit id by its DIP switches. Function 4, addresses as the manual’s table gives them; a gateway that counts from 1 wants one less: the temperature shows at once which it is. Switch off the variables of inputs without a string, or they count as dead strings.',
    it: 'RS485 nel quadro di stringa; unit id con i DIP switch. Funzione 4, indirizzi come nella tabella del manuale; un gateway che conta da 1 ne vuole uno in meno: lo mostra subito la temperatura. Disattivare le variabili degli ingressi senza stringa, o contano come stringhe guaste.',
  },
  source: {
    title: 'Weidmüller: Transclinic 16i+ user guide, Annex B Modbus register table',
    url: 'https://manualshive.com/ru/manual/weidmuller-0/2008130000/952414?page=122',
  },
  variables: [
    ...upTo(INPUTS).map((n) => v(`string_current_${two(n)}_a`, 1005 + n, 'uint16', 0.001)),
    v('dc_voltage_v', 1005, 'uint16'),
    v('cabinet_temperature_c', 1004, 'int16', 0.1),
    v('alarm_flags', 1022, 'uint16'),
  ],
  attributes: [],
};
