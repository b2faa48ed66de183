import {
  type EventTable,
  eventEntries,
  type StateRow,
  type StateTable,
  stateEntries,
} from './value-table.ts';

const modelOf = (id: number) => ({
  title: `SunSpec information model ${id}`,
  url: `https://github.com/sunspec/models/blob/master/json/model_${id}.json`,
});

/** A field of 32 bits with its top bit alone says nothing; the standard's own mark is all ones. */
const TOP_BIT = 0x8000_0000;

const OPERATING: readonly StateRow[] = [
  [1, 'Off', 'Spento', 'off'],
  [2, 'Sleeping', 'A riposo', 'sleeping'],
  [3, 'Starting', 'In avvio', 'starting'],
  [4, 'Running', 'In funzione', 'running'],
  [5, 'Throttled', 'Potenza limitata', 'throttled'],
  [6, 'Shutting down', 'In arresto', 'stopping'],
  [7, 'Fault', 'Guasto', 'fault'],
  [8, 'Standby', 'In attesa', 'standby'],
];

/** Point St of the inverter models 101–103 and 111–113. */
export const sunspecState: StateTable = {
  key: 'sunspec-103-st',
  kind: 'state',
  title: { en: 'SunSpec inverter state', it: 'Stato inverter SunSpec' },
  source: modelOf(103),
  entries: stateEntries(OPERATING),
};

/** Point Evt1 of the inverter models; Evt2 is reserved, and what makers define they define. */
const inverterEvents: EventTable = {
  key: 'sunspec-103-evt1',
  kind: 'events',
  by: 'bit',
  missing: [TOP_BIT],
  title: { en: 'SunSpec inverter events', it: 'Eventi inverter SunSpec' },
  source: modelOf(103),
  entries: eventEntries([
    [0, 'Ground fault', 'Guasto a terra', 'fault'],
    [1, 'DC voltage too high', 'Tensione DC troppo alta', 'fault'],
    // No fault by themselves: an inverter that sleeps may say them too.
    [2, 'AC disconnected', 'AC scollegata', 'warning'],
    [3, 'DC disconnected', 'DC scollegata', 'warning'],
    [4, 'Disconnected from the grid', 'Scollegato dalla rete', 'warning'],
    [5, 'Cabinet open', 'Quadro aperto', 'warning'],
    [6, 'Switched off by hand', 'Spento manualmente', 'info'],
    [7, 'Too hot', 'Temperatura troppo alta', 'fault'],
    [8, 'Grid frequency too high', 'Frequenza di rete troppo alta', 'fault'],
    [9, 'Grid frequency too low', 'Frequenza di rete troppo bassa', 'fault'],
    [10, 'Grid voltage too high', 'Tensione di rete troppo alta', 'fault'],
    [11, 'Grid voltage too low', 'Tensione di rete troppo bassa', 'fault'],
    [12, 'Blown string fuse', 'Fusibile di stringa bruciato', 'fault'],
    [13, 'Too cold', 'Temperatura troppo bassa', 'warning'],
    [14, 'Memory lost', 'Memoria persa', 'fault'],
    [15, 'Hardware test failed', 'Prova hardware fallita', 'fault'],
  ]),
};

/** Point DCSt of the trackers, model 160. */
const trackerState: StateTable = {
  key: 'sunspec-160-dcst',
  kind: 'state',
  title: { en: 'SunSpec tracker state', it: 'Stato inseguitore MPPT SunSpec' },
  source: modelOf(160),
  entries: stateEntries([...OPERATING, [9, 'Testing', 'In prova', 'maintenance']]),
};

/** Points Evt and DCEvt of the trackers, model 160. */
const trackerEvents: EventTable = {
  key: 'sunspec-160-evt',
  kind: 'events',
  by: 'bit',
  missing: [TOP_BIT],
  title: { en: 'SunSpec tracker events', it: 'Eventi inseguitore MPPT SunSpec' },
  source: modelOf(160),
  entries: eventEntries([
    [0, 'Ground fault', 'Guasto a terra', 'fault'],
    [1, 'Input voltage too high', 'Tensione d’ingresso troppo alta', 'fault'],
    [3, 'DC disconnected', 'DC scollegata', 'warning'],
    [5, 'Cabinet open', 'Quadro aperto', 'warning'],
    [6, 'Switched off by hand', 'Spento manualmente', 'info'],
    [7, 'Too hot', 'Temperatura troppo alta', 'fault'],
    [12, 'Blown fuse', 'Fusibile bruciato', 'fault'],
    [13, 'Too cold', 'Temperatura troppo bassa', 'warning'],
    [14, 'Memory lost', 'Memoria persa', 'fault'],
    [15, 'Arc detected', 'Arco elettrico rilevato', 'fault'],
    [20, 'Test failed', 'Prova fallita', 'fault'],
    [21, 'Input voltage too low', 'Tensione d’ingresso troppo bassa', 'warning'],
    [22, 'Input current too high', 'Corrente d’ingresso troppo alta', 'fault'],
  ]),
};

/** Points Evt and InEvt of the combiner boxes, models 401–404: of the box and of each string. */
const combinerEvents: EventTable = {
  key: 'sunspec-403-evt',
  kind: 'events',
  by: 'bit',
  missing: [TOP_BIT],
  title: { en: 'SunSpec combiner events', it: 'Eventi quadro di stringa SunSpec' },
  source: modelOf(403),
  entries: eventEntries([
    [0, 'Low voltage', 'Tensione bassa', 'warning'],
    [1, 'Low power', 'Potenza bassa', 'warning'],
    [2, 'Low efficiency', 'Rendimento basso', 'warning'],
    [3, 'Current out of range', 'Corrente fuori limiti', 'warning'],
    [4, 'Voltage out of range', 'Tensione fuori limiti', 'warning'],
    [5, 'Power out of range', 'Potenza fuori limiti', 'warning'],
    [6, 'Performance ratio out of range', 'Indice di prestazione fuori limiti', 'warning'],
    [7, 'Disconnected', 'Scollegato', 'fault'],
    [8, 'Blown fuse', 'Fusibile bruciato', 'fault'],
    [9, 'Blown fuse of the box', 'Fusibile del quadro bruciato', 'fault'],
    [10, 'Box open', 'Quadro aperto', 'warning'],
    [11, 'Temperature out of range', 'Temperatura fuori limiti', 'warning'],
    [12, 'Ground fault', 'Guasto a terra', 'fault'],
    [13, 'Polarity reversed', 'Polarità invertita', 'fault'],
    [14, 'Incompatible', 'Incompatibile', 'fault'],
    [15, 'Communication error', 'Errore di comunicazione', 'warning'],
    [16, 'Internal error', 'Errore interno', 'fault'],
    [17, 'Theft', 'Furto', 'fault'],
    [18, 'Arc detected', 'Arco elettrico rilevato', 'fault'],
  ]),
};

export const sunspecValues = [
  sunspecState,
  inverterEvents,
  trackerState,
  trackerEvents,
  combinerEvents,
] as const;
