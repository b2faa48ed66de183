import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readMenuLabels } from '../../scripts/portal-pages.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

type Texts = { readonly [key: string]: string | Texts };
interface Said {
  readonly where: string;
  readonly en: string;
  readonly it: string;
}

/** A word that is not said on a screen, and what is said instead. */
type Instead = readonly [banned: RegExp, say: string];

// One term for one thing (docs/glossary.md): what is not said, each with the term of the field.
const ENGLISH: readonly Instead[] = [
  [/\bways in\b/i, 'data sources'],
  [/\bsecond factor\b/i, 'two-factor authentication'],
  [/\bdemand/i, 'require'],
  [/\btexts? read\b/i, 'attribute'],
  [/\blately\b/i, 'recent events'],
  [/\badd many\b/i, 'bulk add'],
  [/\bpatience\b/i, 'timing'],
  [/\bworkbench\b/i, 'Charts'],
  [/\bsiblings?\b/i, 'the others, similar inverters'],
  [/\bdismiss/i, 'remove from the company'],
  [/\bnobody and nothing\b/i, 'people and programs no longer'],
  [/\bpattern\b/i, 'reference device'],
  [/\bMeridiana itself\b/, 'Meridiana (system)'],
  [/\bfor ever\b/i, 'forever, permanently'],
  [/\bto a hair\b|by a hair/i, 'exactly the same'],
  [/\btag key\b|\bslug\b/i, 'short code, name in addresses'],
  [/\bmaker/i, 'manufacturer'],
  [/\bmuted?\b/i, 'snooze'],
  [/\bswitche?d? (it )?(on|off)\b/i, 'turn on, turn off; suspend, resume for reading'],
];
const ITALIAN: readonly Instead[] = [
  [/dati in ingresso/i, 'sorgenti dati'],
  [/secondo fattore/i, 'autenticazione a due fattori'],
  [/pres[oaie] in carico|in carico a|prend\w+ in carico/i, 'riconoscere (acknowledge), assegnare (assign)'],
  [/test[oi] lett[oi]/i, 'attributi'],
  [/aggiungi molti|molti insieme/i, 'aggiunta multipla'],
  [/pazienza/i, 'temporizzazione'],
  [/banco grafici/i, 'Grafici'],
  [/prima che risponda/i, 'prerequisiti'],
  [/\bvi (entra|si)\b|si chiude\b.*se regge/i, 'una frase comune'],
  [/non sceglierne/i, 'deseleziona'],
  [/senza scarto/i, 'senza offset UTC'],
  [
    /registr[oi] (eventi|dell'installazione)|registro delle attività/i,
    'diario eventi, log, registro attività',
  ],
  [/produttore/i, 'costruttore'],
  [/\bcollegament[oi]\b/i, 'link; connessione'],
  [/tempo massimo/i, 'timeout'],
  [/meridiana stessa/i, 'Meridiana (sistema)'],
  [/dal vivo/i, 'in tempo reale'],
  [/\bl'unit id|ID unità/i, 'lo unit id'],
  [/quadr[oi] stringhe/i, 'quadro di stringa'],
  [/\bschema\b/i, 'dispositivo di riferimento'],
  [/\btu ha\b/i, 'tu hai'],
  [/ann[oi] tipic[oi]/i, 'anno tipo (TMY)'],
  [/\bper posta\b/i, 'per email'],
  [/mancat[oi] guadagn|ricavo perso|guadagni persi/i, 'mancato ricavo'],
  [/chiama(no)? (nessuno|qualcuno)/i, 'non avvisa nessuno, non viene notificato'],
  [/\b(indicare|correggere) (prima|i giorni|nelle)\b/i, 'tu: indica, correggi'],
];

/** Where the English says one thing, the Italian says the term of it, and not that of another. */
const TOGETHER: readonly (readonly [
  english: RegExp,
  must: RegExp | null,
  never: RegExp | null,
  say: string,
])[] = [
  [/\bgateways?\b/i, /gateway/i, null, 'gateway is gateway in Italian, never porta'],
  [/\bTCP port\b/, /porta TCP/i, null, 'a TCP port is a porta TCP'],
  [/\backnowledge(?!d anyway)/i, /riconosc|confermat|conferma/i, /assegn/i, 'to acknowledge is riconoscere'],
  [/\bassign(ed|s)? (to|the alarm)\b/i, /assegn/i, /riconosc/i, 'to assign is assegnare'],
  [/\btwo-factor\b/i, /due fattori/i, null, 'two-factor is a due fattori'],
  [/\bevent log\b/i, /diario eventi/i, /registr/i, 'an event log is a diario eventi'],
  [/\bModbus registers?\b/i, /registr[oi] Modbus/i, null, 'Modbus registers are registri Modbus'],
  [/\bthresholds?\b/i, /sogli[ae]/i, null, 'a threshold is a soglia'],
  [/\bunit ids?\b/i, /unit id/i, null, 'a unit id is an unit id'],
  [/\btemplates?\b/i, /template/i, null, 'a template is a template'],
  [/\breference device\b/i, /riferimento/i, null, 'a reference device is a dispositivo di riferimento'],
  [/\birradiation\b/i, /irradiazion/i, /irraggiament/i, 'kWh/m² are irradiazione'],
  [/\birradiance\b/i, null, /irradiazion/i, 'W/m² are irraggiamento'],
  [/\btypical years?\b/i, /ann[oi] tipo/i, null, 'a typical year is an anno tipo'],
  [/\bsnooz/i, /silenzi|segnala|avvis/i, null, 'to snooze is silenziare'],
];

function* pairs(en: Texts, italian: Texts, at: string): Generator<Said> {
  for (const [key, text] of Object.entries(en)) {
    const other = italian[key];
    if (typeof text === 'string') yield { where: `${at}${key}`, en: text, it: String(other) };
    else if (typeof other === 'object') yield* pairs(text, other, `${at}${key}.`);
  }
}

const read = (path: string): Texts => JSON.parse(readFileSync(ROOT + path, 'utf8'));
// Headings of exported files, by which programs read them: they stay as they were first written.
const HEADINGS = [
  'src/features/alarms: export.acknowledged_at',
  'src/features/alarms: export.acknowledged_by',
  // Who produces energy, and no maker of devices.
  'src/features/community: role.producer',
  'src/features/community: import.members_hint',
  'src/features/community: import.fault.role',
];
const ON_SCREEN: readonly Said[] = globSync('src/**/i18n/en.json', { cwd: ROOT })
  .sort()
  .flatMap((path) => [
    ...pairs(
      read(path),
      read(path.replace(/en\.json$/, 'it.json')),
      `${path.replace(/\/i18n\/en\.json$/, '')}: `,
    ),
  ])
  .filter(({ where }) => !HEADINGS.includes(where))
  .concat(readMenuLabels(ROOT).map((label) => ({ where: 'menu', ...label })));
const REFUSED: readonly Said[] = globSync('src/**/refusals.it.json', { cwd: ROOT })
  .sort()
  .flatMap((path) =>
    Object.entries(read(path)).map(([en, text]) => ({ where: `${path}: ${en}`, en: '', it: String(text) })),
  );

const notSaid = (list: readonly Instead[], language: 'en' | 'it', texts: readonly Said[]): string[] =>
  texts.flatMap((said) =>
    list
      .filter(([banned]) => banned.test(said[language]))
      .map(([banned, say]) => `${said.where}: '${said[language]}' has ${banned}: say ${say}`),
  );

describe('terms on the screens', () => {
  it('are those of the field in English', () => {
    assert.deepEqual(notSaid(ENGLISH, 'en', ON_SCREEN), []);
  });

  it('are those of the field in Italian, in refusals too', () => {
    assert.deepEqual(notSaid(ITALIAN, 'it', [...ON_SCREEN, ...REFUSED]), []);
  });

  it('are one for one thing in both languages', () => {
    const faults = ON_SCREEN.flatMap(({ where, en, it }) =>
      TOGETHER.filter(
        ([english, must, never]) => english.test(en) && ((must && !must.test(it)) || never?.test(it)),
      ).map(([, , , say]) => `${where}: '${en}' – '${it}': ${say}`),
    );
    assert.deepEqual(faults, []);
  });

  it('stand in one kind of quotes and apostrophes', () => {
    const wrong = ON_SCREEN.filter(({ en, it }) => /["’‘«»]/.test(en) || /["’‘“”]/.test(it));
    assert.deepEqual(
      wrong.map(({ where, en, it }) => `${where}: '${en}' – '${it}': “…” in English, «…» in Italian, '`),
      [],
    );
  });
});
