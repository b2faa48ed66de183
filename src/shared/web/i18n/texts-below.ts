/** The texts that stand below a key, by their names there; none where the area has no such key. @param t of useTranslation */
export function textsBelow(t: unknown, key: string): Readonly<Record<string, string>> {
  const told = t as (key: string, options: object) => unknown;
  return told(key, { returnObjects: true, defaultValue: {} }) as Readonly<Record<string, string>>;
}
