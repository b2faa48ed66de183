import type { Tx } from '../../../shared/server/tenancy.ts';
import { findCompanyName } from './company-name.repository.ts';

/** What the company is called, for messages that areas send by themselves. */
export const companyNameOf = (tx: Tx): Promise<string> => findCompanyName(tx);
