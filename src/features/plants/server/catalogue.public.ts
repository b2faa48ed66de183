import type { AppError } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { GroupWords, VariableName } from '../variable-names.contract.ts';
import { catalogueRefusal, type FaultParams, type OwnFault } from './catalogue-refusals.ts';
import { listGroupWords, listVariableNames, lockCatalogue } from './variable-names.repository.ts';
import { tellWords } from './variable-names.service.ts';

/** The words of the company's groups of variables, in their order. */
export const groupWordsOf = (tx: Tx): Promise<GroupWords[]> => listGroupWords(tx);

/** The names of the company's catalogue, by groups. */
export const catalogueNamesOf = (tx: Tx): Promise<VariableName[]> => listVariableNames(tx);

/** What whoever writes a company's own words shares with the catalogue of names. */
export const catalogueApi = {
  lock: (tx: Tx): Promise<void> => lockCatalogue(tx),
  tell: (tx: Tx): Promise<void> => tellWords(tx),
  refusal: (code: OwnFault, params?: FaultParams): AppError => catalogueRefusal(code, params),
};
