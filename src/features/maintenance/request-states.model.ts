/** How far a request is. */
export const REQUEST_STATES = [
  'open',
  'accepted',
  'in_progress',
  'solved',
  'verified',
  'closed',
  'declined',
] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** States in which nobody has work with a request any more. */
export const SETTLED: readonly RequestState[] = ['verified', 'closed', 'declined'];
/** States in which a request still waits for whoever it is assigned to. */
export const WAITING: readonly RequestState[] = ['open', 'accepted', 'in_progress'];

/** Whoever moves a request on: who works on it, who answers for it, or the outside firm that it is assigned to. */
export type Mover = 'worker' | 'keeper' | 'firm';

interface Step {
  readonly to: RequestState;
  readonly by: readonly Mover[];
  /** It is said why. */
  readonly reason?: true;
}

const ALL: readonly Mover[] = ['worker', 'keeper', 'firm'];
/** What was settled is settled, and reopened, by whoever answers for it: not by whoever did the work. */
const KEEPER: readonly Mover[] = ['keeper'];
const REOPEN: Step = { to: 'in_progress', by: KEEPER, reason: true };

/** Which state follows which, and who says so. // spec §3: maintenance request */
export const STEPS: Readonly<Record<RequestState, readonly Step[]>> = {
  open: [
    { to: 'accepted', by: ALL },
    { to: 'in_progress', by: ALL },
    { to: 'declined', by: ALL, reason: true },
  ],
  accepted: [
    { to: 'in_progress', by: ALL },
    { to: 'solved', by: ALL },
    { to: 'declined', by: ALL, reason: true },
  ],
  in_progress: [
    { to: 'solved', by: ALL },
    { to: 'declined', by: ALL, reason: true },
  ],
  solved: [{ to: 'verified', by: KEEPER }, { to: 'closed', by: KEEPER }, REOPEN],
  verified: [{ to: 'closed', by: KEEPER }, REOPEN],
  closed: [REOPEN],
  declined: [{ to: 'open', by: KEEPER, reason: true }],
};

/** The step from one state to another; undefined where none leads there. */
export const stepBetween = (from: RequestState, to: RequestState): Step | undefined =>
  STEPS[from].find((step) => step.to === to);

/** The states into which somebody may bring a request that is in `from`. */
export const nextStates = (from: RequestState, movers: readonly Mover[]): RequestState[] =>
  STEPS[from].filter(({ by }) => by.some((one) => movers.includes(one))).map(({ to }) => to);

/** Why a request does not come into a state. */
export type StepFault = 'no_such_step' | 'not_yours' | 'reason_missing';

/** What forbids a step; undefined where nothing does. */
export function faultOfStep(
  from: RequestState,
  to: RequestState,
  { movers, note }: { movers: readonly Mover[]; note: string },
): StepFault | undefined {
  const step = stepBetween(from, to);
  if (!step) return 'no_such_step';
  if (!step.by.some((one) => movers.includes(one))) return 'not_yours';
  return step.reason && note.trim() === '' ? 'reason_missing' : undefined;
}

/** Choices of how long a request may take, in minutes. // spec §9 */
export const ESTIMATES_MIN = [30, 60, 120, 180, 240, 300, 1440, 2880, 5760] as const;
export type EstimateMin = (typeof ESTIMATES_MIN)[number];

export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** For how long requests have been waiting: up to a day, a week, thirty days, or longer. */
export const AGES = ['day', 'week', 'month', 'older'] as const;
export type Age = (typeof AGES)[number];
/** From and to how many days ago each of them reaches; null: without end. */
export const AGE_DAYS: Readonly<Record<Age, readonly [number, number | null]>> = {
  day: [0, 1],
  week: [1, 7],
  month: [7, 30],
  older: [30, null],
};

/** How a request is called beside its title: R-0001. */
export const requestCode = (number: number): string => `R-${String(number).padStart(4, '0')}`;

/** Whether a request is late: its day has come, and whoever it is assigned to is not done. */
export const isOverdue = (
  { due_at, state }: { due_at: string | null; state: RequestState },
  now: number,
): boolean => due_at !== null && WAITING.includes(state) && Date.parse(due_at) < now;
