type Named = Readonly<Record<string, string>>;

/** What an area calls what it writes into the audit: its file `i18n/audit.<language>.json`. */
export interface AuditWords {
  /** Kinds of things: an action's name up to its dot. */
  readonly groups?: Named;
  readonly actions: Named;
  /** What an entry may say of its action. */
  readonly fields?: Named;
  /** Values of fields that are words of the program. */
  readonly values?: Readonly<Record<string, Named>>;
  /** Words of the program with which a field's text begins. */
  readonly spoken?: Named;
}

/** The words of all areas in one language; a word has one owner, and a field's values may have several. */
export function mergeAuditWords(parts: readonly AuditWords[]): Required<AuditWords> {
  const values: Record<string, Named> = {};
  for (const [field, words] of parts.flatMap((part) => Object.entries(part.values ?? {})))
    values[field] = { ...values[field], ...words };
  const all = (key: 'groups' | 'actions' | 'fields' | 'spoken'): Named =>
    Object.assign({}, ...parts.map((part) => part[key]));
  return {
    groups: all('groups'),
    actions: all('actions'),
    fields: all('fields'),
    values,
    spoken: all('spoken'),
  };
}
