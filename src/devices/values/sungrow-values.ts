import {
  type EventRow,
  type EventTable,
  eventEntries,
  type Severity,
  type StateTable,
  stateEntries,
  type ValueTable,
} from './value-table.ts';

/** Register 5038 of the protocol, 5037 on the wire; the alarm run is one with a warning. */
const state: StateTable = {
  key: 'sungrow-sg-state',
  kind: 'state',
  title: { en: 'Sungrow SG state', it: 'Stato Sungrow SG' },
  source: {
    title: 'SunGather, after Sungrow’s communication protocol of PV grid-connected inverters, work state 1',
    url: 'https://github.com/bohdan-s/SunGather/blob/main/SunGather/registers-sungrow.yaml',
  },
  entries: stateEntries([
    [0x0000, 'Running', 'In funzione', 'running'],
    [0x1200, 'First standby', 'Attesa iniziale', 'standby'],
    [0x1300, 'Stopped by key', 'Arresto da tasto', 'off'],
    [0x1400, 'Standby', 'In attesa', 'standby'],
    [0x1500, 'Emergency stop', 'Arresto di emergenza', 'off'],
    [0x1600, 'Starting', 'In avvio', 'starting'],
    // Sungrow's own list leaves open what the device does meanwhile.
    [0x2500, 'Communication fault', 'Guasto di comunicazione', 'unknown'],
    [0x5500, 'Fault', 'Guasto', 'fault'],
    [0x8000, 'Stopped', 'Fermo', 'off'],
    [0x8100, 'Running, derated', 'In funzione, declassato', 'throttled'],
    [0x8200, 'Running, dispatched', 'In funzione, potenza comandata', 'throttled'],
    [0x9100, 'Running with a warning', 'In funzione con avviso', 'running'],
  ]),
};

/** Codes that Sungrow calls by the same name. */
const DEVICE = [
  11, 19, 20, 21, 22, 24, 25, 30, 31, 32, 33, 34, 38, 40, 41, 42, 44, 45, 46, 48, 49, 50, 53, 54, 55, 56, 59,
  60, 76, 116, 117,
];
const deviceFaults = DEVICE.map(
  (code): EventRow => [code, 'Device fault', 'Guasto del dispositivo', 'fault'],
);

interface Numbered {
  readonly first: number;
  readonly count: number;
  /** The number of the first one. */
  readonly from?: number;
  readonly severity: Severity;
}

/** Codes side by side, each of the next string or input; # is its number. */
function numbered(en: string, it: string, { first, count, from = 1, severity }: Numbered): EventRow[] {
  return Array.from({ length: count }, (_, i): EventRow => {
    const n = String(from + i);
    return [first + i, en.replace('#', n), it.replace('#', n), severity];
  });
}

const REVERSED = ['String # reversed', 'Stringa # invertita'] as const;
const UNUSUAL = ['String # unusual', 'Stringa # anomala'] as const;
const INPUT = ['PV input # unusual', 'Ingresso FV # anomalo'] as const;

/** Register 5045 of the protocol, 5044 on the wire: the last fault or alarm. */
const events: EventTable = {
  key: 'sungrow-sg-events',
  kind: 'events',
  by: 'code',
  title: { en: 'Sungrow SG fault codes', it: 'Codici guasto Sungrow SG' },
  source: {
    title:
      'Sungrow: Communication Protocol of PV Grid-Connected String Inverters, V1.1.37, appendix 3, as drivers transcribe it',
    url: 'https://pdfcoffee.com/ti-20210716-communication-protocol-of-pv-grid-connected-string-inverters-v1137-en-pdf-free.html',
  },
  entries: eventEntries([
    [2, 'Grid voltage too high', 'Tensione di rete troppo alta', 'fault'],
    [3, 'Short peak of grid voltage', 'Sovratensione di rete transitoria', 'fault'],
    [4, 'Grid voltage too low', 'Tensione di rete troppo bassa', 'fault'],
    [5, 'Grid voltage much too low', 'Tensione di rete molto bassa', 'fault'],
    [7, 'AC current too high', 'Corrente AC troppo alta', 'fault'],
    [8, 'Grid frequency too high', 'Frequenza di rete troppo alta', 'fault'],
    [9, 'Grid frequency too low', 'Frequenza di rete troppo bassa', 'fault'],
    [10, 'Grid lost', 'Rete assente', 'fault'],
    [12, 'Leakage current too high', 'Corrente di dispersione troppo alta', 'fault'],
    [13, 'Grid unusual', 'Rete anomala', 'fault'],
    [14, 'Grid voltage too high for 10 minutes', 'Tensione di rete troppo alta per 10 minuti', 'fault'],
    [15, 'Grid voltage much too high', 'Tensione di rete molto alta', 'fault'],
    [16, 'Output overloaded', 'Uscita sovraccarica', 'fault'],
    [17, 'Grid voltages unequal', 'Tensioni di rete squilibrate', 'fault'],
    [23, 'PV connection fault', 'Guasto collegamento FV', 'fault'],
    [36, 'Module too hot', 'Modulo troppo caldo', 'fault'],
    [37, 'Surroundings too hot', 'Ambiente troppo caldo', 'fault'],
    [39, 'Insulation too low', 'Isolamento troppo basso', 'fault'],
    [43, 'Surroundings too cold', 'Ambiente troppo freddo', 'fault'],
    [47, 'Wrong configuration of the PV inputs', 'Configurazione ingressi FV errata', 'fault'],
    [70, 'Fan alarm', 'Allarme ventola', 'warning'],
    [71, 'AC surge protection alarm', 'Allarme scaricatore AC', 'warning'],
    [72, 'DC surge protection alarm', 'Allarme scaricatore DC', 'warning'],
    [74, 'Communication alarm', 'Allarme comunicazione', 'warning'],
    [87, 'Arc detection faulty', 'Rilevatore d’arco guasto', 'warning'],
    [88, 'Arc', 'Arco elettrico', 'fault'],
    [89, 'Arc detection switched off', 'Rilevatore d’arco disattivato', 'warning'],
    [105, 'Grid protection failed its test', 'Autotest protezione di rete fallito', 'fault'],
    [106, 'Grounding cable fault', 'Guasto cavo di terra', 'fault'],
    [514, 'No communication with the meter', 'Comunicazione con il contatore assente', 'warning'],
    ...deviceFaults,
    ...numbered(...INPUT, { first: 78, count: 4, severity: 'warning' }),
    ...numbered(...INPUT, { first: 220, count: 8, from: 5, severity: 'warning' }),
    ...numbered(...REVERSED, { first: 448, count: 24, severity: 'fault' }),
    ...numbered(...REVERSED, { first: 532, count: 16, severity: 'warning' }),
    ...numbered(...REVERSED, { first: 564, count: 8, from: 17, severity: 'warning' }),
    ...numbered(...UNUSUAL, { first: 548, count: 16, severity: 'warning' }),
    ...numbered(...UNUSUAL, { first: 580, count: 8, from: 17, severity: 'warning' }),
    ...numbered('PV input # voltage too high', 'Tensione ingresso FV # troppo alta', {
      first: 1500,
      count: 32,
      severity: 'fault',
    }),
  ]),
};

export const sungrowValues: readonly ValueTable[] = [state, events];
