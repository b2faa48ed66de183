/** Something that the palette leads to, or does. */
export interface Command {
  id: string;
  label: string;
  /** Second-rank words: where it is, what it belongs to. */
  beside?: string;
  run: () => void;
}

/** Whether every word of a text stands in the command's own. */
export function matching(command: Pick<Command, 'label' | 'beside'>, text: string): boolean {
  const words = `${command.label} ${command.beside ?? ''}`.toLocaleLowerCase('it');
  return text
    .toLocaleLowerCase('it')
    .split(/\s+/)
    .every((word) => words.includes(word));
}
