import type { AnyCall } from '../../../src/shared/contract/call.ts';
import { areas } from './area-examples.ts';
import type { Given } from './ask.ts';
import type { DeclaredCall } from './calls.ts';
import type { Example } from './example.ts';
import { reopen } from './making.ts';
import type { Things, World } from './world.ts';

/** One valid request for each declared call, by group and name. */
const EXAMPLES: Readonly<Record<string, Readonly<Record<string, Example<AnyCall>>>>> = Object.assign(
  {},
  ...areas.map(({ examples }) => examples),
);

export interface ExampleRequest extends Given {
  /** Instead of the owner's headers, where the call wants somebody else. */
  headers?: Record<string, string>;
  /** Makes whoever asks the owner of what it is about, where a call is its owner's alone. */
  handOver?: (user_id: number) => Promise<void>;
}

/** A valid request of a call about the things given (the world's first plant unless told otherwise). */
export async function exampleOf(
  { key }: DeclaredCall,
  world: World,
  things: Things = world.plant,
): Promise<ExampleRequest> {
  const [areaName = '', name = ''] = key.split('.');
  const example = EXAMPLES[areaName]?.[name];
  if (!example) throw new Error(`${key} has no example in tests/contract/areas`);
  await reopen(world);
  return (await example(world, things)) as ExampleRequest;
}
