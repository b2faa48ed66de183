import type { Language } from '../../shared/server/language.ts';

/** What the readable page of the calls says around them; HTML. What each call and field is stands in English, as in the document. */
export interface DocumentWords {
  readonly title: string;
  readonly intro: string;
  readonly signIn: string;
  /** Empty where the page and the document speak one language. */
  readonly inEnglish: string;
  readonly keys: string;
  readonly keysMade: string;
  readonly keysRefused: string;
  readonly examples: Readonly<Record<string, readonly [title: string, note: string]>>;
  readonly access: Readonly<Record<string, string>>;
  readonly orReading: string;
  readonly for: string;
  readonly called: string;
  readonly parameter: string;
  readonly field: string;
  readonly in: string;
  readonly type: string;
  readonly required: string;
  readonly about: string;
  readonly yes: string;
  readonly body: string;
  readonly answer: string;
  readonly withoutBody: string;
  readonly refusals: string;
  readonly each: string;
  readonly schemas: string;
}

const ENGLISH: DocumentWords = {
  title: 'calls',
  intro: `The machine-readable document is <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). Refusals are problem documents
(RFC 9457) with <code>code</code> and <code>detail</code>, in the language of <code>Accept-Language</code> (en, it).
What can be got with GET answers HEAD as well; another method than those of an address is 405 with <code>Allow</code>, and an
address without its last slash is led to the one with it (308).`,
  signIn: `Sign in with <code>POST /user/v1/login/</code>, then send <code>Authorization: Bearer &lt;access&gt;</code> and, for a company's
data, <code>id-client: &lt;number&gt;</code>.`,
  inEnglish: '',
  keys: 'Keys',
  keysMade: `Devices, gateways and programs present a key instead of a person's token. Owners and management make keys on the portal's
page of keys, or with <code>npm run admin -- key</code>: for the whole company or for one plant, to send readings, to read, or both,
with an end or without. A key is shown once and revoked at once; whoever has lost one makes another.`,
  keysRefused: `401 means that the key is unknown, revoked or over, or that the call is none for keys; 403 that it may not do this, or that
<code>id-client</code> names another company.`,
  examples: {},
  access: {
    public: 'anybody',
    signed_in: 'signed in',
    'key:ingest': 'key that may ingest',
    'key:read': 'key that may read',
    signed_url: 'signed address',
  },
  orReading: ', or a key that may read',
  for: 'For',
  called: 'Called',
  parameter: 'Parameter',
  field: 'Field',
  in: 'In',
  type: 'Type',
  required: 'Required',
  about: 'What it is',
  yes: 'yes',
  body: 'Body',
  answer: 'Answer',
  withoutBody: 'without a body',
  refusals: 'Refusals',
  each: 'each a',
  schemas: 'Schemas',
};

const ITALIAN: DocumentWords = {
  title: 'chiamate',
  intro: `Il documento per programmi è <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). I rifiuti sono documenti problem
(RFC 9457) con <code>code</code> e <code>detail</code>, nella lingua di <code>Accept-Language</code> (en, it).
Ciò che si legge con GET risponde anche a HEAD; un metodo che l'indirizzo non ha è 405 con <code>Allow</code>, e un indirizzo
senza la barra finale porta a quello con la barra (308).`,
  signIn: `Si accede con <code>POST /user/v1/login/</code>, poi si invia <code>Authorization: Bearer &lt;access&gt;</code> e, per i dati
di un'azienda, <code>id-client: &lt;numero&gt;</code>.`,
  inEnglish: 'Le descrizioni delle chiamate e dei campi sono in inglese, come nel documento per programmi.',
  keys: 'Chiavi',
  keysMade: `Dispositivi, gateway e programmi presentano una chiave invece del token di una persona. Titolari e direzione creano le chiavi
nella pagina delle chiavi del portale, o con <code>npm run admin -- key</code>: per tutta l'azienda o per un impianto, per inviare
letture, per leggere o per entrambe le cose, con una scadenza o senza. Una chiave si vede una sola volta e si revoca subito; chi l'ha
persa ne crea un'altra.`,
  keysRefused: `401 significa che la chiave è sconosciuta, revocata o scaduta, o che la chiamata non accetta chiavi; 403 che la chiave non
può farlo, o che <code>id-client</code> indica un'altra azienda.`,
  examples: {
    'Send readings': [
      'Inviare letture',
      `Per una chiave che può inviare (<code>ingest</code>). Un 2xx significa: su disco; inviare di nuovo lo stesso non cambia nulla.
Con la chiave di un impianto si indica il solo dispositivo (<code>INV1</code>), con quella di tutta l'azienda anche l'impianto. Una
consegna viene conservata per intero oppure, con <code>?partial=true</code>, senza le letture che non si possono conservare, che la
risposta elenca.`,
    ],
    'Read the plants as they are now': [
      'Leggere gli impianti come sono ora',
      `Per una chiave che può leggere (<code>read</code>): le risponde ogni chiamata qui sotto che lo dice, come a un membro che vede
tutta l'azienda, o il solo impianto della chiave. L'intestazione <code>id-client</code> deve indicare l'azienda della chiave.`,
    ],
    'Read the power of today, hour by hour': [
      'Leggere la potenza di oggi, ora per ora',
      'Gli istanti sono ISO 8601 in UTC; <code>start</code> fa parte della finestra, <code>end</code> no.',
    ],
  },
  access: {
    public: 'chiunque',
    signed_in: 'chi ha fatto accesso',
    'key:ingest': 'una chiave che può inviare letture',
    'key:read': 'una chiave che può leggere',
    signed_url: 'un indirizzo firmato',
  },
  orReading: ', o una chiave che può leggere',
  for: 'Per',
  called: 'Si chiama',
  parameter: 'Parametro',
  field: 'Campo',
  in: 'Dove',
  type: 'Tipo',
  required: 'Obbligatorio',
  about: "Che cos'è",
  yes: 'sì',
  body: 'Corpo',
  answer: 'Risposta',
  withoutBody: 'senza corpo',
  refusals: 'Rifiuti',
  each: 'ciascuno un',
  schemas: 'Schemi',
};

export const DOCUMENT_WORDS: Readonly<Record<Language, DocumentWords>> = { en: ENGLISH, it: ITALIAN };
