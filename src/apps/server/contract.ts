import { alarmRulesCalls } from '../../features/alarms/alarm-rules.contract.ts';
import { alarmsCalls, alarmWorkCalls } from '../../features/alarms/alarms.contract.ts';
import { logsCalls } from '../../features/alarms/logs.contract.ts';
import { notificationPreferencesCalls } from '../../features/alarms/notification-preferences.contract.ts';
import { snoozesCalls } from '../../features/alarms/snoozes.contract.ts';
import { webhooksCalls } from '../../features/alarms/webhooks.contract.ts';
import { bulkCalls } from '../../features/cloudcontrol/bulk.contract.ts';
import { calculationsCalls } from '../../features/cloudcontrol/calculations.contract.ts';
import { catalogueCalls } from '../../features/cloudcontrol/catalogue.contract.ts';
import { changesCalls } from '../../features/cloudcontrol/changes.contract.ts';
import { configurationCalls } from '../../features/cloudcontrol/configuration.contract.ts';
import { fieldToolsCalls } from '../../features/cloudcontrol/field-tools.contract.ts';
import { latestCalls } from '../../features/cloudcontrol/latest-values.contract.ts';
import { mapsCalls } from '../../features/cloudcontrol/maps.contract.ts';
import { templatesCalls } from '../../features/cloudcontrol/templates.contract.ts';
import { deviceBinCalls, versionsCalls } from '../../features/cloudcontrol/versions.contract.ts';
import { companiesCalls } from '../../features/companies/companies.contract.ts';
import { identityCalls } from '../../features/identity/identity.contract.ts';
import { ingestionCalls } from '../../features/measurements/ingestion.contract.ts';
import { measurementsCalls } from '../../features/measurements/measurements.contract.ts';
import { mqttCredentialsCalls } from '../../features/measurements/mqtt-credentials.contract.ts';
import { readingMarksCalls } from '../../features/measurements/reading-marks.contract.ts';
import { savedChartsCalls } from '../../features/measurements/saved-charts.contract.ts';
import { overviewCalls } from '../../features/overview/overview.contract.ts';
import { devicesCalls } from '../../features/plants/devices.contract.ts';
import { plantsCalls } from '../../features/plants/plants.contract.ts';
import { variableNamesCalls } from '../../features/plants/variable-names.contract.ts';
import { filesCalls } from '../../shared/contract/files.contract.ts';
import { liveCalls } from '../../shared/contract/live.contract.ts';
import { mailCalls } from '../../shared/contract/mail.contract.ts';

/** Every call that this program serves, by area: what the document, the tests and the server walk over. */
export const contract = {
  identity: identityCalls,
  companies: companiesCalls,
  plants: { ...plantsCalls, ...variableNamesCalls },
  devices: devicesCalls,
  measurements: { ...measurementsCalls, ...ingestionCalls },
  readingMarks: readingMarksCalls,
  charts: savedChartsCalls,
  mqttCredentials: mqttCredentialsCalls,
  catalogue: catalogueCalls,
  configuration: configurationCalls,
  configuring: changesCalls,
  bulk: bulkCalls,
  versions: versionsCalls,
  deviceBin: deviceBinCalls,
  calculations: calculationsCalls,
  templates: templatesCalls,
  newest: latestCalls,
  maps: mapsCalls,
  fieldTools: fieldToolsCalls,
  alarmRules: alarmRulesCalls,
  alarms: { ...alarmsCalls, ...alarmWorkCalls },
  snoozes: snoozesCalls,
  logs: logsCalls,
  choices: notificationPreferencesCalls,
  webhooks: webhooksCalls,
  overview: overviewCalls,
  live: liveCalls,
  files: filesCalls,
  mail: mailCalls,
} as const;
