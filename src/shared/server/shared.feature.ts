import * as fields from '../contract/fields.ts';
import * as files from '../contract/files.contract.ts';
import * as listLayouts from '../contract/list-layouts.contract.ts';
import * as listViews from '../contract/list-views.contract.ts';
import * as live from '../contract/live.contract.ts';
import * as mail from '../contract/mail.contract.ts';
import * as notifications from '../contract/notifications.contract.ts';
import * as places from '../contract/places.contract.ts';
import * as recordHistory from '../contract/record-history.ts';
import * as recordNotes from '../contract/record-notes.ts';
import auditEn from '../i18n/audit.en.json' with { type: 'json' };
import auditIt from '../i18n/audit.it.json' with { type: 'json' };
import { nameById } from './audit-register.ts';
import { isLoopback } from './config.ts';
import { defineFeature, type Services } from './feature.ts';
import { type WorkerServices, worksOn } from './feature-work.ts';
import { filesHandlers } from './files/files.routes.ts';
import { removeOldUploads } from './files/uploads.repository.ts';
import { liveHandlers } from './live/live.routes.ts';
import { removeOldCounts } from './mail/day-limits.repository.ts';
import { mailHandlers } from './mail/mail.routes.ts';
import { mailQueue } from './mail/mail-queue.ts';
import { MailWorker } from './mail/mail-worker.ts';
import { removeOldMail } from './mail/outbox.repository.ts';
import { deleteOldPublished } from './notifications/notifications.repository.ts';
import { notificationsHandlers } from './notifications/notifications.routes.ts';
import { placesHandlers } from './places/places.routes.ts';
import { removeBrokenOff } from './records/attachments.repository.ts';
import refusals from './refusals.it.json' with { type: 'json' };
import { removeOldLinks } from './signed-links/signed-links.repository.ts';
import { removeOldSms } from './sms/sms-outbox.repository.ts';
import { createSmsPort } from './sms/sms-port.ts';
import { smsQueue } from './sms/sms-queue.ts';
import { SmsWorker } from './sms/sms-worker.ts';
import { listLayoutsHandlers } from './views/list-layouts.routes.ts';
import { listViewsHandlers } from './views/list-views.routes.ts';

const mailWorker = ({ config, mailer, mailPool, ...services }: WorkerServices) =>
  new MailWorker({ ...services, pool: mailPool, demo: config.demo, key: mailer.key });

const smsWorker = ({ config, mailer, pool, log }: WorkerServices) =>
  new SmsWorker({ pool, log, key: mailer.key, port: createSmsPort(config) });

/** What every area uses: uploaded files, views of lists, the live stream, outgoing mail, places of addresses. */
export const sharedFeature = defineFeature({
  name: 'shared',
  tables: [
    'allowed_endpoint',
    'audit',
    'changed_days',
    'late_days',
    'list_layout',
    'list_view',
    'mail_outbox',
    'messages_of_day',
    'notification',
    'notification_preference',
    'notification_recipient',
    'record_assignment',
    'record_attachment',
    'record_attachment_part',
    'record_comment',
    'resolved_endpoint',
    'signed_link',
    'sms_outbox',
    'upload',
  ],
  calls: {
    live: live.liveCalls,
    files: files.filesCalls,
    listLayouts: listLayouts.listLayoutsCalls,
    listViews: listViews.listViewsCalls,
    mail: mail.mailCalls,
    notifications: notifications.notificationsCalls,
    places: places.placesCalls,
  },
  handlers: ({ hub, uploads, pool, config, mailer, lists, notificationKinds, log }: Services) => ({
    live: liveHandlers({ hub }),
    files: filesHandlers({ uploads }),
    listLayouts: listLayoutsHandlers,
    listViews: listViewsHandlers(lists),
    // The demonstration's mail stands open, for this machine alone.
    mail: mailHandlers({ pool, shown: config.demo && isLoopback(config.host), key: mailer.key }),
    notifications: notificationsHandlers(notificationKinds),
    places: placesHandlers({ config, log }),
  }),
  schemas: {
    fields,
    files,
    listLayouts,
    listViews,
    live,
    mail,
    notifications,
    places,
    recordHistory,
    recordNotes,
  },
  refusals,
  audit: {
    words: { en: auditEn, it: auditIt },
    targets: {
      upload: nameById('upload', "nullif(x.file_name, '')"),
      record: "a.detail ->> 'name'",
      list_view: nameById('list_view', 'case when x.shared then x.name end'),
    },
  },
  jobs: [
    worksOn(mailQueue, (services: WorkerServices) => {
      const worker = mailWorker(services);
      return (job, attempt) => worker.perform(job, attempt);
    }),
    worksOn(smsQueue, (services: WorkerServices) => {
      const worker = smsWorker(services);
      return (job, attempt) => worker.perform(job, attempt);
    }),
  ],
  async background(services: WorkerServices) {
    await mailWorker(services).wake(services.jobs);
    await smsWorker(services).wake(services.jobs);
    return [];
  },
  housekeeping: {
    async installation({ pool }) {
      await removeOldMail(pool);
      await removeOldSms(pool);
    },
    async company(tx) {
      await removeOldUploads(tx);
      await removeBrokenOff(tx);
      await removeOldLinks(tx);
      await deleteOldPublished(tx);
      await removeOldCounts(tx);
    },
  },
});
