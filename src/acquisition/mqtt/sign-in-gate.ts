import type { Socket } from 'node:net';
import { addressBlock } from '../../shared/server/http/address.ts';

export type SignInLimits = {
  /** Sockets that have not signed in, in all. */
  readonly at_most: number;
  /** Of them, of one address (of one /64 network of IPv6). */
  readonly of_address: number;
  /** Between the connection and the end of the sign-in; with TLS the handshake counts. */
  readonly within_ms: number;
};

type Stranger = { readonly block: string; readonly socket: Socket; readonly timer: NodeJS.Timeout };

/**
 * Bounds the sockets of those who have not said who they are. A socket and its TLS layer have the same peer, an address
 * with a port, which is why they are known by it.
 */
export class SignInGate {
  readonly #limits: SignInLimits;
  readonly #strangers = new Map<string, Stranger>();
  /** The peers of each address, the oldest first. */
  readonly #of_block = new Map<string, Set<string>>();

  constructor(limits: SignInLimits) {
    this.#limits = limits;
  }

  /**
   * Takes note of a new socket, and ends it where it does not sign in. Too many of one address end its oldest: a device
   * signs in at once, and sockets that a neighbour behind the same address holds open must not keep it out.
   */
  enter(socket: Socket): void {
    const { at_most, of_address, within_ms } = this.#limits;
    const address = socket.remoteAddress;
    if (address === undefined) return void socket.destroy();
    const block = addressBlock(address) ?? address;
    const peers = this.#of_block.get(block) ?? new Set<string>();
    const [oldest] = peers.size >= of_address ? peers : [];
    if (oldest !== undefined) this.#end(oldest);
    if (this.#strangers.size >= at_most) return void socket.destroy();
    const peer = peerOf(socket);
    const stranger = { block, socket, timer: setTimeout(() => socket.destroy(), within_ms) };
    this.#strangers.set(peer, stranger);
    this.#of_block.set(block, peers.add(peer));
    socket.once('close', () => this.#leave(peer, stranger));
  }

  /** The peer of this socket has signed in: it is no stranger any more. */
  pass(socket: Socket): void {
    const peer = peerOf(socket);
    const stranger = this.#strangers.get(peer);
    if (stranger) this.#leave(peer, stranger);
  }

  #leave(peer: string, stranger: Stranger): void {
    if (this.#strangers.get(peer) !== stranger) return;
    clearTimeout(stranger.timer);
    this.#strangers.delete(peer);
    const peers = this.#of_block.get(stranger.block);
    peers?.delete(peer);
    if (peers?.size === 0) this.#of_block.delete(stranger.block);
  }

  #end(peer: string): void {
    const stranger = this.#strangers.get(peer);
    if (!stranger) return;
    this.#leave(peer, stranger);
    stranger.socket.destroy();
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
