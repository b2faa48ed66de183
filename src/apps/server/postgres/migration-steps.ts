/**
 * A migration as a database takes it whose tables are spread over several machines. It is given statement by statement, so that
 * tables that it makes can be spread before it fills them; and Citus adds a column and what must hold of it only one after the other,
 * by a name. What comes of it is what PostgreSQL makes of the file as it stands, but for how a column is stored, which Citus does
 * not set: its values are then compressed as values are otherwise.
 */

const TOKEN =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|[A-Za-z_][\w$]*|[\s\S]/g;

/** Parts of SQL between separators that stand in no brackets, texts or comments; comments go. */
function partsOf(sql: string, separator: ';' | ','): string[] {
  const parts = [''];
  let depth = 0;
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue;
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Where the bracket that opens at `start` has ended. */
function endOfBracket(sql: string, start: number): number {
  let depth = 0;
  for (const match of sql.slice(start).matchAll(TOKEN)) {
    if (match[0] === '(') depth += 1;
    if (match[0] === ')') depth -= 1;
    if (depth === 0) return start + match.index + 1;
  }
  return sql.length;
}

const STORES = /^alter column \w+ set storage \w+$/i;
const ADDS = /^add column (\w+)\s([\s\S]*)$/i;
const CHECKS = /(?:\bconstraint (\w+)\s+)?\bcheck\s*(?=\()/i;

function actionsOf(table: string, action: string): string[] {
  const [, column = '', definition = ''] = ADDS.exec(action) ?? [];
  const check = CHECKS.exec(definition);
  if (column === '' || check === null) return [action];
  const end = endOfBracket(definition, check.index + check[0].length);
  // The name that PostgreSQL gives a check of one column.
  const name = check[1] ?? `${table}_${column}_check`;
  const left = `${definition.slice(0, check.index)} ${definition.slice(end)}`.trim();
  const condition = definition.slice(check.index + check[0].length, end);
  return [`add column ${column} ${left}`, `add constraint ${name} check ${condition}`];
}

const FILLS =
  /\binsert into (?:public\.)?(\w+)\s*\(([^)]*)\)\s*(select\b[\s\S]*?)(\bon conflict\b[\s\S]*)?$/i;

/**
 * New rows are numbered on the coordinator: what is read for them is kept there first. With `returning` they go to the workers by a
 * statement; without, as copies, which walls refuse.
 */
function keptFirst(step: string): string[] {
  const [, start = '', body = '', end = ''] = /^(do\s+\$\w*\$)([\s\S]*)(\$\w*\$)$/i.exec(step) ?? [];
  const made: string[] = [];
  const lines = partsOf(start ? body : step, ';').map((line) => {
    const [insert, table = '', columns = '', select = '', conflict = ''] = FILLS.exec(line) ?? [];
    if (insert === undefined) return line;
    const kept = `pg_temp.new_${table}_${made.length}`;
    made.push(
      `create temp table ${kept} on commit drop as select ${columns} from public.${table} with no data`,
    );
    const numbers = `insert into public.${table} (${columns}) select ${columns} from ${kept} ${conflict} returning company_id`;
    const loop = `declare one record; begin for one in ${numbers} loop end loop; end`;
    return `${line.slice(0, line.length - insert.length)}insert into ${kept} (${columns}) ${select};
      ${start ? loop : numbers}; delete from ${kept}`;
  });
  if (made.length === 0) return [step];
  return [...made, start ? `${start}${lines.join(';\n')};${end}` : lines.join(';\n')];
}

/** The statements of a migration in their order, so that tables that are spread can take them. */
export function stepsOf(sql: string, spread: ReadonlySet<string>): string[] {
  return partsOf(sql, ';').flatMap((statement) => {
    const [, name = '', actions = ''] = /^alter table ([\w.]+)\s([\s\S]*)$/i.exec(statement) ?? [];
    const table = name.replace(/^public\./, '');
    if (!spread.has(table)) return isFilling(statement) ? keptFirst(statement) : [statement];
    return partsOf(actions, ',')
      .filter((action) => !STORES.test(action))
      .flatMap((action) => actionsOf(table, action))
      .map((action) => `alter table ${name} ${action}`);
  });
}

/** Whether a step may put rows into tables. */
export const isFilling = (step: string): boolean =>
  /^(?:insert|update|delete|with|do)\b/i.test(step) && /\b(?:insert into|update|delete from)\b/i.test(step);

/** Tables that a step puts rows into, itself or by the block that it runs. */
export const filledBy = (step: string): string[] =>
  [...step.matchAll(/\binsert into (?:public\.)?(\w+)/gi)].map(([, name = '']) => name);
