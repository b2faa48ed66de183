import { AppError } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { companyListHandlers } from '../../../shared/server/records/company-list-handlers.ts';
import type { DowntimeCause, downtimeCausesCalls } from '../downtime-causes.contract.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };
import { isCauseUsed, markDaysOfCause } from './causes.repository.ts';
import { markOfCause } from './loss.repository.ts';

const WORDS = { en, it };

function inUse(): AppError {
  const message =
    'Downtimes or K451 settings have this cause: retire it instead, and it is no longer offered';
  return new AppError('conflict', message, { errors: [{ path: '', message, code: 'cause_in_use' }] });
}

const list = companyListHandlers({
  table: 'downtime_cause',
  audit: 'downtime_cause',
  topic: 'downtime_causes',
  words: WORDS,
  more: {
    columns: ['kind', 'availability', 'retired'],
    file: (language) => {
      const { kind, availability, cause, file } = WORDS[language];
      return [
        { head: cause.kind, of: (row) => kind[(row as DowntimeCause).kind] },
        { head: cause.availability, of: (row) => availability[(row as DowntimeCause).availability] },
        { head: cause.retired, width: 12, of: (row) => file[(row as DowntimeCause).retired ? 'yes' : 'no'] },
      ];
    },
    async beforeRemove(tx, { id }) {
      if (await isCauseUsed(tx, id)) throw inUse();
    },
  },
  // Its rows have the columns that `more` names, as the contract of the calls says.
}) as unknown as Handlers<typeof downtimeCausesCalls>;

/** The causes of downtimes: what is in use is retired, not deleted; what one is about says how its downtimes are counted. */
export const downtimeCausesHandlers: Handlers<typeof downtimeCausesCalls> = {
  ...list,
  async update(asked) {
    const row = await list.update(asked);
    const { kind, availability } = asked.body;
    const cause_id = asked.params.id;
    if (kind !== undefined) await markOfCause(asked.tx, cause_id);
    if (availability !== undefined) await markDaysOfCause(asked.tx, { cause_id });
    return row;
  },
};
