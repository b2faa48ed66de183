/** The words of a text, each between two blanks, whatever stands between them there. */
const wordsOf = (text: string): string =>
  ` ${(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')} `;

/** Whether some texts contain one of these names, as whole words; capitals, hyphens and the like do not count. */
export function namesAnyOf(names: readonly string[]): (texts: readonly string[]) => boolean {
  const wanted = names.map(wordsOf).filter((words) => words.trim() !== '');
  return (texts) => {
    const said = texts.map(wordsOf).join('\n');
    return wanted.some((words) => said.includes(words));
  };
}
