/** Sentences as the server writes them, English, with `{0}` where a figure or a name stands, and as Italians read them. */
export type Sentences = Readonly<Record<string, string>>;

interface Pattern {
  readonly shape: RegExp;
  readonly italian: string;
  /** Letters that are not a placeholder's: the more there are, the surer the match. */
  readonly letters: number;
}

/** A pattern of fewer letters fits nearly everything: it holds only around what is a sentence itself. */
const FEWEST = 4;

const PLACE = /\{(\d)\}/g;

function patternOf([english, italian]: [string, string]): Pattern {
  const literal = english.split(PLACE).filter((_, i) => i % 2 === 0);
  const shape = literal.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.*?)');
  return { shape: new RegExp(`^${shape}$`, 's'), italian, letters: literal.join('').length };
}

/**
 * Says in Italian what a refusal says in English. The English sentence is the key, as in gettext: whoever throws a refusal
 * writes it once, where it is thrown.
 */
export class Translator {
  readonly #whole: ReadonlyMap<string, string>;
  readonly #patterns: readonly Pattern[];

  constructor(...rooms: readonly Sentences[]) {
    const all = rooms.flatMap((sentences) => Object.entries(sentences));
    this.#whole = new Map(all.filter(([english]) => english.search(PLACE) < 0));
    this.#patterns = all
      .filter(([english]) => english.search(PLACE) >= 0)
      .map(patternOf)
      .toSorted((a, b) => b.letters - a.letters);
  }

  /** The sentence in Italian; undefined where nobody has written it. */
  find(english: string): string | undefined {
    const whole = this.#whole.get(english);
    if (whole !== undefined) return whole;
    for (const { shape, italian, letters } of this.#patterns) {
      const found = shape.exec(english);
      // What is filled in may be a sentence of its own; a name stays as it is.
      if (found && (letters >= FEWEST || found.slice(1).some((part) => this.find(part) !== undefined)))
        return italian.replace(PLACE, (_, at) => this.say(found[Number(at) + 1] ?? ''));
    }
    return undefined;
  }

  /** The same; a sentence that nobody has written stays as it is. */
  say(english: string): string {
    return this.find(english) ?? english;
  }
}
