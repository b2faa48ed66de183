import type { ComponentType } from 'react';
import type { AnyCall } from '../../../../shared/contract/call.ts';
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
  readonly calls: { readonly create: AnyCall; readonly update: AnyCall; readonly remove: AnyCall };
  readonly Fields: ComponentType<FieldsProps<Row>>;
  /** How it is called in the reader's language. */
  readonly titleOf: (row: Row) => string;
  /** What uses it, in a sentence that also says what to do first; null where nothing stands in the way. */
  readonly obstacle: (row: Row) => string | null;
  /** What goes with it, where it may be deleted all the same. */
  readonly loss?: (row: Row) => string | null;
}
