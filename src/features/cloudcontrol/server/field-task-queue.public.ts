import {
  answerTask,
  beginTask,
  giveTasksBack,
  renewTasks,
  type TakenTask as Taken,
  takeTasks,
} from './field-task-queue.repository.ts';

export type TakenTask = Taken;

/** What people ask of the field, for whoever asks it there. */
export const fieldTaskQueue = {
  take: takeTasks,
  renew: renewTasks,
  begin: beginTask,
  answer: answerTask,
  giveBack: giveTasksBack,
} as const;
