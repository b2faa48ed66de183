/** Whether a command's word holds: in one of these states, or failed where some of its lines switched all the same. */
export const wordHolds = (of: string, states: readonly string[]): string =>
  `(${of}.state in (${states.map((state) => `'${state}'`).join(', ')})
    or ${of}.state = 'failed' and jsonb_path_exists(${of}.results, '$.* ? (@ == "confirmed")'))`;

/** The lines that a command's word holds for: of one that failed those that switched. */
export const heldLines = (of: string): string =>
  `case when ${of}.state = 'failed'
     then array(select e.key::int from jsonb_each_text(${of}.results) e where e.value = 'confirmed' order by 1)
     else ${of}.lines end`;

/** States of a word that may have been written, or is to be. */
export const WRITTEN = ['sent', 'confirmed', 'unknown'] as const;
export const WANTED = ['queued', ...WRITTEN] as const;
