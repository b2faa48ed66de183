const CRC_TABLE = makeCrcTable();

function makeCrcTable(): Uint16Array {
  const table = new Uint16Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
    table[byte] = crc;
  }
  return table;
}

/**
 * CRC-16 of a Modbus RTU frame, as an integer; on the wire its low byte comes first.
 * @param bytes unit and PDU, any length; empty gives 0xFFFF.
 * @returns 0–65535.
 * Polynomial x^16 + x^15 + x^2 + 1, reflected (0xA001), start 0xFFFF.
 * Source: Modbus over Serial Line V1.02, section 6.2.2.
 */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return crc;
}

/**
 * Longitudinal redundancy check of a Modbus ASCII frame: the two's complement of the sum of the bytes, modulo 256.
 * @param bytes unit and PDU in binary (not the hex characters), any length; empty gives 0.
 * @returns 0–255.
 * Source: Modbus over Serial Line V1.02, section 6.2.1.
 */
export function lrc(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum += byte;
  return -sum & 0xff;
}
