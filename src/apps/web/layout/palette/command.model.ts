/** Something that the palette leads to, or does. */
export interface Command {
  id: string;
  label: string;
  /** Second-rank words: where it is, what it belongs to. */
  beside?: string;
  /** Words that find it and are not shown: what it is called in the other language. */
  also?: string;
  run: () => void;
}

export interface CommandGroup {
  group: string;
  commands: Command[];
}

/** As words are compared: without case and accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Whether every word of a text stands in the command's own. */
export function matching(
  { label, beside = '', also = '' }: Omit<Command, 'id' | 'run'>,
  text: string,
): boolean {
  const words = plain(`${label} ${beside} ${also}`);
  return plain(text)
    .split(/\s+/)
    .every((word) => words.includes(word));
}

/** The command that stands so many places after another, around the ends. */
export function stepFrom(
  commands: readonly Command[],
  id: string | undefined,
  step: 1 | -1,
): string | undefined {
  const at = commands.findIndex((one) => one.id === id);
  return commands.at((at + step) % commands.length)?.id;
}
