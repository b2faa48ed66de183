import { features } from '../../src/apps/server/features.ts';

/** Tables without a company; whoever adds one says here why it needs no wall. */
export const OPEN_TABLES: readonly string[] = [
  // Accounts belong to people, not to companies; identity's repository alone reaches them.
  'user_account',
  'user_session',
  'person_name',
  'refresh_token',
  'sign_in_attempt',
  'second_factor',
  'recovery_code',
  'mailed_link',
  'former_address',
  'avatar',
  // How much a person asked of the field in all their companies together: counts and hashes.
  'field_asked',
  // Mail on its way to people; only the sender and the demonstration's page read it.
  'mail_outbox',
  // The same of text messages.
  'sms_outbox',
  // What providers say of places, whoever has plants there: nobody's data, and no company's name.
  'weather_place',
  'place_irradiance',
  // Published by the market for everybody.
  'market_price',
  'weather_provider',
  // How much a manufacturer's cloud was asked, by all companies together.
  'cloud_vendor',
  // Facts about the installation and its schema; no company's data.
  'installation',
  'schema_migration',
];

/**
 * What crosses companies: asked before the company is known, or of all of them. Ids, counts, and whether an endpoint is
 * another company's, and a user's roles.
 */
export const CROSS_TENANT_FUNCTIONS: readonly string[] = [
  'cross_tenant_cloud_site_taken(integer,bigint,text,text)',
  'cross_tenant_endpoint_left(integer,text)',
  'cross_tenant_endpoint_taken(integer,text)',
  // Removes what it has checked itself; answers whether it did.
  'cross_tenant_purge_company(integer)',
  'cross_tenant_all_companies()',
  'cross_tenant_api_key(bytea,integer[])',
  'cross_tenant_are_colleagues(bigint,bigint)',
  'cross_tenant_companies_of(bigint)',
  'cross_tenant_companies_that_know(bigint,text[])',
  'cross_tenant_companies_with_actions_of(bigint)',
  'cross_tenant_actions_of_a_day(bigint)',
  // Of a database of several machines: whose machine answers.
  'cross_tenant_companies_within_reach()',
  'cross_tenant_dirty_companies(integer[])',
  'cross_tenant_drop_partition(date)',
  'cross_tenant_empty_landing(smallint)',
  'cross_tenant_empty_old_days()',
  'cross_tenant_enabled_companies(integer[])',
  'cross_tenant_ensure_partition(date)',
  'cross_tenant_invitation(bytea)',
  'cross_tenant_lease_ports(text,integer,integer,integer[])',
  'cross_tenant_memberships(bigint,integer[])',
  'cross_tenant_next_company_id()',
  // Keeps people's names for lists; nobody calls it.
  'keep_person_name()',
  // A number of the company in scope, and of no other.
  'next_id()',
];

/** Key constraints that hold over the whole installation, each without telling one company about another's data. */
export const INSTALLATION_WIDE: readonly string[] = ['company: PRIMARY KEY (id_client)'];

/** Schemas of our own: the job queue's holds jobs by id and is no tenant's; each area's holds views of its tables. */
export const SCHEMAS: readonly string[] = ['pgboss', 'public', ...features.map(({ name }) => name)];

/** What the server itself may do beyond SQL: an extension can open files, other databases and the network. */
export const EXTENSIONS: readonly string[] = ['plpgsql'];

/** Tables whose deleted rows are seen by nobody who does not ask for them. */
const ASKED_FOR = `(current_setting('app.with_deleted'::text, true) = 'on'::text)`;

/** Tables whose rows may lie in the bin or in the archive, and what is seen of them by itself. */
export const KEPT: Readonly<Record<string, string>> = {
  plant: `((archived_at IS NULL) OR ${ASKED_FOR})`,
  port: `((archived_at IS NULL) OR ${ASKED_FOR})`,
  device: `(((deleted_at IS NULL) AND (archived_at IS NULL)) OR ${ASKED_FOR})`,
  variable: `((deleted_at IS NULL) OR ${ASKED_FOR})`,
  maintenance_report: `((deleted_at IS NULL) OR ${ASKED_FOR})`,
  maintenance_request: `((deleted_at IS NULL) OR ${ASKED_FOR})`,
  maintenance_type: `((deleted_at IS NULL) OR ${ASKED_FOR})`,
  plant_document: `((deleted_at IS NULL) OR ${ASKED_FOR})`,
  downtime_cause: `((deleted_at IS NULL) OR ${ASKED_FOR})`,
  downtime: `((deleted_at IS NULL) OR ${ASKED_FOR})`,
};

/** Tables of no area. */
export const OF_THE_INSTALLATION: readonly string[] = ['installation', 'schema_migration'];

/**
 * Tables that name plants, or what stands in them, and are seen whole by whoever may see the company; each with its reason.
 * What they hold is judged by the code that reads them.
 */
export const OUTSIDE_PLANTS: readonly string[] = [
  // Say who may see which plants; kept by those who see all of them, and read before it is known.
  'api_key',
  'company_user_plant',
  'invitation_plant',
  // One row for a company, of the program's own work.
  'alarm_evaluation_state',
  // A person's own, which may outlive what they are named for, and the company's webhooks.
  'alarm_notification_preference',
  'webhook',
  // A person's own questions to the field: one may go through the port of a plant of which they learn nothing.
  'field_task',
  // Lighting is open to every member of the company and is not narrowed by plants.
  'box_claim',
  'box_meter',
  'io_controller',
];

/** What areas let others write, because these come before them and cannot ask them. */
export const WRITTEN_BY_OTHERS: readonly string[] = [
  // Consequences of alarms that go with a device stand alone.
  'alarms.alarm: update',
  'acquisition.port_lease: delete',
  'cloudcontrol.calc_due: insert',
  'cloudcontrol.calc_due: update',
  'companies.api_key: update',
  'measurements.obs_dirty: insert',
  'measurements.obs_dirty: update',
  'measurements.refused_reading: delete',
  'measurements.saved_chart: delete',
  // The device that read a meter is gone.
  'meters.energy_meter: update',
  'overview.plant_live: insert',
  'overview.plant_live: update',
  // For a lock.
  'plants.port: update',
  'shared.list_view: delete',
];

/** Columns of tables that their area does not show to others, each with its reason. */
export const NOT_SHOWN: Readonly<Record<string, string>> = {};

/** Columns that are numbered over the whole installation. What of them is shown to anybody: companies and accounts. */
export const NUMBERED_TOGETHER: readonly string[] = [
  'company.id_client',
  'field_asked.id',
  'mail_outbox.id',
  'sms_outbox.id',
  'user_account.id',
];
