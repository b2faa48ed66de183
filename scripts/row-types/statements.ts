import { Choices } from './choices.ts';
import { Evaluator } from './evaluate.ts';
import { declare, type Module, type Node, readModule, UNKNOWN } from './tree.ts';

/** A statement whose text cannot be worked out from the sources. */
class NotUnderstood extends Error {}

/** A statement of the sources: what its rows are said to be, and every text that it may have. */
export interface Statement {
  readonly path: string;
  readonly line: number;
  /** The type argument as it is written; undefined where nobody reads its rows. */
  readonly row: string | undefined;
  readonly texts: readonly string[];
  /** Why it has no texts. */
  readonly fault?: string;
  /** Then: its text as far as it stands in the source. */
  readonly written?: string;
}

/** More ways than this that one statement may be put together are a statement that nobody can judge. */
const MAX_VARIANTS = 512;

type Site = { readonly call: Node; readonly within: readonly Node[] };

/** The calls of `query` and `insertRows` in a module, each with the nodes around it. */
function sitesOf(node: Node, within: readonly Node[] = []): Site[] {
  if (node === null || typeof node !== 'object') return [];
  if (Array.isArray(node)) return node.flatMap((one) => sitesOf(one, within));
  if (typeof node.type !== 'string') return [];
  const inner = Object.entries(node).flatMap(([key, child]) =>
    key === 'parent' ? [] : sitesOf(child, [...within, node]),
  );
  return node.type === 'CallExpression' && isStatement(node.callee)
    ? [{ call: node, within }, ...inner]
    : inner;
}

const isStatement = (callee: Node): boolean =>
  ['query', 'insertRows'].includes(callee.type === 'MemberExpression' ? callee.property.name : callee.name);

const isFunction = ({ type }: Node): boolean =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type);

/** Names as they are seen where a statement stands; parameters are unknown. */
function lookupAt(evaluator: Evaluator, module: Module, within: readonly Node[]): (name: string) => unknown {
  const scopes = within.filter((node) => isFunction(node) || node.type === 'BlockStatement');
  const locals: Map<string, Node>[] = scopes.map((scope) => {
    const names = new Map<string, Node>();
    if (scope.type === 'BlockStatement')
      for (const one of scope.body) declare(one, (name, bound) => names.set(name, bound));
    else for (const param of scope.params) for (const name of paramNames(param)) names.set(name, undefined);
    return names;
  });
  const lookup = (name: string): unknown => {
    const scope = locals.findLast((names) => names.has(name));
    if (!scope) return evaluator.top(module, name);
    const bound = scope.get(name);
    if (bound?.type === 'Bound') return evaluator.bound(module, bound, lookup);
    return evaluator.sampled(module, name, UNKNOWN);
  };
  return lookup;
}

function paramNames(param: Node): string[] {
  const names: string[] = [];
  declare({ type: 'VariableDeclaration', kind: 'let', declarations: [{ id: param, init: null }] }, (name) =>
    names.push(name),
  );
  return names;
}

/** The text of a statement in one variant. */
function textOf(evaluator: Evaluator, module: Module, { call, within }: Site): string {
  const lookup = lookupAt(evaluator, module, within);
  const value = (node: Node) => evaluator.value(module, node, lookup);
  const [first, second, , last] = call.arguments;
  if ((call.callee.property ?? call.callee).name === 'insertRows') {
    const [table, tail] = [value(second), last ? value(last) : ''];
    if (typeof table === 'string' && typeof tail === 'string')
      return `insert into ${table} default values ${tail}`;
  }
  const given = value(first);
  const text = typeof given === 'object' && given !== null ? (given as { text?: unknown }).text : given;
  if (typeof text !== 'string') throw new NotUnderstood(`${evaluator.unknown} is not known before it runs`);
  return numbered(text);
}

/** Values that are counted when the program runs get the numbers after those that stand in the text. */
function numbered(text: string): string {
  const places = new Map<string, number>();
  return text.replaceAll(/\$(?:(\d+)|\{([^}]*)\})/g, (whole) => {
    const place = places.get(whole) ?? places.size + 1;
    places.set(whole, place);
    return `$${place}`;
  });
}

function variantsOf(root: string, module: Module, site: Site): string[] {
  const texts = new Set<string>();
  let count = 0;
  for (let choices: Choices | undefined = new Choices(); choices; choices = choices.next()) {
    if (++count > MAX_VARIANTS) throw new NotUnderstood(`more than ${MAX_VARIANTS} variants`);
    texts.add(textOf(new Evaluator(root, choices), module, site));
  }
  return [...texts];
}

/** Whether rows are what the caller of the function says: where it says so they are judged. */
const isOfCaller = (row: string, { within }: Site): boolean =>
  within.some((node) =>
    node.typeParameters?.params?.some((one: Node) => new RegExp(`\\b${one.name.name}\\b`).test(row)),
  );

/** What stands in the source of a statement that is put together as the program runs, without what is filled in. */
function writtenText(module: Module, { call }: Site): string {
  const [first] = call.arguments;
  const text = first ? module.text.slice(first.start, first.end) : '';
  return text.replaceAll(/\$\{[^}]*\}/g, ' ').replaceAll('`', '');
}

/** The statements of a source, each with every text that it may have. */
export function readStatements(root: string, path: string): Statement[] {
  const module = readModule(root, path);
  return sitesOf(module.program).map((site) => {
    const [argument] = site.call.typeArguments?.params ?? [];
    const written = argument && module.text.slice(argument.start, argument.end);
    const row = written && !isOfCaller(written, site) ? written : undefined;
    const line = module.text.slice(0, site.call.start).split('\n').length;
    try {
      return { path, line, row, texts: variantsOf(root, module, site) };
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      return { path, line, row, texts: [], fault: error.message, written: writtenText(module, site) };
    }
  });
}
