import { type KnownDevice, lineFor, two, upTo } from './known-device.ts';

const bit = lineFor({ function_code: 2 });
const counter = lineFor({ function_code: 4 });
const INPUTS = 16;

export const moxaIologikE1210: KnownDevice = {
  key: 'moxa-iologik-e1210',
  name: 'Moxa ioLogik E1210',
  manufacturer: 'Moxa',
  models: ['ioLogik E1210'],
  category: 'other',
  version: 1,
  notes: {
    en: 'Sixteen digital inputs over Modbus TCP, port 502, unit id 1. Inputs by function 2, from address 0; their counters by function 4, two registers each, high word first. An input counts only once its channel is set to event counter in the module’s web console.',
    it: 'Sedici ingressi digitali via Modbus TCP, porta 502, unit id 1. Ingressi con la funzione 2, dall’indirizzo 0; i loro contatori con la funzione 4, due registri ciascuno, parola alta per prima. Un ingresso conta solo se il suo canale è impostato come contatore nella console web del modulo.',
  },
  source: {
    title: 'Moxa: ioLogik E1200 series user’s manual, appendix A Modbus/TCP default address mappings',
    url: 'https://www.manualshelf.com/manual/moxa/iologik-e1210/user-s-manual-english/page-93.html',
  },
  variables: [
    ...upTo(INPUTS).map((n) => bit(`digital_input_${two(n)}`, n - 1, 'bit')),
    ...upTo(INPUTS).map((n) =>
      counter(`pulse_count_${two(n)}`, 0x10 + 2 * (n - 1), 'uint32', 1, { poll: 'slow' }),
    ),
  ],
  attributes: [],
};
