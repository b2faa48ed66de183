import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A node of the syntax tree; what it holds hangs on its type. */
// biome-ignore lint/suspicious/noExplicitAny: the tree is ESTree with TypeScript's nodes, read by the type that each names
export type Node = any;

/** What is not known before the program runs: a parameter, an answer, a clock. */
export const UNKNOWN = Symbol('unknown');

/** What nothing can be asked of. */
export const OPAQUE: ReadonlySet<unknown> = new Set([UNKNOWN, undefined, null]);

/** A source file with what its top level names. */
export interface Module {
  readonly path: string;
  readonly text: string;
  readonly program: Node;
  readonly top: ReadonlyMap<string, Node>;
}

const modules = new Map<string, Module>();

/** Reads a source once. */
export function readModule(root: string, path: string): Module {
  const known = modules.get(join(root, path));
  if (known) return known;
  const text = readFileSync(join(root, path), 'utf8');
  const { program } = parseSync(path, text) as { program: Node };
  const top = new Map<string, Node>();
  for (const statement of program.body) {
    const node = statement.declaration ?? statement;
    if (node.type === 'ImportDeclaration')
      for (const one of node.specifiers) top.set(one.local.name, { ...one, source: node.source.value });
    else declare(node, (name, bound) => top.set(name, bound));
  }
  const made = { path, text, program, top };
  modules.set(join(root, path), made);
  return made;
}

/** Tells what a declaration names. */
export function declare(node: Node, tell: (name: string, bound: Node) => void): void {
  if (node.type === 'FunctionDeclaration') tell(node.id.name, node);
  if (node.type !== 'VariableDeclaration') return;
  for (const { id, init } of node.declarations)
    for (const name of namesOf(id)) tell(name, { type: 'Bound', id, init, name, kind: node.kind });
}

function namesOf(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'AssignmentPattern') return namesOf(pattern.left);
  if (pattern.type === 'RestElement') return namesOf(pattern.argument);
  if (pattern.type === 'ArrayPattern')
    return pattern.elements.flatMap((one: Node) => (one ? namesOf(one) : []));
  return pattern.properties.flatMap((one: Node) => namesOf(one.value ?? one.argument));
}

export interface Binding {
  readonly tell: (name: string, value: unknown) => void;
  /** What a default comes to. */
  readonly worked: (node: Node) => unknown;
}

/** What each name of a pattern stands for. */
export function bind(pattern: Node, value: unknown, binding: Binding): void {
  if (pattern.type === 'Identifier') binding.tell(pattern.name, value);
  else if (pattern.type === 'AssignmentPattern')
    bind(pattern.left, value === undefined ? binding.worked(pattern.right) : value, binding);
  else for (const [part, of] of partsOf(pattern, value)) bind(part, of, binding);
}

/** What a pattern takes apart, each part with its value. */
function partsOf(pattern: Node, value: unknown): [Node, unknown][] {
  const of = (key: string | number): unknown =>
    OPAQUE.has(value) ? UNKNOWN : (value as Record<string | number, unknown>)[key];
  if (pattern.type === 'ObjectPattern')
    return pattern.properties.map((one: Node) =>
      one.type === 'RestElement' ? [one.argument, UNKNOWN] : [one.value, of(one.key.name ?? one.key.value)],
    );
  return pattern.elements.flatMap((one: Node, i: number) => {
    if (one?.type !== 'RestElement') return one ? [[one, of(i)]] : [];
    return [[one.argument, Array.isArray(value) ? value.slice(i) : UNKNOWN]];
  });
}
