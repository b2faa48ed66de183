import { AppError } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { companyListHandlers } from '../../../shared/server/records/company-list-handlers.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };
import type { MaintenanceType, maintenanceTypesCalls } from '../maintenance-types.contract.ts';
import { isTypeUsed } from './types.repository.ts';

const WORDS = { en, it };

function inUse(): AppError {
  const message = 'Requests or plans have this type: retire it instead, and it is no longer offered';
  return new AppError('conflict', message, { errors: [{ path: '', message, code: 'type_in_use' }] });
}

/** The kinds of maintenance: what is in use is retired, not deleted. */
export const maintenanceTypesHandlers = companyListHandlers({
  table: 'maintenance_type',
  audit: 'maintenance_type',
  topic: 'maintenance_types',
  words: WORDS,
  more: {
    columns: ['retired'],
    file: (language) => {
      const { type, file } = WORDS[language];
      const said = ({ retired }: MaintenanceType) => file[retired ? 'yes' : 'no'];
      return [{ head: type.retired, width: 12, of: (row) => said(row as MaintenanceType) }];
    },
    async beforeRemove(tx, { id }) {
      if (await isTypeUsed(tx, id)) throw inUse();
    },
  },
  // Its rows have the column that `more` names, as the contract of the calls says.
}) as unknown as Handlers<typeof maintenanceTypesCalls>;
