import type { ModuleGraph } from './module-graph.ts';

/** The files that a file imports and that were read. */
const importedBy = (graph: ModuleGraph, path: string): string[] =>
  (graph.get(path)?.imports ?? [])
    .filter(({ kind, target }) => kind === 'file' && graph.has(target))
    .map(({ target }) => target);

/**
 * One circle of imports for each group of files that can reach each other, as the files on the way round. A file is done
 * when all that it imports is: whatever leads to a file that is still on the way has closed a circle.
 */
export function findCycles(graph: ModuleGraph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (path: string): void => {
    way.push(path);
    for (const next of importedBy(graph, path)) {
      if (done.has(next)) continue;
      const met = way.indexOf(next);
      if (met >= 0) cycles.push(way.slice(met));
      else visit(next);
    }
    way.pop();
    done.add(path);
  };
  for (const path of graph.keys()) if (!done.has(path)) visit(path);
  return cycles;
}
