/** A file within an archive. */
export interface Packed {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Numbers as the format has them: the least byte first, two or four bytes each. */
function numbers(...parts: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(parts.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of parts) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** Names in UTF-8, nothing compressed: photos are already. */
const common = (file: Packed, name: Uint8Array): (readonly [number, 2 | 4])[] => [
  [20, 2],
  [0x0800, 2],
  [0, 2],
  [0, 2],
  [0x21, 2],
  [crc32(file.bytes), 4],
  [file.bytes.length, 4],
  [file.bytes.length, 4],
  [name.length, 2],
  [0, 2],
];

/** Files in one archive that every computer opens; so small a writer that none has to be fetched for it. */
export function zipFile(files: readonly Packed[]): Blob {
  const body: Uint8Array[] = [];
  const index: Uint8Array[] = [];
  let at = 0;
  for (const file of files) {
    const name = new TextEncoder().encode(file.name);
    const head = numbers([0x04034b50, 4], ...common(file, name));
    body.push(head, name, file.bytes);
    const entry = numbers(
      [0x02014b50, 4],
      [20, 2],
      ...common(file, name),
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [at, 4],
    );
    index.push(entry, name);
    at += head.length + name.length + file.bytes.length;
  }
  const size = index.reduce((sum, part) => sum + part.length, 0);
  const count = files.length;
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [at, 4], [0, 2]);
  return new Blob([...body, ...index, end] as BlobPart[], { type: 'application/zip' });
}
