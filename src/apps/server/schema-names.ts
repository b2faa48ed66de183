import { z } from 'zod';
import * as alarmRules from '../../features/alarms/alarm-rules.contract.ts';
import * as alarms from '../../features/alarms/alarms.contract.ts';
import * as logs from '../../features/alarms/logs.contract.ts';
import * as notificationPreferences from '../../features/alarms/notification-preferences.contract.ts';
import * as snoozes from '../../features/alarms/snoozes.contract.ts';
import * as webhooks from '../../features/alarms/webhooks.contract.ts';
import * as bulk from '../../features/cloudcontrol/bulk.contract.ts';
import * as calculations from '../../features/cloudcontrol/calculations.contract.ts';
import * as catalogue from '../../features/cloudcontrol/catalogue.contract.ts';
import * as changes from '../../features/cloudcontrol/changes.contract.ts';
import * as configuration from '../../features/cloudcontrol/configuration.contract.ts';
import * as configured from '../../features/cloudcontrol/configured.contract.ts';
import * as fieldTools from '../../features/cloudcontrol/field-tools.contract.ts';
import * as newest from '../../features/cloudcontrol/latest-values.contract.ts';
import * as maps from '../../features/cloudcontrol/maps.contract.ts';
import * as templateFields from '../../features/cloudcontrol/template-fields.contract.ts';
import * as templates from '../../features/cloudcontrol/templates.contract.ts';
import * as versions from '../../features/cloudcontrol/versions.contract.ts';
import * as audit from '../../features/companies/audit.contract.ts';
import * as companies from '../../features/companies/companies.contract.ts';
import * as companiesModel from '../../features/companies/companies.model.ts';
import * as companyUsers from '../../features/companies/company-users.contract.ts';
import * as account from '../../features/identity/account.contract.ts';
import * as identity from '../../features/identity/identity.contract.ts';
import * as secondFactor from '../../features/identity/second-factor.contract.ts';
import * as userModel from '../../features/identity/user.model.ts';
import * as ingestion from '../../features/measurements/ingestion.contract.ts';
import * as measurements from '../../features/measurements/measurements.contract.ts';
import * as mqttCredentials from '../../features/measurements/mqtt-credentials.contract.ts';
import * as readingMarks from '../../features/measurements/reading-marks.contract.ts';
import * as savedCharts from '../../features/measurements/saved-charts.contract.ts';
import * as series from '../../features/measurements/series.contract.ts';
import * as overview from '../../features/overview/overview.contract.ts';
import * as overviewModel from '../../features/overview/overview.model.ts';
import * as deviceFields from '../../features/plants/device-fields.contract.ts';
import * as devices from '../../features/plants/devices.contract.ts';
import * as plants from '../../features/plants/plants.contract.ts';
import * as variableNames from '../../features/plants/variable-names.contract.ts';
import * as fields from '../../shared/contract/fields.ts';
import * as files from '../../shared/contract/files.contract.ts';
import * as live from '../../shared/contract/live.contract.ts';
import * as mail from '../../shared/contract/mail.contract.ts';

/** The modules whose exported schemas have a name in the document; tests/contract/document.test.ts finds what is missing. */
const MODULES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  alarmRules,
  alarms,
  choices: {
    AlarmChoice: notificationPreferences.NotificationPreference,
    MailStop: notificationPreferences.MailStop,
  },
  logs,
  snoozes,
  webhooks,
  bulk,
  calculations,
  catalogue,
  changes,
  configuration,
  configured,
  fieldTools,
  maps,
  newest,
  templateFields,
  templates,
  versions,
  audit,
  companies,
  companiesModel,
  companyUsers,
  account,
  identity,
  secondFactor,
  userModel,
  measurements,
  mqttCredentials,
  readingMarks,
  savedCharts,
  series,
  waysIn: ingestion,
  overview,
  overviewModel,
  deviceFields,
  devices,
  plants,
  variableNames,
  fields,
  files,
  live,
  mail,
};

const isNamed = (schema: unknown): schema is z.ZodType =>
  schema instanceof z.ZodObject || schema instanceof z.ZodDiscriminatedUnion;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What schemas are called in the document: as their contract exports them, and with that contract's name before it where
 * two export the same.
 */
export function schemaNames(): ReadonlyMap<z.ZodType, string> {
  const taken = new Map<string, z.ZodType>();
  const names = new Map<z.ZodType, string>();
  for (const [module, exported] of Object.entries(MODULES)) {
    for (const [name, schema] of Object.entries(exported)) {
      if (!isNamed(schema) || names.has(schema)) continue;
      const own = taken.has(name) ? `${capital(module.replace(/Model$/, ''))}${name}` : name;
      if (taken.has(own)) throw new Error(`two schemas are called ${own} in ${module}`);
      taken.set(own, schema);
      names.set(schema, own);
    }
  }
  return names;
}
