import { z } from 'zod';
import { features } from './features.ts';

const isNamed = (schema: unknown): schema is z.ZodType =>
  schema instanceof z.ZodObject || schema instanceof z.ZodDiscriminatedUnion;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

// By the areas' names, so that an area more never renames what the document has.
const MODULES = [...features]
  .sort((a, b) => a.name.localeCompare(b.name))
  .flatMap(({ schemas }) => Object.entries<Readonly<Record<string, unknown>>>(schemas));

/**
 * What schemas are called in the document: as their contract exports them, and with that contract's name before it where
 * two export the same.
 */
export function schemaNames(): ReadonlyMap<z.ZodType, string> {
  const taken = new Map<string, z.ZodType>();
  const names = new Map<z.ZodType, string>();
  for (const [module, exported] of MODULES) {
    for (const [name, schema] of Object.entries(exported)) {
      if (!isNamed(schema) || names.has(schema)) continue;
      const own = taken.has(name) ? `${capital(module.replace(/Model$/, ''))}${name}` : name;
      if (taken.has(own)) throw new Error(`two schemas are called ${own} in ${module}`);
      taken.set(own, schema);
      names.set(schema, own);
    }
  }
  return names;
}
