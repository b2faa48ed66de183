import { type Node, UNKNOWN } from './tree.ts';

export function listOf(elements: readonly Node[], of: (one: Node) => unknown): unknown {
  const list: unknown[] = [];
  for (const one of elements) {
    if (one?.type !== 'SpreadElement') list.push(one ? of(one) : undefined);
    else {
      const more = of(one.argument);
      if (!Array.isArray(more)) return UNKNOWN;
      list.push(...more);
    }
  }
  return list;
}

export function fieldsOf(properties: readonly Node[], of: (one: Node) => unknown): unknown {
  const fields: Record<string, unknown> = {};
  for (const one of properties) {
    if (one.type === 'SpreadElement') Object.assign(fields, of(one.argument));
    else fields[one.key.name ?? one.key.value] = of(one.value);
  }
  return fields;
}

export function unary(operator: string, value: unknown): unknown {
  if (value === UNKNOWN) return UNKNOWN;
  return operator === '-' ? -(value as number) : operator === '!' ? !value : UNKNOWN;
}

export function binary(operator: string, left: unknown, right: unknown): unknown {
  if (left === UNKNOWN || right === UNKNOWN) return UNKNOWN;
  const [a, b] = [left as number, right as number];
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '===':
      return a === b;
    case '!==':
      return a !== b;
    case '>':
      return a > b;
    case '<':
      return a < b;
    default:
      return UNKNOWN;
  }
}
