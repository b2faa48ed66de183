import { dirname, join } from 'node:path';
import type { Choices } from './choices.ts';
import { binary, fieldsOf, listOf, unary } from './operators.ts';
import { SAMPLES } from './samples.ts';
import { type Binding, bind, declare, type Module, type Node, OPAQUE, readModule, UNKNOWN } from './tree.ts';

type Lookup = (name: string) => unknown;

const WRAPPERS = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'ParenthesizedExpression',
  'AwaitExpression',
  'ChainExpression',
]);

const GLOBALS: Readonly<Record<string, unknown>> = { Object, Math, Array, String, Number };

interface Frame {
  readonly local: Map<string, unknown>;
  readonly lookup: Lookup;
}

/** Works out what expressions stand for, as far as that is fixed by the sources. */
export class Evaluator {
  readonly #root: string;
  readonly #choices: Choices;
  readonly #tops = new Map<string, unknown>();
  #counted = 0;
  /** What stood last in a text without being known. */
  unknown = 'its text';

  constructor(root: string, choices: Choices) {
    this.#root = root;
    this.#choices = choices;
  }

  /** A name at the top of a module; from another package it is unknown. */
  top(module: Module, name: string): unknown {
    const key = `${module.path}#${name}`;
    if (!this.#tops.has(key)) this.#tops.set(key, this.#readTop(module, name));
    return this.#tops.get(key);
  }

  #readTop(module: Module, name: string): unknown {
    const bound = module.top.get(name);
    const lookup: Lookup = (other) => this.top(module, other);
    if (!bound) return GLOBALS[name] ?? this.sampled(module, name, UNKNOWN);
    if (bound.type === 'Bound') return this.bound(module, bound, lookup);
    if (bound.type === 'FunctionDeclaration') return this.#closure(module, bound, lookup);
    if (bound.type !== 'ImportSpecifier' || !bound.source.startsWith('.')) return UNKNOWN;
    const path = join(dirname(module.path), bound.source);
    return this.top(readModule(this.#root, path), bound.imported.name);
  }

  /** What a name of a declaration stands for; what may be given another value is unknown. */
  bound(module: Module, { id, init, name, kind }: Node, lookup: Lookup): unknown {
    if (kind !== 'const' || !init) return UNKNOWN;
    let found: unknown = UNKNOWN;
    const tell = (one: string, value: unknown) => {
      if (one === name) found = value;
    };
    bind(id, this.value(module, init, lookup), { tell, worked: (node) => this.value(module, node, lookup) });
    return found;
  }

  /** One of the samples of a name that is known when the program runs only. */
  sampled(module: Module, name: string, value: unknown): unknown {
    const samples = value === UNKNOWN ? SAMPLES[`${module.path}#${name}`] : undefined;
    return samples ? samples[this.#choices.choose(`${module.path}#${name}`, samples.length)] : value;
  }

  #closure(module: Module, node: Node, outer: Lookup): (...args: unknown[]) => unknown {
    return (...args) => {
      const local = new Map<string, unknown>();
      const lookup: Lookup = (name) => (local.has(name) ? local.get(name) : outer(name));
      const binding: Binding = {
        tell: (name, value) => local.set(name, this.sampled(module, name, value)),
        worked: (param) => this.value(module, param, lookup),
      };
      node.params.forEach((param: Node, i: number) => {
        bind(param, i in args || param.type === 'AssignmentPattern' ? args[i] : UNKNOWN, binding);
      });
      if (node.body.type !== 'BlockStatement') return this.value(module, node.body, lookup);
      const done = this.#run(module, node.body.body, { local, lookup });
      return done ? done.value : undefined;
    };
  }

  #run(module: Module, statements: readonly Node[], frame: Frame): { value: unknown } | undefined {
    for (const node of statements) {
      const done = this.#step(module, node, frame);
      if (done) return done;
    }
    return undefined;
  }

  #step(module: Module, node: Node, frame: Frame): { value: unknown } | undefined {
    const { local, lookup } = frame;
    switch (node.type) {
      case 'ReturnStatement':
        return { value: node.argument ? this.value(module, node.argument, lookup) : undefined };
      case 'VariableDeclaration':
        declare(node, (name, bound) => local.set(name, this.bound(module, bound, lookup)));
        return undefined;
      case 'ExpressionStatement':
        // Lists of conditions and of values are added to.
        this.value(module, node.expression, lookup);
        return undefined;
      case 'BlockStatement':
        return this.#run(module, node.body, frame);
      case 'IfStatement': {
        const way = this.#decide(module, node.test, lookup) ? node.consequent : node.alternate;
        return way ? this.#step(module, way, frame) : undefined;
      }
      default:
        return undefined;
    }
  }

  #decide(module: Module, test: Node, lookup: Lookup): boolean {
    const value = this.value(module, test, lookup);
    if (value !== UNKNOWN) return Boolean(value);
    return this.#choices.choose(`${module.path}: ${module.text.slice(test.start, test.end)}`, 2) === 0;
  }

  value(module: Module, node: Node, lookup: Lookup): unknown {
    const of = (one: Node) => this.value(module, one, lookup);
    if (WRAPPERS.has(node.type)) return of(node.expression ?? node.argument);
    switch (node.type) {
      case 'Literal':
        return node.value;
      case 'Identifier':
        return node.name === 'undefined' ? undefined : lookup(node.name);
      case 'TemplateLiteral':
        return this.#text(module, node, lookup);
      case 'ConditionalExpression':
        return this.#decide(module, node.test, lookup) ? of(node.consequent) : of(node.alternate);
      case 'LogicalExpression':
        return this.#logical(node, of);
      case 'BinaryExpression':
        return binary(node.operator, of(node.left), of(node.right));
      case 'UnaryExpression':
        return unary(node.operator, of(node.argument));
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return this.#closure(module, node, lookup);
      case 'ArrayExpression':
        return listOf(node.elements, of);
      case 'ObjectExpression':
        return fieldsOf(node.properties, of);
      case 'MemberExpression':
        return this.#member(module, node, lookup);
      case 'CallExpression':
        return this.#call(module, node, lookup);
      default:
        return UNKNOWN;
    }
  }

  #logical({ operator, left, right }: Node, of: (one: Node) => unknown): unknown {
    const first = of(left);
    if (first === UNKNOWN) return UNKNOWN;
    if (operator === '??') return first ?? of(right);
    return (operator === '||') === Boolean(first) ? first : of(right);
  }

  #text(module: Module, node: Node, lookup: Lookup): string | typeof UNKNOWN {
    let text = '';
    let isKnown = true;
    node.quasis.forEach((part: Node, i: number) => {
      text += part.value.cooked;
      const hole = node.expressions[i];
      if (!hole) return;
      const value = this.value(module, hole, lookup);
      const source = module.text.slice(hole.start, hole.end);
      if (typeof value === 'string' || typeof value === 'number' || Array.isArray(value))
        text += String(value);
      // The number of a value that is only counted when the program runs.
      else if (text.endsWith('$')) text += `{${++this.#counted}}`;
      else {
        this.unknown = `${source} in ${module.path}`;
        isKnown = false;
      }
    });
    return isKnown ? text : UNKNOWN;
  }

  #member(module: Module, node: Node, lookup: Lookup): unknown {
    const object = this.value(module, node.object, lookup);
    if (OPAQUE.has(object)) return UNKNOWN;
    const key = node.computed ? this.value(module, node.property, lookup) : node.property.name;
    if (key !== UNKNOWN) return (object as Record<string, unknown>)[key as string];
    const keys = Object.keys(object as object);
    const of = this.#choices.choose(
      `${module.path}: ${module.text.slice(node.start, node.end)}`,
      keys.length,
    );
    return (object as Record<string, unknown>)[keys[of] ?? ''];
  }

  #call(module: Module, node: Node, lookup: Lookup): unknown {
    if (node.callee.type === 'Super') return UNKNOWN;
    const args = listOf(node.arguments, (one) => this.value(module, one, lookup));
    if (args === UNKNOWN) return UNKNOWN;
    if (node.callee.type !== 'MemberExpression') {
      const called = this.value(module, node.callee, lookup);
      return typeof called === 'function' ? called(...(args as unknown[])) : UNKNOWN;
    }
    const object = this.value(module, node.callee.object, lookup);
    if (OPAQUE.has(object) || node.callee.computed) return UNKNOWN;
    const method = (object as Record<string, unknown>)[node.callee.property.name];
    if (typeof method !== 'function') return UNKNOWN;
    const name = node.callee.property.name;
    // What holds something unknown can be kept, but not written out or compared.
    const holds =
      (args as unknown[]).includes(UNKNOWN) || (name === 'join' && (object as unknown[]).includes(UNKNOWN));
    return holds && name !== 'push' ? UNKNOWN : method.apply(object, args);
  }
}
