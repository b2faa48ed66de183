/** Models of the standard out of which nothing is made yet: number, English and Italian label. */
const ROWS: readonly (readonly [number, string, string])[] = [
  [2, 'Aggregator', 'Aggregatore'],
  [3, 'Secured data, read request', 'Dati protetti, richiesta di lettura'],
  [4, 'Secured data, read response', 'Dati protetti, risposta di lettura'],
  [5, 'Secured write request', 'Richiesta di scrittura protetta'],
  [6, 'Secured write request, sequential', 'Richiesta di scrittura protetta, sequenziale'],
  [7, 'Secured write response', 'Risposta di scrittura protetta'],
  [8, 'Device security certificate', 'Certificato di sicurezza del dispositivo'],
  [9, 'Operator security certificate', "Certificato di sicurezza dell'operatore"],
  [10, 'Communication interface', 'Interfaccia di comunicazione'],
  [11, 'Ethernet link', 'Collegamento Ethernet'],
  [12, 'IPv4 settings', 'Impostazioni IPv4'],
  [13, 'IPv6 settings', 'Impostazioni IPv6'],
  [14, 'Proxy server', 'Server proxy'],
  [15, 'Interface counters', "Contatori dell'interfaccia"],
  [16, 'IP network', 'Rete IP'],
  [17, 'Serial interface', 'Interfaccia seriale'],
  [18, 'Mobile network link', 'Collegamento a rete mobile'],
  [19, 'PPP link', 'Collegamento PPP'],
  [125, 'Pricing', 'Prezzi'],
  [126, 'Volt-var curve', 'Curva volt-var'],
  [127, 'Frequency-watt parameters', 'Parametri frequenza-potenza'],
  [128, 'Dynamic reactive current', 'Corrente reattiva dinamica'],
  [129, 'Low-voltage ride-through', 'Comportamento a bassa tensione'],
  [130, 'High-voltage ride-through', 'Comportamento ad alta tensione'],
  [131, 'Watt-power factor curve', 'Curva potenza-cosφ'],
  [132, 'Volt-watt curve', 'Curva volt-watt'],
  [133, 'Schedules', 'Programmi orari'],
  [134, 'Frequency-watt curve', 'Curva frequenza-potenza'],
  [135, 'Low-frequency ride-through', 'Comportamento a bassa frequenza'],
  [136, 'High-frequency ride-through', 'Comportamento ad alta frequenza'],
  [137, 'Low voltage, staying connected', 'Bassa tensione, permanenza in rete'],
  [138, 'High voltage, staying connected', 'Alta tensione, permanenza in rete'],
  [139, 'Low voltage, ceasing to feed in', 'Bassa tensione, arresto immissione'],
  [140, 'High voltage, ceasing to feed in', 'Alta tensione, arresto immissione'],
  [141, 'Low frequency, staying connected', 'Bassa frequenza, permanenza in rete'],
  [142, 'High frequency, staying connected', 'Alta frequenza, permanenza in rete'],
  [143, 'Low frequency, ceasing to feed in', 'Bassa frequenza, arresto immissione'],
  [144, 'High frequency, ceasing to feed in', 'Alta frequenza, arresto immissione'],
  [145, 'Extended settings', 'Impostazioni estese'],
  [220, 'Secured meter readings', 'Letture protette del contatore'],
  [501, 'Solar module, floats', 'Modulo solare, virgola mobile'],
  [502, 'Solar module', 'Modulo solare'],
  [601, 'Tracker controller', 'Controllore inseguitori'],
  [701, 'AC measurement (IEEE 1547)', 'Misure AC (IEEE 1547)'],
  [702, 'Capacity (IEEE 1547)', 'Capacità (IEEE 1547)'],
  [703, 'Entering service', 'Entrata in servizio'],
  [704, 'AC controls (IEEE 1547)', 'Comandi AC (IEEE 1547)'],
  [705, 'Volt-var curves (IEEE 1547)', 'Curve volt-var (IEEE 1547)'],
  [706, 'Volt-watt curves (IEEE 1547)', 'Curve volt-watt (IEEE 1547)'],
  [707, 'Low-voltage trip', 'Distacco per bassa tensione'],
  [708, 'High-voltage trip', 'Distacco per alta tensione'],
  [709, 'Low-frequency trip', 'Distacco per bassa frequenza'],
  [710, 'High-frequency trip', 'Distacco per alta frequenza'],
  [711, 'Frequency droop', 'Statismo in frequenza'],
  [712, 'Watt-var curve', 'Curva potenza-reattiva'],
  [713, 'Storage capacity (IEEE 1547)', "Capacità dell'accumulo (IEEE 1547)"],
  [714, 'DC measurement (IEEE 1547)', 'Misure DC (IEEE 1547)'],
  [801, 'Energy storage (withdrawn)', 'Accumulo di energia (ritirato)'],
  [802, 'Battery', 'Batteria'],
  [803, 'Lithium battery bank', 'Banco batterie al litio'],
  [804, 'Lithium battery string', 'Stringa batterie al litio'],
  [805, 'Lithium battery module', 'Modulo batteria al litio'],
  [806, 'Flow battery', 'Batteria a flusso'],
  [807, 'Flow battery string', 'Stringa batterie a flusso'],
  [808, 'Flow battery module', 'Modulo batteria a flusso'],
  [809, 'Flow battery stack', 'Stack batteria a flusso'],
  [63_001, 'Test model 1', 'Modello di prova 1'],
  [63_002, 'Test model 2', 'Modello di prova 2'],
];

const byId = new Map(ROWS.map(([id, label_en, label_it]) => [id, { label_en, label_it }]));
const VENDORS_FROM = 64_000;

/** What a model is called out of which nothing is made. From 64001 on numbers are the makers' own. */
export function otherModelLabels(id: number): { label_en: string; label_it: string } {
  const known = byId.get(id);
  if (known) return known;
  return id > VENDORS_FROM
    ? { label_en: "Maker's own model", label_it: 'Modello del costruttore' }
    : { label_en: 'Unknown model', label_it: 'Modello sconosciuto' };
}

/** Is it a number that the standard or a maker gives? */
export function isGivenModel(id: number): boolean {
  return byId.has(id) || id > VENDORS_FROM;
}
