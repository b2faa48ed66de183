import type { AnyCall } from '../../../src/shared/contract/call.ts';
import type { Arguments } from '../../../src/shared/contract/client.ts';
import type { Given } from './ask.ts';
import type { Things, World } from './world.ts';

/** A request that the call answers with its 2xx, about the things given. */
export type Example<C> = (
  world: World,
  things: Things,
) => Request<Extract<C, AnyCall>> | Promise<Request<Extract<C, AnyCall>>>;
type Request<C extends AnyCall> = Omit<Arguments<C>, 'signal' | 'company'> & {
  headers?: Given['query'];
  handOver?: (user_id: number) => Promise<void>;
};
