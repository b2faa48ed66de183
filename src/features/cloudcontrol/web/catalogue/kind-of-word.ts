import type { ComponentType } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';

/** A stored word. */
export interface Word {
  readonly id: number;
  readonly name: string;
  readonly version: number;
}

/** What a form holds of a word: texts, numbers and choices by the names of the contract. */
export type Values = Readonly<Record<string, string | number>>;

export interface FieldsProps<Row extends Word> {
  form: UseFormReturn<Record<string, string | number>>;
  /** The word that is changed; null while one is made. */
  row: Row | null;
}

/** A kind of the company's own words: what its one screen shows, asks and does. */
export interface WordKind<Row extends Word> {
  /** Under which its sentences stand. */
  readonly id: 'names' | 'groups' | 'categories' | 'tags';
  readonly columns: readonly DataColumn<Row>[];
  /** What a new one begins with; its names are those of the form's fields. */
  readonly blank: Values;
  /** What the server judges a new one by. */
  readonly schema: z.ZodType;
  /** What a refusal hands over of a word that somebody else saved. */
  readonly stored: z.ZodType<Word>;
  readonly Fields: ComponentType<FieldsProps<Row>>;
  /** How it is called in the reader's language. */
  readonly titleOf: (row: Row) => string;
  /** The fields in words, for two versions side by side. */
  readonly told: (values: Values) => readonly { label: string; text: string }[];
  readonly create: (company: number, values: Values) => Promise<unknown>;
  readonly update: (company: number, id: number, values: Values & { version: number }) => Promise<unknown>;
  readonly remove: (company: number, id: number) => Promise<unknown>;
  /** What uses it, in a sentence that also says what to do first; null where nothing stands in the way. */
  readonly obstacle: (row: Row) => string | null;
  /** What goes with it, where it may be deleted all the same. */
  readonly loss?: (row: Row) => string | null;
}

/** The fields of a form as a stored word has them. */
export function valuesOf(blank: Values, row: object): Record<string, string | number> {
  const all = row as Record<string, string | number>;
  return Object.fromEntries(Object.entries(blank).map(([name, empty]) => [name, all[name] ?? empty]));
}
