interface Answered {
  readonly data: { readonly start: string; readonly end: string } | undefined;
  /** Whether it is what was asked before, shown until the answer comes. */
  readonly isPlaceholderData: boolean;
}

/**
 * Which answers may be shown together: those that have come, and of the ones of before only such as are of the same window. A
 * day beside a month would be drawn in the wrong unit.
 */
export function fitting(answers: readonly Answered[]): boolean[] {
  const known = answers.filter(({ data }) => data);
  const first = known.find(({ isPlaceholderData }) => !isPlaceholderData) ?? known[0];
  return answers.map(
    ({ data, isPlaceholderData }) =>
      data !== undefined &&
      (!isPlaceholderData || (data.start === first?.data?.start && data.end === first.data.end)),
  );
}
