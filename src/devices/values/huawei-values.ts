import {
  type EventRow,
  type EventTable,
  eventEntries,
  type StateTable,
  stateEntries,
  type ValueTable,
} from './value-table.ts';

const source = {
  title: 'huawei-solar-lib, after Huawei’s Solar Inverter Modbus Interface Definitions',
  url: 'https://github.com/wlcrs/huawei-solar-lib/blob/main/src/huawei_solar/register_values.py',
};

/** Register 32089. Only 0x0300 is a fault of the inverter itself: the other stops have causes outside of it. */
const state: StateTable = {
  key: 'huawei-sun2000-state',
  kind: 'state',
  title: { en: 'Huawei SUN2000 state', it: 'Stato Huawei SUN2000' },
  source,
  entries: stateEntries([
    [0x0000, 'Standby: initialising', 'In attesa: inizializzazione', 'standby'],
    [0x0001, 'Standby: checking the insulation', 'In attesa: controllo isolamento', 'standby'],
    [0x0002, 'Standby: checking the light', 'In attesa: controllo irraggiamento', 'standby'],
    [0x0003, 'Standby: checking the grid', 'In attesa: controllo rete', 'standby'],
    [0x0100, 'Starting', 'In avvio', 'starting'],
    [0x0200, 'Running', 'In funzione', 'running'],
    [0x0201, 'Running, power limited', 'In funzione, potenza limitata', 'throttled'],
    [0x0202, 'Running, limited by itself', 'In funzione, si limita da sé', 'throttled'],
    [0x0203, 'Running off the grid', 'In funzione in isola', 'running'],
    [0x0300, 'Stopped by a fault', 'Arresto per guasto', 'fault'],
    [0x0301, 'Stopped by command', 'Arresto su comando', 'off'],
    [0x0302, 'Stopped by the OVGR relay', 'Arresto dal relè OVGR', 'off'],
    [0x0303, 'Stopped: communication lost', 'Arresto: comunicazione persa', 'off'],
    [0x0304, 'Stopped by the power limit', 'Arresto per limite di potenza', 'off'],
    [0x0305, 'Stopped: must be started by hand', 'Arresto: riavvio manuale', 'off'],
    [0x0306, 'Stopped: DC switches open', 'Arresto: sezionatori DC aperti', 'off'],
    [0x0307, 'Stopped: rapid cutoff', 'Arresto rapido', 'off'],
    [0x0308, 'Stopped: too little input power', 'Arresto: potenza d’ingresso scarsa', 'sleeping'],
    [0x0401, 'Grid control: cosφ–P curve', 'Regolazione di rete: curva cosφ–P', 'running'],
    [0x0402, 'Grid control: Q–U curve', 'Regolazione di rete: curva Q–U', 'running'],
    [0x0403, 'Grid control: PF–U curve', 'Regolazione di rete: curva PF–U', 'running'],
    [0x0404, 'Grid control: dry contact', 'Regolazione di rete: contatto pulito', 'running'],
    [0x0405, 'Grid control: Q–P curve', 'Regolazione di rete: curva Q–P', 'running'],
    [0x0500, 'Ready for a spot check', 'Pronto per verifica', 'maintenance'],
    [0x0501, 'Spot check', 'Verifica in corso', 'maintenance'],
    [0x0600, 'Inspection', 'Ispezione', 'maintenance'],
    [0x0700, 'Arc detection tests itself', 'Autotest rilevatore d’arco', 'maintenance'],
    [0x0800, 'I–V scan', 'Scansione I–V', 'maintenance'],
    [0x0900, 'Checking the DC inputs', 'Controllo ingressi DC', 'maintenance'],
    [0x0a00, 'Running off the grid, charging', 'In isola, in carica', 'running'],
    [0xa000, 'Standby: no light', 'In attesa: assenza di luce', 'sleeping'],
  ]),
};

/** Graded as Huawei grades them: major a fault, minor and warning a warning. */
function alarms(word: 1 | 2 | 3, rows: readonly EventRow[]): EventTable {
  return {
    key: `huawei-sun2000-alarm-${word}`,
    kind: 'events',
    by: 'bit',
    title: { en: `Huawei SUN2000 alarm word ${word}`, it: `Parola di allarme ${word} Huawei SUN2000` },
    source,
    entries: eventEntries(rows),
  };
}

/** Register 32008. */
const alarm1 = alarms(1, [
  [0, 'String voltage too high (2001)', 'Tensione di stringa troppo alta (2001)', 'fault'],
  [1, 'DC arc (2002)', 'Arco elettrico DC (2002)', 'fault'],
  [2, 'String reversed (2011)', 'Stringa invertita (2011)', 'fault'],
  [3, 'Current flows back into a string (2012)', 'Corrente inversa in una stringa (2012)', 'warning'],
  [4, 'Unusual string power (2013)', 'Potenza di stringa anomala (2013)', 'warning'],
  [5, 'Arc detection failed its test (2021)', 'Autotest rilevatore d’arco fallito (2021)', 'fault'],
  [6, 'Phase shorted to ground (2031)', 'Fase in corto verso terra (2031)', 'fault'],
  [7, 'Grid lost (2032)', 'Rete assente (2032)', 'fault'],
  [8, 'Grid voltage too low (2033)', 'Tensione di rete troppo bassa (2033)', 'fault'],
  [9, 'Grid voltage too high (2034)', 'Tensione di rete troppo alta (2034)', 'fault'],
  [10, 'Grid voltages unequal (2035)', 'Tensioni di rete squilibrate (2035)', 'fault'],
  [11, 'Grid frequency too high (2036)', 'Frequenza di rete troppo alta (2036)', 'fault'],
  [12, 'Grid frequency too low (2037)', 'Frequenza di rete troppo bassa (2037)', 'fault'],
  [13, 'Grid frequency unstable (2038)', 'Frequenza di rete instabile (2038)', 'fault'],
  [14, 'Output current too high (2039)', 'Corrente d’uscita troppo alta (2039)', 'fault'],
  [15, 'Too much DC in the output (2040)', 'Troppa componente DC in uscita (2040)', 'fault'],
]);

/** Register 32009. */
const alarm2 = alarms(2, [
  [0, 'Unusual residual current (2051)', 'Corrente differenziale anomala (2051)', 'fault'],
  [1, 'Bad grounding (2061)', 'Messa a terra anomala (2061)', 'fault'],
  [2, 'Insulation too low (2062)', 'Isolamento troppo basso (2062)', 'fault'],
  [3, 'Too hot (2063)', 'Temperatura troppo alta (2063)', 'warning'],
  [4, 'Device fault (2064)', 'Guasto del dispositivo (2064)', 'fault'],
  [5, 'Firmware update failed (2065)', 'Aggiornamento firmware fallito (2065)', 'warning'],
  [6, 'Licence expired (2066)', 'Licenza scaduta (2066)', 'warning'],
  [7, 'Monitoring unit faulty (61440)', 'Unità di monitoraggio guasta (61440)', 'warning'],
  [8, 'Power collector faulty (2067)', 'Misuratore di potenza guasto (2067)', 'fault'],
  [9, 'Battery trouble (2068)', 'Anomalia batteria (2068)', 'warning'],
  [10, 'Islanding, found actively (2070)', 'Isola, rilevata attivamente (2070)', 'fault'],
  [11, 'Islanding, found passively (2071)', 'Isola, rilevata passivamente (2071)', 'fault'],
  [12, 'Short peak of AC voltage (2072)', 'Sovratensione AC transitoria (2072)', 'fault'],
  [13, 'Accessory port shorted (2075)', 'Porta accessori in corto (2075)', 'warning'],
  [14, 'Off-grid output overloaded (2077)', 'Uscita in isola sovraccarica (2077)', 'fault'],
  [15, 'Wrong module configuration (2080)', 'Configurazione moduli errata (2080)', 'fault'],
]);

/** Register 32010; later bits are not published where this was read. */
const alarm3 = alarms(3, [
  [0, 'Optimiser faulty (2081)', 'Ottimizzatore guasto (2081)', 'warning'],
  [1, 'PID repair trouble (2085)', 'Anomalia recupero PID (2085)', 'warning'],
  [2, 'String voltage to ground too high (2014)', 'Tensione stringa-terra troppo alta (2014)', 'fault'],
  [3, 'Outer fan faulty (2086)', 'Ventola esterna guasta (2086)', 'fault'],
  [4, 'Battery reversed (2069)', 'Batteria invertita (2069)', 'fault'],
  [5, 'On/off-grid controller faulty (2082)', 'Controllore rete/isola guasto (2082)', 'fault'],
  [6, 'String lost (2015)', 'Stringa assente (2015)', 'warning'],
  [7, 'Inner fan faulty (2087)', 'Ventola interna guasta (2087)', 'fault'],
  [8, 'DC protection faulty (2088)', 'Protezione DC guasta (2088)', 'fault'],
]);

export const huaweiValues: readonly ValueTable[] = [state, alarm1, alarm2, alarm3];
