import { printed } from './print-thread.ts';

/** A picture as it is printed. */
export interface PdfPicture {
  readonly type: 'image/jpeg' | 'image/png';
  readonly base64: string;
  readonly caption: string;
}

/** A part of a document, with its heading; empty: without one. */
export type PdfBlock = { readonly title: string } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [name: string, text: string])[] }
  | {
      readonly kind: 'table';
      /** The first column names what the others say of it. */
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | {
      readonly kind: 'pictures';
      readonly of: 'photos' | 'signature';
      readonly pictures: readonly PdfPicture[];
    }
);

/** One record as it is printed: upright, every value a text. */
export interface PdfDocument {
  readonly title: string;
  /** Of what it says: the same record is the same file, whenever it is printed. */
  readonly dated: Date;
  /** Above the title: the company. */
  readonly above: readonly string[];
  /** Of the company, a png in base64; null where it has none. */
  readonly logo: string | null;
  readonly blocks: readonly PdfBlock[];
  /** "Page {page} of {pages}" */
  readonly page_of: string;
}

/** Makes the PDF of a document. */
export const printDocument = (document: PdfDocument): Promise<Uint8Array> => printed({ document });
