/**
 * The queues of all areas, a line each. They are made during installation, because the program's role may make none; a list of
 * their own, because the parent that installs does not load the areas.
 */
const queues = [
  (await import('../../features/measurements/server/import-queue.ts')).importQueue,
  (await import('../../shared/server/mail/mail-queue.ts')).mailQueue,
  (await import('../../shared/server/sms/sms-queue.ts')).smsQueue,
  (await import('../../features/identity/server/recovery-job.ts')).recoverQueue,
  (await import('../../features/plants/server/removal-queue.ts')).removalQueue,
  (await import('../../features/downtimes/server/loss-queue.ts')).lossQueue,
  (await import('../../features/downtimes/server/search-queue.ts')).searchQueue,
  (await import('../../features/community/server/run-queue.ts')).runQueue,
  (await import('../../features/community/server/mailing-queue.ts')).mailingQueue,
  (await import('../../features/reports/server/schedules/report-mail-queue.ts')).reportMailQueue,
  (await import('../../features/meters/server/judge-queue.ts')).judgeMetersQueue,
];

export const queueNames: readonly string[] = queues.map(({ name }) => name);
