import { decodeString } from './raw.ts';

/** Control characters, and those that turn the direction of what stands around them. */
const HARMFUL = /[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * The text that lies in a device's registers, as it may be shown: up to the first NUL, without control characters and
 * bidi marks, without blanks at its ends.
 * @param bytes the registers as sent, two bytes each.
 * @param swapped the two characters of each register come in the other order.
 */
export function decodeText(bytes: Uint8Array, swapped: boolean): string {
  return decodeString(bytes, swapped ? 'BADC' : 'ABCD')
    .replaceAll(HARMFUL, '')
    .trim();
}
