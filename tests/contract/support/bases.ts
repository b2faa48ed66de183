import type { z } from 'zod';
import { exampleOfSchema } from '../../../src/shared/contract/openapi-examples.ts';
import { HOSTILE } from './arbitrary.ts';
import type { ExampleRequest } from './examples.ts';
import { type BranchLeaf, type Json, withLeaf } from './leaves.ts';
import { ago, type World } from './world.ts';

type Words = ReadonlyMap<string, string | number>;

/** What is written under a name, so that a request made up from its schema is about things that there are. */
function wordsOf({ plant, owner }: World): Words {
  const { device_id, port_id, proj_code, section_id, category_id, plant_id, short_name } = plant;
  return new Map(
    Object.entries({
      device_id,
      device_ids: device_id,
      like_device_id: device_id,
      master_id: device_id,
      devices: device_id,
      device: `${proj_code}/${short_name}`,
      port_id,
      section_id,
      category_id,
      proj_code,
      proj_codes: proj_code,
      plants: proj_code,
      plant_id,
      related_plants: plant_id,
      assigned_to: owner.id,
      variables: 'ac_power_kw',
      quantities: 'ac_power_kw',
      function_code: 3,
      data_type: 'uint16',
      value_table: 'sungrow-sg-state',
      template_key: 'sungrow-sg',
      iban: 'IT60X0542811101000000123456',
      pod: 'IT001E12345678',
      gaudi_code: 'IM_0123456',
      market_zone: 'NORD',
      starts_at: ago(-60),
      ends_at: ago(-120),
      expires_at: ago(-120),
      group_name: 'power',
    }),
  );
}

/** The value with those words in it, each where one of its type stands under its name. */
function worded(value: unknown, words: Words, name: string): unknown {
  if (Array.isArray(value)) return value.map((part) => worded(part, words, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([as, part]) => [as, worded(part, words, as)]));
  const word = words.get(name);
  if (word === undefined) return value;
  if (typeof value === 'string') return String(word);
  return typeof value === typeof word ? word : value;
}

/** The least that a schema of an input allows: what may be left out is. */
function sampleOf(schema: Json, name: string, words: Words): unknown {
  const noReferences = (ref: string): never => {
    throw new Error(`the schema of an input refers to ${ref}`);
  };
  return worded(exampleOfSchema(schema, noReferences, name, 1), words, name);
}

/** Whether a value is of this branch of a union, as far as its type, its members and their constants tell. */
function fits(value: unknown, { type, properties = {}, required = [] }: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (type === 'array' || Array.isArray(value)) return type === 'array' && Array.isArray(value);
  const members = value as Json;
  const isAsSaid = ([name, of]: [string, Json]) =>
    !('const' in of) || !(name in members) || members[name] === of.const;
  return (
    (required as string[]).every((name) => name in members) &&
    Object.entries(properties as Record<string, Json>).every(isAsSaid)
  );
}

interface Filling {
  readonly leaf: BranchLeaf;
  readonly words: Words;
  /** How many of the leaf's holders, from the outermost, keep what the example has in them where that fits. */
  readonly kept: number;
}

/** What stands at a step of the way to the leaf, with the rest of the way in it. */
function filled(value: unknown, filling: Filling, step = 0): unknown {
  const { leaf, words, kept } = filling;
  const name = leaf.path.slice(0, step).findLast((part) => part !== '0') ?? '';
  const [holder, member] = [leaf.holders[step], leaf.path[step]];
  if (!holder || member === undefined)
    return value === undefined ? sampleOf(leaf.schema, name, words) : value;
  const whole = step < kept && fits(value, holder) ? structuredClone(value) : sampleOf(holder, name, words);
  const held = whole as Record<string, unknown>;
  held[member] = filled(held[member], filling, step + 1);
  return held;
}

/** Whether the contract takes a request. */
export const passes = (given: ExampleRequest, { declared, where }: BranchLeaf): boolean =>
  (declared.call[where] as z.ZodType).safeParse(given[where]).success;

/** Whether the contract looks at what stands in the leaf: some value it refuses there, and that of the base it takes. */
export const isJudged = (base: ExampleRequest, leaf: BranchLeaf): boolean =>
  passes(base, leaf) && HOSTILE.some((value) => !passes(withLeaf(base, leaf, value), leaf));

/**
 * The call's example with the leaf in it, in the leaf's branch, as little changed as makes it pass: first what is missing
 * is added, then more and more of what holds the leaf is made from the schema; undefined where nothing of it is taken.
 */
export function baseOf(
  example: ExampleRequest,
  leaf: BranchLeaf,
  world: World,
  isTaken = isJudged,
): ExampleRequest | undefined {
  for (const words of [wordsOf(world), new Map()])
    for (let kept = leaf.path.length; kept >= 0; kept--) {
      const part = filled(example[leaf.where], { leaf, words, kept });
      const base = { ...example, [leaf.where]: part };
      if (isTaken(base, leaf)) return base;
    }
  return undefined;
}
