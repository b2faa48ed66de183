import type { Tx } from '../../src/shared/server/tenancy.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** A table that a statement reads, how many times its plan went through it, and how many rows that came to in all. */
export interface TableRead {
  readonly statement: string;
  readonly table: string;
  readonly loops: number;
  readonly rows: number;
}

function readsOf(statement: string, node: PlanNode): TableRead[] {
  const table = node['Relation Name'];
  const loops = node['Actual Loops'];
  const rows = loops * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
  return [
    ...(table === undefined ? [] : [{ statement, table, loops, rows }]),
    ...(node.Plans ?? []).flatMap((plan) => readsOf(statement, plan)),
  ];
}

/** The same transaction, which first has PostgreSQL run and explain each statement that has a name, into `reads`. */
export function explained(tx: Tx, reads: TableRead[]): Tx {
  return {
    scope: tx.scope,
    async query(text, values, name) {
      if (name !== undefined) {
        const { rows } = await tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          `explain (analyze, timing off, format json) ${text}`,
          values,
        );
        for (const row of rows) reads.push(...readsOf(name, row['QUERY PLAN'][0].Plan));
      }
      return tx.query(text, values, name);
    },
  };
}
