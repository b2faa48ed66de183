/**
 * Sends values one after the other: of those that come while one is on its way only the newest is sent, so that the server
 * ends with what the person saw last.
 * @param onIdle told when nothing is left to send; with the fault where the last one failed
 */
export function newestWins<T>(
  send: (value: T) => Promise<unknown>,
  onIdle: (fault?: unknown) => void = () => undefined,
): (value: T) => void {
  let waiting: { value: T } | undefined;
  let busy = false;
  const run = async () => {
    let fault: unknown;
    while (waiting) {
      const { value } = waiting;
      waiting = undefined;
      fault = await send(value).then(
        () => undefined,
        (error: unknown) => error ?? new Error('not sent'),
      );
    }
    busy = false;
    onIdle(fault);
  };
  return (value) => {
    waiting = { value };
    if (busy) return;
    busy = true;
    void run();
  };
}
