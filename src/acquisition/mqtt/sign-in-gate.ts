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

type Stranger = { readonly block: string; readonly timer: NodeJS.Timeout };

/**
 * Bounds the sockets of those who have not said who they are. A socket and its TLS layer have the same peer, an address
 * with a port, which is why they are known by it.
 */
export class SignInGate {
  readonly #limits: SignInLimits;
  readonly #strangers = new Map<string, Stranger>();
  readonly #of_block = new Map<string, number>();

  constructor(limits: SignInLimits) {
    this.#limits = limits;
  }

  /** Takes note of a new socket, or ends it: at once where there are too many, later where it does not sign in. */
  enter(socket: Socket): void {
    const { at_most, of_address, within_ms } = this.#limits;
    const address = socket.remoteAddress;
    if (address === undefined) return void socket.destroy();
    const block = addressBlock(address) ?? address;
    const count = this.#of_block.get(block) ?? 0;
    if (this.#strangers.size >= at_most || count >= of_address) return void socket.destroy();
    const peer = peerOf(socket);
    const stranger = { block, timer: setTimeout(() => socket.destroy(), within_ms) };
    this.#strangers.set(peer, stranger);
    this.#of_block.set(block, count + 1);
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
    const left = (this.#of_block.get(stranger.block) ?? 1) - 1;
    if (left > 0) this.#of_block.set(stranger.block, left);
    else this.#of_block.delete(stranger.block);
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
