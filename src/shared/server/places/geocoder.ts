import { z } from 'zod';
import type { FoundPlace } from '../../contract/places.contract.ts';
import { withSeenTexts } from '../../units/unseen.ts';
import type { Language } from '../language.ts';

/** What is looked for, and in whose words the answer is wanted. */
export interface Question {
  readonly q: string;
  readonly language: Language;
}

/** A request, without the address that it goes to. */
export interface Asking {
  readonly method: 'GET' | 'POST';
  /** Path and query. A key never stands here: addresses are logged on their way. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Who is asked where an address stands: one port, whoever stands behind it. */
export interface Geocoder {
  /** Where it is asked unless a setting says otherwise. */
  readonly url: string;
  /** Least time between two requests of an instance (ms); 0: any. */
  readonly spacing_ms: number;
  /** Whether it may be asked while somebody types, or only once they have said that they are done. */
  readonly asks: 'typing' | 'enter';
  /** Whether its terms let answers be kept. */
  readonly keeps: boolean;
  /** Whom it has to be said to be from, where its answers are shown. */
  readonly credit: string;
  readonly ask: (question: Question, key: string | undefined) => Asking;
  /** What the answer means. @throws ZodError where it is no answer of this geocoder */
  readonly read: (answer: unknown) => FoundPlace[];
}

/** More than any geocoder is asked for is no answer. */
export const MAX_ROWS = 50;

const SHOWN = 160;

/** A line of a stranger's as it may be shown: one line, no character that nobody sees, not too long. */
export const Line = z
  .string()
  .max(2_000)
  .transform((text) => String(withSeenTexts(text.replace(/\s+/g, ' ').trim())).slice(0, SHOWN));
export const Latitude = z.number().min(-90).max(90);
export const Longitude = z.number().min(-180).max(180);

/** The parts of a line that there are, each once. */
export const joined = (parts: readonly (string | undefined)[], between = ', '): string =>
  [...new Set(parts.filter((part) => part !== undefined && part !== ''))].join(between).slice(0, SHOWN);
