/**
 * A field of a port, a device, a variable or an attribute: enough to show it, to type it, and to tell two versions of it
 * apart. What a person types is text or a switch; what is stored is what the contract says.
 */
export interface Field {
  readonly name: string;
  readonly kind: 'text' | 'lines' | 'int' | 'number' | 'choice' | 'switch' | 'colour';
  /** Nothing typed is null; else nothing typed is an empty text, or a fault. */
  readonly nullable?: boolean;
  readonly required?: boolean;
  readonly least?: number;
  readonly most?: number;
  /** Letters at most. */
  readonly long?: number;
  readonly choices?: readonly (string | number)[];
  /** What the choices are called: the words' branch; codes that everybody knows go by themselves. */
  readonly words?: string;
  /** Stands in the field, such as kW. */
  readonly unit?: string;
}

export type Typed = Record<string, string | boolean>;
export type Stored = Readonly<Record<string, unknown>>;

export type Fault =
  | { code: 'required' }
  | { code: 'number' }
  | { code: 'whole' }
  | { code: 'range'; least: number; most: number }
  | { code: 'least'; least: number }
  | { code: 'long'; most: number };
export type Parsed = { value: unknown } | { fault: Fault };

/** What stands in the field of a stored value. */
export function typedOf({ kind }: Field, value: unknown, language: 'it' | 'en'): string | boolean {
  if (kind === 'switch') return value === true;
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? plainNumber(value, language) : String(value);
}

/** A number as it is stored, neither grouped nor rounded, with the reader's comma. */
export const plainNumber = (value: number, language: 'it' | 'en'): string =>
  language === 'it' ? String(value).replace('.', ',') : String(value);

export function allTyped(fields: readonly Field[], stored: Stored, language: 'it' | 'en'): Typed {
  return Object.fromEntries(
    fields.map((field) => [field.name, typedOf(field, stored[field.name], language)]),
  );
}

/** A number as people write it, with either comma; undefined for anything else. */
function numberOf(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

function withinLimits({ least: min, most: max }: Field, value: number): Parsed {
  const low = min !== undefined && value < min;
  const high = max !== undefined && value > max;
  if (!low && !high) return { value };
  if (min !== undefined && max !== undefined) return { fault: { code: 'range', least: min, most: max } };
  return { fault: { code: 'least', least: min ?? 0 } };
}

function parseNumber(field: Field, text: string): Parsed {
  const value = numberOf(text);
  if (value === undefined) return { fault: { code: 'number' } };
  if (field.kind === 'int' && !Number.isInteger(value)) return { fault: { code: 'whole' } };
  return withinLimits(field, value);
}

function parseChoice({ choices = [] }: Field, text: string): Parsed {
  const chosen = choices.find((choice) => String(choice) === text);
  return { value: chosen ?? text };
}

/** What is stored of what was typed, or what is wrong with it. */
export function parseField(field: Field, typed: string | boolean | undefined): Parsed {
  if (typeof typed === 'boolean') return { value: typed };
  const text = field.kind === 'lines' ? (typed ?? '') : (typed ?? '').trim();
  if (text === '') {
    if (field.nullable) return { value: null };
    const must = field.required || field.kind === 'int' || field.kind === 'number' || field.kind === 'choice';
    return must ? { fault: { code: 'required' } } : { value: '' };
  }
  if (field.kind === 'int' || field.kind === 'number') return parseNumber(field, text);
  if (field.kind === 'choice') return parseChoice(field, text);
  if (field.long !== undefined && text.length > field.long)
    return { fault: { code: 'long', most: field.long } };
  return { value: text };
}

/** Every fault of what was typed, by field. */
export function faultsOf(fields: readonly Field[], typed: Typed): Map<string, Fault> {
  return new Map(
    fields.flatMap((field) => {
      const parsed = parseField(field, typed[field.name]);
      return 'fault' in parsed ? [[field.name, parsed.fault] as const] : [];
    }),
  );
}

/** The fields whose typed value is another than the stored one, as a PATCH carries them. */
export function changesOf(fields: readonly Field[], typed: Typed, stored: Stored): Record<string, unknown> {
  const changed = fields.flatMap((field) => {
    const parsed = parseField(field, typed[field.name]);
    if (!('value' in parsed) || parsed.value === stored[field.name]) return [];
    // A stored choice that is not offered here is still the stored one.
    if (field.kind === 'choice' && String(parsed.value) === String(stored[field.name])) return [];
    return [[field.name, parsed.value] as const];
  });
  return Object.fromEntries(changed);
}

/** Fields in which two versions differ, of those that are changed. */
export function differing(fields: readonly Field[], mine: Stored, theirs: Stored): Field[] {
  return fields.filter(({ name }) => name in mine && mine[name] !== theirs[name]);
}
