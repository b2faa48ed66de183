import type { Field, Operation, Outline } from './api-outline.ts';

const fieldText = ({ required, types, limits }: Field): string =>
  [
    required ? 'required' : 'optional',
    [...types].map(encodeURIComponent).join('|'),
    ...[...limits].map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  ].join(' ');

function fieldOf(text: string): Field {
  const [required, types = '', ...limits] = text.split(' ');
  const pairs = limits.map((one) => {
    const [name = '', value = ''] = one.split('=');
    return [name, decodeURIComponent(value)] as const;
  });
  return {
    required: required === 'required',
    types: new Set(types.split('|').map(decodeURIComponent)),
    limits: new Map(pairs),
  };
}

/** The outline as text: a line for each operation, below it one for each field, its parts apart by tabs. */
export function outlineText(outline: Outline): string {
  const lines = [...outline].flatMap(([name, { access, request, answers }]) => [
    `${name}\t${[...access].join(' ')}`,
    ...[...request].map(([field, of]) => `\t>\t${field}\t${fieldText(of)}`),
    ...[...answers].map(([field, of]) => `\t<\t${field}\t${fieldText(of)}`),
  ]);
  return `${lines.join('\n')}\n`;
}

export function readOutline(text: string): Outline {
  const outline = new Map<string, Operation>();
  let request = new Map<string, Field>();
  let answers = new Map<string, Field>();
  for (const line of text.split('\n').filter(Boolean)) {
    const [name = '', way = '', field = '', of = ''] = line.split('\t');
    if (name === '') (way === '>' ? request : answers).set(field, fieldOf(of));
    else {
      [request, answers] = [new Map(), new Map()];
      outline.set(name, { access: new Set(way.split(' ')), request, answers });
    }
  }
  return outline;
}
