/** What a document of a plant is about. */
export const DOCUMENT_KINDS = [
  'contract',
  'data_sheet',
  'scheme',
  'test_report',
  'insurance',
  'other',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** What a document is called at first: its file's name without the ending, and with blanks where names of files have none. */
export const titleOf = (file_name: string): string =>
  file_name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll('_', ' ')
    .trim()
    .slice(0, 120);

/** Words in names of files that tell what a document is about, in both languages. */
const TELLING: readonly (readonly [RegExp, DocumentKind])[] = [
  [/polizz|assicur|insur|policy/i, 'insurance'],
  [/contratt|contract|convenzion|agreement/i, 'contract'],
  [/scheda|data.?sheet/i, 'data_sheet'],
  [/schem|unifilar|planimetr|diagram|drawing/i, 'scheme'],
  [/collaud|verbal|verific|report|test/i, 'test_report'],
];

/** What a document may be about, by its file's name; a person chooses otherwise. */
export const guessedKind = (file_name: string): DocumentKind =>
  TELLING.find(([word]) => word.test(file_name))?.[1] ?? 'other';
