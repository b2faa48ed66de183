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

/**
 * SQL: the words on lines of boxes that an instant falls into, of each line only the newest: it ended those before it, also where
 * an older one would have lasted longer. A longer one than eight days is not allowed. `k` are the commands, $1 the company.
 */
export const standingWords = (at: string, only: string): string => `
  (select n.id, n.box_id, n.turn_on, n.sent_at, n.override_until, array_agg(n.line order by n.line) as lines
   from (
     select distinct on (k.box_id, l.line) k.id, k.box_id, l.line, k.turn_on, k.sent_at, k.override_until
     from lighting_command k cross join lateral unnest(${heldLines('k')}) as l (line)
     where k.company_id = $1 and k.override_until > ${at} - interval '8 days' and ${only}
     order by k.box_id, l.line, k.id desc) n
   where n.override_until > ${at} group by n.id, n.box_id, n.turn_on, n.sent_at, n.override_until)`;
