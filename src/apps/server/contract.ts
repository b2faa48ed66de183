import { alarmsCalls } from '../../features/alarms/alarms.contract.ts';
import { companiesCalls } from '../../features/companies/companies.contract.ts';
import { identityCalls } from '../../features/identity/identity.contract.ts';
import { measurementsCalls } from '../../features/measurements/measurements.contract.ts';
import { mqttCredentialsCalls } from '../../features/measurements/mqtt-credentials.contract.ts';
import { readingMarksCalls } from '../../features/measurements/reading-marks.contract.ts';
import { savedChartsCalls } from '../../features/measurements/saved-charts.contract.ts';
import { waysInCalls } from '../../features/measurements/ways-in.contract.ts';
import { overviewCalls } from '../../features/overview/overview.contract.ts';
import { plantsCalls } from '../../features/plants/plants.contract.ts';
import { filesCalls } from '../../shared/contract/files.contract.ts';
import { liveCalls } from '../../shared/contract/live.contract.ts';
import { mailCalls } from '../../shared/contract/mail.contract.ts';

/** Every call that this program serves, by area: what the document, the tests and the server walk over. */
export const contract = {
  identity: identityCalls,
  companies: companiesCalls,
  plants: plantsCalls,
  measurements: { ...measurementsCalls, ...waysInCalls },
  readingMarks: readingMarksCalls,
  charts: savedChartsCalls,
  mqttCredentials: mqttCredentialsCalls,
  alarms: alarmsCalls,
  overview: overviewCalls,
  live: liveCalls,
  files: filesCalls,
  mail: mailCalls,
} as const;
