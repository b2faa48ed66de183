/** A wish to be shown a plant's card, coloured by the alarm it came from. // spec §4: clicking a notification */
export interface Jump {
  proj_code: string;
  type: 'E' | 'W';
}

let waiting: Jump | null = null;
const listeners = new Set<() => void>();

/** Asks whoever shows the plants' cards to show this one; a screen that is still to come finds the wish waiting. */
export function askForJump(jump: Jump): void {
  waiting = jump;
  for (const listener of listeners) listener();
}

export function waitingJump(): Jump | null {
  return waiting;
}

export function jumpDone(jump: Jump): void {
  if (waiting === jump) waiting = null;
}

export function onJump(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
