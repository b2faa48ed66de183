import {
  type EventRow,
  type EventTable,
  eventEntries,
  type StateEntry,
  type StateTable,
  type ValueTable,
} from './value-table.ts';

/** SMA marks a status value that it does not know with this, of 24 bits. Source: SMA, Modbus: data types and NaN values. */
const UNKNOWN = 0xfffffd;
const NOTHING = { en: 'Not known', it: 'Non noto', meaning: 'unknown', missing: true } as const;

/** Register 30201: how the device is, not what it does; a warning does not stop it. */
const condition: StateTable = {
  key: 'sma-condition',
  kind: 'state',
  title: { en: 'SMA condition (30201)', it: 'Stato SMA (30201)' },
  source: {
    title: 'openHAB map of SMA’s Modbus profile, after SMA’s lists of registers',
    url: 'https://github.com/alaub81/openhab_modbus_sma_inverter/blob/main/sma.map',
  },
  entries: new Map<number, StateEntry>([
    [35, { en: 'Fault', it: 'Guasto', meaning: 'fault' }],
    [303, { en: 'Off', it: 'Spento', meaning: 'off' }],
    [307, { en: 'OK', it: 'OK', meaning: 'running' }],
    [455, { en: 'Warning', it: 'Avviso', meaning: 'running' }],
    [UNKNOWN, NOTHING],
  ]),
};

/** Register 40029: what the device does. */
const operation: StateTable = {
  key: 'sma-operation',
  kind: 'state',
  title: { en: 'SMA operating status (40029)', it: 'Stato operativo SMA (40029)' },
  source: {
    title: 'Enapter: SMA Sunny Tripower, after SMA’s lists of registers',
    url: 'https://github.com/Enapter/marketplace/blob/main/solar_inverters/sma_sunny_tripower/firmware.lua',
  },
  entries: new Map<number, StateEntry>([
    [295, { en: 'Running (MPP)', it: 'In funzione (MPP)', meaning: 'running' }],
    [303, { en: 'Off', it: 'Spento', meaning: 'off' }],
    [381, { en: 'Stopped', it: 'Fermo', meaning: 'off' }],
    [443, { en: 'Constant voltage', it: 'Tensione costante', meaning: 'running' }],
    [455, { en: 'Warning', it: 'Avviso', meaning: 'running' }],
    [569, { en: 'On', it: 'Acceso', meaning: 'running' }],
    [1295, { en: 'Standby', it: 'In attesa', meaning: 'standby' }],
    [1392, { en: 'Fault', it: 'Guasto', meaning: 'fault' }],
    [1393, { en: 'Waiting for PV voltage', it: 'In attesa di tensione FV', meaning: 'sleeping' }],
    [1467, { en: 'Starting', it: 'In avvio', meaning: 'starting' }],
    [1469, { en: 'Shutting down', it: 'In arresto', meaning: 'stopping' }],
    [1480, { en: 'Waiting for the grid operator', it: 'In attesa del gestore di rete', meaning: 'standby' }],
    [1795, { en: 'Locked', it: 'Bloccato', meaning: 'off' }],
    [1855, { en: 'Stand-alone', it: 'In isola', meaning: 'running' }],
    [2119, { en: 'Derating', it: 'Potenza ridotta', meaning: 'throttled' }],
    [UNKNOWN, NOTHING],
  ]),
};

/** One event has many numbers: SMA's last two digits say where it was found. */
function same(
  numbers: readonly number[],
  ...[en, it, severity]: readonly [string, string, EventRow[3]]
): EventRow[] {
  return numbers.map((number) => [number, en, it, severity]);
}

const GRID: readonly EventRow[] = [
  ...same([101, 102, 103, 105], 'Grid voltage too high', 'Tensione di rete troppo alta', 'fault'),
  ...same([202, 203, 205, 206], 'Grid lost or its voltage too low', 'Rete assente o tensione bassa', 'fault'),
  [301, 'Grid voltage too high for 10 minutes', 'Tensione di rete troppo alta per 10 minuti', 'fault'],
  [302, 'Power reduced: grid voltage high', 'Potenza ridotta: tensione di rete alta', 'warning'],
  ...same(
    [401, 402, 403, 404],
    'Islanding or fast change of frequency',
    'Isola o variazione rapida di frequenza',
    'fault',
  ),
  [501, 'Grid frequency out of range', 'Frequenza di rete fuori limiti', 'fault'],
  [507, 'Power reduced: grid frequency high', 'Potenza ridotta: frequenza di rete alta', 'warning'],
  [601, 'Too much DC in the grid current', 'Troppa componente DC in rete', 'fault'],
  [701, 'Grid frequency not allowed', 'Frequenza di rete non ammessa', 'fault'],
  [801, 'Waiting for grid voltage', 'In attesa della tensione di rete', 'fault'],
  [901, 'Grounding not connected', 'Messa a terra non collegata', 'fault'],
  [1001, 'L and N swapped', 'L e N scambiati', 'fault'],
  [1101, 'A second phase on N', 'Seconda fase collegata a N', 'fault'],
  [1302, 'L or N not connected', 'L o N non collegato', 'fault'],
  [1501, 'Cannot connect to the grid again', 'Riconnessione alla rete fallita', 'fault'],
  [10502, 'Power reduced: grid frequency high', 'Potenza ridotta: frequenza di rete alta', 'warning'],
  [10513, 'Stopped by the grid protection', 'Arresto dalla protezione di rete', 'fault'],
];

const ARRAY: readonly EventRow[] = [
  ...same([3301, 3302, 3303], 'Too little DC power to run', 'Potenza DC insufficiente', 'warning'),
  ...same(
    [3401, 3402, 3404, 3407, 3410, 3411, 3412],
    'DC voltage too high',
    'Tensione DC troppo alta',
    'fault',
  ),
  [3501, 'Insulation failure', 'Guasto di isolamento', 'fault'],
  [3601, 'Leakage current too high', 'Corrente di dispersione troppo alta', 'fault'],
  [3701, 'Residual current too high', 'Corrente differenziale troppo alta', 'fault'],
  ...same(
    [3801, 3802, 3803, 3805, 3806, 3807, 3808],
    'DC current too high',
    'Corrente DC troppo alta',
    'fault',
  ),
  ...same([3901, 3902], 'Waiting for enough DC', 'In attesa di DC sufficiente', 'info'),
  [4011, 'Inputs A and B bridged', 'Ingressi A e B in parallelo', 'info'],
  [4012, 'Inputs A and B not bridged', 'Ingressi A e B non in parallelo', 'info'],
  ...same([4301, 4302], 'Arc', 'Arco elettrico', 'fault'),
  ...same([6801, 6802], 'Input A faulty', 'Ingresso A guasto', 'fault'),
  ...same([6901, 6902], 'Input B faulty', 'Ingresso B guasto', 'fault'),
];

const HOT = [6501, 6502, 6503, 6504, 6505, 6506, 6507, 6508, 6509, 6511] as const;

const DEVICE: readonly EventRow[] = [
  ...same(HOT, 'Too hot', 'Temperatura troppo alta', 'fault'),
  [6512, 'Too cold to run', 'Temperatura troppo bassa', 'warning'],
  ...same([6602, 6603, 6604], 'Overload', 'Sovraccarico', 'fault'),
  ...same([6606, 7701, 7702, 7703], 'Device fault', 'Guasto del dispositivo', 'fault'),
  ...same(
    [6701, 6702],
    'Inner communication lost, goes on feeding',
    'Comunicazione interna persa, immissione attiva',
    'warning',
  ),
  ...same([7001, 7002], 'Sensor fault, fan always on', 'Guasto sensore, ventola sempre accesa', 'warning'),
  ...same([7201, 7202], 'Data cannot be stored', 'Salvataggio dati impossibile', 'warning'),
  ...same([7500, 7501], 'Fan fault', 'Guasto ventola', 'fault'),
  [7619, 'No communication with the meter', 'Comunicazione con il contatore assente', 'warning'],
  [7622, 'No communication with the I/O module', 'Comunicazione con il modulo I/O assente', 'fault'],
  [7801, 'Surge protection tripped', 'Scaricatore intervenuto', 'warning'],
  ...same([8001, 8003], 'Power reduced: too hot', 'Potenza ridotta: temperatura alta', 'warning'),
  ...same(
    [8101, 8102, 8103, 8104],
    'Inner communication disturbed',
    'Comunicazione interna disturbata',
    'fault',
  ),
  ...same([8208, 8209], 'Arc detection failed its test', 'Autotest rilevatore d’arco fallito', 'fault'),
  [9007, 'Self-test broken off', 'Autotest interrotto', 'warning'],
  [9011, 'AC or DC not connected', 'AC o DC non collegata', 'fault'],
  [9033, 'Rapid shutdown', 'Arresto rapido', 'fault'],
  [9034, 'Rapid shutdown faulty', 'Arresto rapido guasto', 'fault'],
  [9035, 'Rapid shutdown done', 'Arresto rapido riuscito', 'info'],
  [9037, 'PV array not connected', 'Generatore FV non collegato', 'fault'],
  [9038, 'Rapid shutdown not redundant', 'Arresto rapido non ridondante', 'warning'],
  [9102, 'Locked, must be started by hand', 'Bloccato, riavvio manuale', 'fault'],
];

/**
 * Register 30247. Events of updates, settings, networks and self-tests' results are left out, as is the other list of
 * the STP 110-60, whose numbers mean other things.
 */
const events: EventTable = {
  key: 'sma-events',
  kind: 'events',
  by: 'code',
  title: { en: 'SMA event numbers (30247)', it: 'Numeri evento SMA (30247)' },
  source: {
    title: 'SMA: event messages in the manuals of Sunny Boy and Sunny Tripower',
    url: 'https://manuals.sma.de/STP50-40/de-DE/391460235.html',
  },
  missing: [UNKNOWN],
  entries: eventEntries([...GRID, ...ARRAY, ...DEVICE]),
};

export const smaValues: readonly ValueTable[] = [condition, operation, events];
