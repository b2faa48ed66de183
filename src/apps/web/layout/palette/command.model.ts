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
  /** How many there are in all, where these are the first. */
  count?: number | undefined;
}

/** The words of a text as they are compared: without case and accents, each after a blank. */
const wordsOf = (text: string): string => {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
  return ` ${plain.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? ''}`;
};

/** Whether every part of a text begins a word of the command's own. */
export function matching(
  { label, beside = '', also = '' }: Omit<Command, 'id' | 'run'>,
  text: string,
): boolean {
  if (text === '') return true;
  const own = wordsOf(`${label} ${beside} ${also}`);
  const parts = text.split(/\s+/).map(wordsOf);
  return parts.every((part) => part !== ' ' && own.includes(part));
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
