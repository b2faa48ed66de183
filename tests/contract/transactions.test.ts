import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { calls } from './support/calls.ts';

/** Calls on a company's data that no transaction is opened for; why stands beside each declaration. */
const WITHOUT = [
  'alarmRules.preview',
  'budget.get',
  'cameras.proxyImg',
  'community.importHours',
  'community.importMembers',
  'community.resultsData',
  'companies.getLogo',
  'companies.putLogo',
  'deviceNotes.addAttachment',
  'deviceNotes.attachment',
  'downtimeNotes.addAttachment',
  'downtimeNotes.attachment',
  'fieldTools.answers',
  'fieldTools.ask',
  'files.putUpload',
  'live.events',
  'maintenanceReports.addAttachment',
  'maintenanceReports.attachment',
  'maintenanceReports.document',
  'maintenanceRequests.addAttachment',
  'maintenanceRequests.attachment',
  'maps.importMap',
  'maps.importTemplateMap',
  'measured.hours',
  'measured.hoursFile',
  'measured.plants',
  'measured.readings',
  'measured.takeReadings',
  'measurements.aggregateResultsData',
  'measurements.aggregateResultsDataAllDevice',
  'measurements.chartResultsData',
  'measurements.chartResultsDataAllDevice',
  'measurements.createImport',
  'measurements.ingest',
  'measurements.ingestLines',
  'measurements.ingestNdjson',
  'measurements.previewImport',
  'measurements.resultsData',
  'measurements.resultsDataAllDevice',
  'measurements.runImport',
  'measurements.writeInflux',
  'memberStatements.document',
  'meterComparisons.compare',
  'meterComparisons.exportComparisons',
  'meterRegister.addPhoto',
  'meterRegister.photo',
  'mqttCredentials.door',
  'outsideRequests.addAttachment',
  'outsideRequests.addReportAttachment',
  'outsideRequests.attachment',
  'outsideRequests.reportAttachment',
  'payments.file',
  'places.find',
  'plantDocuments.add',
  'plantDocuments.fileBucket',
  'receivedPayments.balance',
  'reportIssues.issue',
  'reports.k410',
  'reports.k410File',
  'reports.k451',
  'reports.k451File',
  'residential.rresData',
  'revenues.list',
  'revenues.ofPlants',
  'revenues.suggest',
  'simulations.simulate',
  'statementFiles.document',
  'statements.close',
  'statements.trial',
  'whatIf.document',
  'whatIf.sizing',
  'whatIf.whatIf',
];

/** Routes that open transactions themselves: for such calls, and for people who come by a mailed link without a session. */
const OPENING = [
  'src/features/alarms/server/notification-preferences.routes.ts',
  'src/features/alarms/server/rules.routes.ts',
  'src/features/cloudcontrol/server/field-tasks.routes.ts',
  'src/features/cloudcontrol/server/maps.routes.ts',
  'src/features/community/server/community.routes.ts',
  'src/features/maintenance/server/outside.routes.ts',
  'src/features/plants/server/documents.routes.ts',
];

const root = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const named = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort();

const hasCompany = (access: string): boolean => access !== 'public' && access !== 'signed_in';

describe('transactions of calls', () => {
  it('are none only where a company has none, or for a listed reason', () => {
    const without = calls.filter(({ call }) => hasCompany(call.access) && call.tx === 'none');
    assert.deepEqual(without.map(({ key }) => key).sort(), WITHOUT);
    for (const { key, call } of calls.filter(({ call }) => !hasCompany(call.access))) {
      assert.equal(call.tx, 'none', `${key} has no company to open a transaction for`);
    }
  });

  it('are written out with a reason beside them', () => {
    for (const path of named('src/**/*.contract.ts')) {
      const lines = textOf(path).split('\n');
      lines.forEach((line, at) => {
        if (!/^ {4}(tx|retries): /.test(line)) return;
        assert.match(lines[at - 1] ?? '', /^ {4}\/\/ .{20,}/, `${path}:${at + 1} does not say why`);
      });
    }
  });

  it('only read where nothing is changed', () => {
    const reading = calls.filter(({ call }) => call.method === 'GET' && call.tx === 'write');
    // The specification has this one switch lights; what else it asks for stands beside it. // spec §7
    assert.deepEqual(
      reading.map(({ key }) => key),
      ['lightingControllers.switchByGet'],
    );
  });

  it('are opened by the server, not by routes', () => {
    const opening = named('src/**/*.routes.ts').filter((path) => textOf(path).includes('inScope('));
    assert.deepEqual(opening, OPENING);
  });
});
