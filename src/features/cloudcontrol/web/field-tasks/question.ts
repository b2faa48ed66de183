import type { In } from '../../../../shared/contract/call.ts';
import type { fieldToolsCalls } from '../../field-tools.contract.ts';

export type Question = In<(typeof fieldToolsCalls)['ask']['body']>;
