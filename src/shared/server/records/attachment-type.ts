import { ATTACHMENT_TYPES, type AttachmentType } from '../../contract/record-notes.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
/** What office documents hold, by the name of the part; it stands in the archive as it is, wherever the part begins. */
const PARTS: readonly (readonly [string, AttachmentType])[] = [
  ['xl/workbook.xml', `${OFFICE}.spreadsheetml.sheet`],
  ['word/document.xml', `${OFFICE}.wordprocessingml.document`],
  ['ppt/presentation.xml', `${OFFICE}.presentationml.presentation`],
  [
    'mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.spreadsheet',
  ],
  ['mimetypeapplication/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text'],
];
const LONGEST = Math.max(...PARTS.map(([name]) => name.length));
const HEAD = 12;
const TEXT_CONTROLS = new Set([9, 10, 12, 13]);

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/** What the first bytes of a file say that it is; text and archives have to be read on. */
function kindOf(head: Buffer): AttachmentType | 'zip' | 'text' | undefined {
  if (startsWith(head, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8)) return 'image/webp';
  if (startsWith(head, '%PDF-')) return 'application/pdf';
  if (startsWith(head, 'PK\x03\x04')) return 'zip';
  return startsWith(head, '{\\rtf') ? undefined : 'text';
}

const isText = (bytes: Buffer): boolean =>
  bytes.every((byte) => (byte >= 32 && byte !== 127) || TEXT_CONTROLS.has(byte));

/** Finds out what a file is while it passes, by its bytes alone; nothing of it but a few are kept. */
export class TypeFinder {
  readonly #text = new TextDecoder('utf-8', { fatal: true });
  readonly #only: 'application/pdf' | 'image' | undefined;
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);
  #kind: AttachmentType | 'zip' | 'text' | undefined | null = null;
  #part: AttachmentType | undefined;

  /** @param only the one kind that is taken, where not all are */
  constructor(only?: 'application/pdf' | 'image') {
    this.#only = only;
  }

  /** Looks at the next bytes; false once it is known that the file is of no kind that is taken. */
  add(bytes: Buffer): boolean {
    if (this.#kind !== null) return this.#readOn(bytes);
    this.#head = Buffer.concat([this.#head, bytes]);
    return this.#head.length < HEAD || this.#begin();
  }

  /** What it is, once all of it has passed; a table of text is one by the ending of its name. */
  end(file_name: string): AttachmentType | undefined {
    if (this.#kind === null && !this.#begin()) return undefined;
    if (this.#kind === 'zip') return this.#part;
    if (this.#kind !== 'text') return this.#kind ?? undefined;
    if (!this.#decodes()) return undefined;
    return /\.csv$/i.test(file_name) ? 'text/csv' : 'text/plain';
  }

  #begin(): boolean {
    this.#kind = kindOf(this.#head);
    if (this.#only !== undefined && this.#kind?.startsWith(this.#only) !== true) return false;
    return this.#readOn(this.#head);
  }

  #readOn(bytes: Buffer): boolean {
    if (this.#kind === 'text') return isText(bytes) && this.#decodes(bytes);
    if (this.#kind === 'zip' && this.#part === undefined) this.#look(bytes);
    return this.#kind !== undefined;
  }

  #decodes(bytes?: Buffer): boolean {
    try {
      if (bytes) this.#text.decode(bytes, { stream: true });
      else this.#text.decode();
      return true;
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  }

  /** A name may lie across two pieces. */
  #look(bytes: Buffer): void {
    const seen = Buffer.concat([this.#tail, bytes]);
    this.#part = PARTS.find(([name]) => seen.includes(name, 0, 'latin1'))?.[1];
    this.#tail = seen.subarray(-LONGEST);
  }
}

/** The name that a file is saved by: with an ending that fits what it is, so that nothing passes for another kind. */
export function savedName(file_name: string, type: AttachmentType): string {
  const bare = file_name.replace(/[\\/:*?"<>|]/g, '_').replace(/^\.+/, '_');
  const endings: readonly string[] = ATTACHMENT_TYPES[type];
  const ending = bare.split('.').length > 1 ? (bare.split('.').at(-1) ?? '').toLowerCase() : '';
  return endings.includes(ending) ? bare : `${bare.slice(0, 190)}.${endings[0]}`;
}
