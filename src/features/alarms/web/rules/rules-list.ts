import { code, defineListState, id, maybe } from '../../../../shared/web/list/list-state.ts';
import { EVALUATED_CODES } from '../../../notifications/alarm-codes.model.ts';

/** The address of the thresholds: whose they are, and which alarm is open. */
export const RulesList = defineListState('alarm-rules', {
  plant: code(),
  device: id(),
  code: maybe(EVALUATED_CODES),
});
