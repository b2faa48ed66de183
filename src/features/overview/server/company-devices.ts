import { notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { isFresh } from '../../../shared/units/freshness.ts';
import type { CompanyDevice } from '../../companies/companies.contract.ts';
import { instant } from '../card.model.ts';
import { type CompanyDeviceRow, listCompanyDevices } from './company-devices.repository.ts';

function stateOf({ spoke_at, rhythm_s }: CompanyDeviceRow, now: number): CompanyDevice['state'] {
  if (spoke_at === null) return 'never';
  return isFresh(spoke_at, rhythm_s, now) ? 'live' : 'silent';
}

function present(row: CompanyDeviceRow, now: number): CompanyDevice {
  const { spoke_at: _, rhythm_s: __, serial_number, last_reading_at, ...fields } = row;
  return {
    ...fields,
    serial_number: serial_number ?? '',
    state: stateOf(row, now),
    last_reading_at: instant(last_reading_at),
  };
}

/** The devices that a company's calls answer, which companies themselves know nothing of. */
export const companyDevices = {
  /** All that the scope may see. */
  async list(tx: Tx, now: Date): Promise<CompanyDevice[]> {
    return (await listCompanyDevices(tx)).map((row) => present(row, now.getTime()));
  },
  /** One of them. @throws AppError not_found */
  async get(tx: Tx, id: number, now: Date): Promise<CompanyDevice> {
    const [row] = await listCompanyDevices(tx, id);
    return present(row ?? notFound(), now.getTime());
  },
};
