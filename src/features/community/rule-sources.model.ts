/** Sources that say more than where a text stands, in Italian, by the version of their rule. */
const IN_ITALIAN: Readonly<Record<string, string>> = {
  'GRANT-2024':
    'D.M. 414/2023, allegato 1 (che la riduzione sia lineare non vi si è letto); sunnycer.it/consumatori: da 120 a 60 €/MWh',
  'GRANT-COST-2024': 'senec.com/it/blog/incentivi-cer-la-suddivisione-degli-incentivi (contributi del PNRR)',
  'SURPLUS-2024':
    'D.M. 414/2023; energia.regione.emilia-romagna.it, tariffa premio; prod-energia.regione.fvg.it (non si è letto di quale energia si prenda la quota)',
  'NETWORK-2023': 'valori noti nel settore, in linea con elettronews.com',
  'NETWORK-2024':
    'energia.regione.emilia-romagna.it, il corrispettivo di valorizzazione (quali parti spettino alla comunità è dedotto)',
  'NETWORK-2025': 'nessun valore del 2025 o successivo trovato: valgono quelli del 2024',
  'PMG-UNKNOWN': 'nessun valore del 2024 o del 2025 trovato',
  'SUN-2025':
    'sole ipotizzato: ordine di grandezza di PVGIS (Commissione europea, JRC) al centro di ogni zona di mercato',
};

/** Where a rule comes from, in the reader's language; names of laws and sites are the same in both. */
export const sourceIn = (
  { version, source }: { readonly version: string; readonly source: string },
  language: 'it' | 'en',
): string => (language === 'it' ? (IN_ITALIAN[version] ?? source) : source);
