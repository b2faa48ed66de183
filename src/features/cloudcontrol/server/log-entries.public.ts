import {
  configurationEntriesSql,
  deviceEntriesSql,
  deviceEntryDetailSql,
  versionSql,
} from './log-entries.repository.ts';

/** For lists that join what devices tell with what others tell, page by page, where asking afterwards would be too late. */
export const deviceEntries = deviceEntriesSql;
export const configurationEntries = configurationEntriesSql;
export const deviceEntryDetail = deviceEntryDetailSql;
export const versionOfEntry = versionSql;
