import { isUtf8 } from 'node:buffer';
import { setImmediate as breathe } from 'node:timers/promises';
import { AppError } from '../errors.ts';

// What other kinds of files begin with, those that hold readable text among them.
const MAGIC = [
  '%PDF-',
  'PK\x03\x04',
  'GIF8',
  '{\\rtf',
  '\x7fELF',
  '\x1f\x8b',
  '\x89PNG',
  '\xff\xd8\xff',
  '\xd0\xcf\x11\xe0',
];
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const SLICE = 1024 * 1024;
const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const DELETE = 127;

function refuse(code: string, message: string): never {
  throw new AppError('invalid', message, { errors: [{ path: 'file', message, code }] });
}

function holdsControl(bytes: Uint8Array): boolean {
  return bytes.some(
    (byte) =>
      (byte < SPACE && byte !== TAB && byte !== LINE_FEED && byte !== CARRIAGE_RETURN) || byte === DELETE,
  );
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every(
    (byte) => byte === SPACE || byte === TAB || byte === LINE_FEED || byte === CARRIAGE_RETURN,
  );
}

/**
 * Lets through what can be a CSV file: text in UTF-8, with or without a mark at its beginning. What the file is called or
 * says that it is does not count. Other work gets its turn between two megabytes.
 * @throws AppError invalid, with a sentence for whoever sent it
 */
export async function checkCsv(file: Uint8Array): Promise<void> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const text = bytes.subarray(0, BOM.length).equals(BOM) ? bytes.subarray(BOM.length) : bytes;
  if (isBlank(text.subarray(0, SLICE)) && text.length <= SLICE) refuse('empty_file', 'The file is empty');
  const head = text.toString('latin1', 0, 8);
  const notText = 'This is no text file: save the sheet as CSV and send that';
  if (MAGIC.some((magic) => head.startsWith(magic))) refuse('not_text', notText);
  if (!isUtf8(text))
    refuse('not_utf8', 'The file is not in UTF-8: save the sheet as CSV (UTF-8) and send that');
  for (let at = 0; at < text.length; at += SLICE) {
    if (holdsControl(text.subarray(at, at + SLICE))) refuse('not_text', notText);
    await breathe();
  }
}
