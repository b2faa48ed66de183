import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Can processes be kept on one core here? Without it the system moves them as it likes. */
export const CAN_PIN = cpus().length > 1 && spawnSync('taskset', ['-V'], { stdio: 'ignore' }).status === 0;
/** The measured process has the first core to itself, as far as the machine lets it; everybody else shares the others. */
export const MEASURED = '0';
export const OTHERS = cpus().length > 2 ? `1-${cpus().length - 1}` : '1';

/** A part of the bench in a process of its own, spoken with by messages; it ends with this one. */
export class Part {
  readonly #child: ChildProcess;
  readonly #killer = () => this.#child.kill('SIGKILL');

  private constructor(child: ChildProcess) {
    this.#child = child;
    process.once('exit', this.#killer);
  }

  /** @param node options of Node, such as --expose-gc */
  static start(
    file: string,
    options: { core: string; args?: readonly string[]; node?: readonly string[] },
  ): Part {
    const script = fileURLToPath(new URL(`./${file}`, import.meta.url));
    const command = [process.execPath, ...(options.node ?? []), script, ...(options.args ?? [])];
    const [program = '', ...args] = CAN_PIN ? ['taskset', '-c', options.core, ...command] : command;
    return new Part(spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
  }

  /** Says something and waits for the next answer. @throws when the part ends instead */
  async ask<Answer>(question: object): Promise<Answer> {
    const heard = this.hear<Answer>();
    this.#child.send(question);
    return heard;
  }

  async hear<Answer>(): Promise<Answer> {
    const gone = new AbortController();
    const ended = once(this.#child, 'exit', { signal: gone.signal }).then(([code]) => {
      throw new Error(`a part of the bench ended with ${String(code)}`);
    });
    const heard = once(this.#child, 'message', { signal: gone.signal }).then(
      ([message]) => message as Answer,
    );
    try {
      return await Promise.race([heard, ended]);
    } finally {
      gone.abort();
      await Promise.allSettled([heard, ended]);
    }
  }

  async stop(): Promise<void> {
    process.off('exit', this.#killer);
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    // By its end of the line, so that it can leave a profile behind.
    this.#child.disconnect();
    await ended;
  }
}
