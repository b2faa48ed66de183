import { type KnownDevice, lineFor, two, upTo } from './known-device.ts';

const v = lineFor({ function_code: 4 });
const INPUTS = 8;

export const moxaIologikE1240: KnownDevice = {
  key: 'moxa-iologik-e1240',
  name: 'Moxa ioLogik E1240',
  manufacturer: 'Moxa',
  models: ['ioLogik E1240'],
  category: 'other',
  version: 1,
  notes: {
    en: 'Eight analogue inputs over Modbus TCP, port 502, unit id 1. Function 4; the values are those that the module scales itself (float32, high word first), in the unit set in its web console. Give a variable the unit and name of what is connected.',
    it: 'Otto ingressi analogici via Modbus TCP, porta 502, unit id 1. Funzione 4; i valori sono quelli scalati dal modulo (float32, parola alta per prima), nell’unità impostata nella sua console web. Dare alla variabile l’unità e il nome di ciò che è collegato.',
  },
  source: {
    title: 'Moxa: ioLogik E1200 series user’s manual, appendix A Modbus/TCP default address mappings',
    url: 'https://www.manualshelf.com/manual/moxa/iologik-e1210/user-s-manual-english/page-93.html',
  },
  variables: upTo(INPUTS).map((n) => v(`analogue_input_${two(n)}`, 8 + 2 * (n - 1), 'float32')),
  attributes: [],
};
