import { contract } from '../../../src/apps/server/contract.ts';
import type { AnyCall } from '../../../src/shared/contract/call.ts';
import { CAPABILITIES, type Capability } from '../../../src/shared/contract/capabilities.ts';

export interface DeclaredCall {
  /** `area.name`, as the client carries it. */
  readonly key: string;
  readonly area: string;
  readonly call: AnyCall;
}

/** Every call that the server declares; nothing here is listed by hand. */
export const calls: readonly DeclaredCall[] = Object.entries(contract).flatMap(([area, of]) =>
  Object.entries(of).map(([name, call]) => ({ key: `${area}.${name}`, area, call: call as AnyCall })),
);

export function isCapability(access: string): access is Capability {
  return access in CAPABILITIES;
}

/** Calls on a company's data: those that a capability guards. */
export const companyCalls = calls.filter(({ call }) => isCapability(call.access));

export const isStream = (call: AnyCall): boolean => call.produces === 'text/event-stream';
