import type { Tx } from '../tenancy.ts';

/** How a name may be looked up: and be told that it is unknown; without telling that; not at all. */
export type NameRight = 'told' | 'quiet' | 'none';

/** Told, in the transaction that opened them, which addresses a name was connected to. */
export type NoteLed = (
  tx: Tx,
  led: { readonly port: number; readonly addresses: readonly string[] },
) => Promise<void>;

/** What a company may connect to over the network. */
export interface NetworkReach {
  names(host: string, port: number): Promise<NameRight>;
  /** Those of the addresses of a host that may be connected to at a port. */
  open(host: string, port: number, addresses: readonly string[]): Promise<string[]>;
}

/** What a company may connect to over serial lines. */
export interface LineReach {
  /** @param line what the links of `tty` lead to */
  line(tty: string, line: string): Promise<boolean>;
}
