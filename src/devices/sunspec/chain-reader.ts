import type { ReadRegisters, RegistersRead } from './chain.ts';

/** Registers of one request. Source: Modbus Application Protocol V1.1b3, 6.3. */
const BLOCK = 125;
/** A chain of thirty models takes about a hundred requests; beyond this a device leads in circles. */
const REQUESTS = 400;
/** Requests of one range that may be refused while it is cut smaller. */
const REFUSALS = 24;
/** Requests of one walk that may stay unanswered, each asked twice. */
const SILENCES = 4;
/** Acknowledge and busy: the device wants to be asked again. */
const ASK_AGAIN: readonly number[] = [5, 6];

/**
 * Reads ranges of a unit within bounds: asks once more where nothing came, cuts a range that is refused in halves, and
 * remembers what size the device takes.
 */
export class ChainReader {
  readonly #read: ReadRegisters;
  #block = BLOCK;
  #requests = 0;
  #silences = 0;
  #refusals = 0;
  #cuts: (at: number) => boolean = () => false;

  constructor(read: ReadRegisters) {
    this.#read = read;
  }

  /** Is it of no use, or too much, to ask on? */
  get spent(): boolean {
    return this.#requests >= REQUESTS || this.silent;
  }

  get silent(): boolean {
    return this.#silences >= SILENCES;
  }

  /** One request as it is, once more where nothing came. */
  async ask(address: number, count: number): Promise<RegistersRead> {
    const first = await this.askOnce(address, count);
    const again = 'silent' in first || ('exception' in first && ASK_AGAIN.includes(first.exception));
    const answer = again ? await this.askOnce(address, count) : first;
    if ('silent' in answer) this.#silences += 1;
    return answer;
  }

  async askOnce(address: number, count: number): Promise<RegistersRead> {
    if (this.#requests >= REQUESTS) return { silent: true };
    this.#requests += 1;
    const answer = await this.#read(address, count);
    if (!('words' in answer) || answer.words.length === count) return answer;
    return { silent: true };
  }

  /**
   * As many words as asked for; null where the device refuses a register.
   * @param cuts would a request that ends before this address cut a value in two? Devices may refuse such.
   */
  async range(address: number, count: number, cuts: (at: number) => boolean): Promise<(number | null)[]> {
    this.#refusals = 0;
    this.#cuts = cuts;
    return await this.#pieces(address, count);
  }

  async #pieces(address: number, count: number): Promise<(number | null)[]> {
    if (count <= this.#block) return await this.#piece(address, count);
    const first = await this.#piece(address, this.#upTo(address, this.#block));
    return [...first, ...(await this.#pieces(address + first.length, count - first.length))];
  }

  /** So many registers, or as many fewer as it takes not to cut a value. */
  #upTo(address: number, count: number): number {
    for (let fewer = count; fewer > 0; fewer -= 1) if (!this.#cuts(address + fewer)) return fewer;
    return count;
  }

  async #piece(address: number, count: number): Promise<(number | null)[]> {
    const none = Array.from({ length: count }, () => null);
    if (this.spent || this.#refusals >= REFUSALS) return none;
    const answer = await this.ask(address, count);
    if ('words' in answer) return [...answer.words];
    this.#refusals += 1;
    if (count === 1) return none;
    const half = this.#upTo(address, Math.ceil(count / 2));
    const words = [
      ...(await this.#pieces(address, half)),
      ...(await this.#pieces(address + half, count - half)),
    ];
    // Where all of it came in two, the size was refused; where not, a register was.
    if (!words.includes(null)) this.#block = Math.min(this.#block, Math.max(half, count - half));
    return words;
  }
}
