/** Reads `{1,NULL,2.5}` as PostgreSQL writes a float8[]; NaN for null. Much faster than pg's general parser. */
export function parseFloats(text: string): Float64Array {
  if (text.length <= 2) return new Float64Array(0);
  const parts = text.slice(1, -1).split(',');
  const floats = new Float64Array(parts.length);
  for (let i = 0; i < parts.length; i++) floats[i] = Number(parts[i]);
  return floats;
}
