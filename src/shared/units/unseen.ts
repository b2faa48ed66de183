/**
 * Characters that break a line, turn its direction around, or are drawn as nothing: by them two names look alike, a name
 * looks empty, or a text passes for something else. Unicode's Default_Ignorable_Code_Point (UAX #44) covers marks of
 * direction, zero-width joiners, fillers, variation selectors and tags; the Braille blank and U+FFF9–FFFB it does not.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

// A flag spelled by tags; a picture with its skin colour and presentation, joined to others by U+200D; a key (UTS #51).
const PICTURE = '\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\ufe0e\\ufe0f]*';
const EMOJI = new RegExp(
  `\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]+\\u{e007f}|${PICTURE}(?:\\u200d${PICTURE})*|[0-9#*]\\ufe0f\\u20e3`,
  'gu',
);

// Scripts whose letters take another shape by a joiner between them, which Persian and the languages of India write.
const JOINING =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}' +
  '\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}]';
const JOINER = new RegExp(`(?<=${JOINING})[\\u200c\\u200d](?=${JOINING})`, 'gu');

// The variant of a Chinese character, as names are registered with it.
const VARIANT = /(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/gu;

/** Whether a text holds a character that its reader does not see, beside those that a script or an emoji is written with. */
export function hidesSomething(text: string): boolean {
  if (!UNSEEN.test(text)) return false;
  return UNSEEN.test(text.replace(EMOJI, '').replace(JOINER, '').replace(VARIANT, ''));
}

const EACH_UNSEEN = new RegExp(UNSEEN.source, 'gu');

/** Data that was stored under an older rule, its texts with a dot in the place of what nobody sees. */
export function withSeenTexts(stored: unknown): unknown {
  if (typeof stored === 'string') return hidesSomething(stored) ? stored.replace(EACH_UNSEEN, '·') : stored;
  if (Array.isArray(stored)) return stored.map(withSeenTexts);
  if (typeof stored !== 'object' || stored === null) return stored;
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, withSeenTexts(value)]));
}
