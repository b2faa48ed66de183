/** JSON with the names of each object in order and without blanks: the same content is the same text, wherever it was kept. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, of]) => `${JSON.stringify(name)}:${canonicalJson(of)}`).join(',')}}`;
}
