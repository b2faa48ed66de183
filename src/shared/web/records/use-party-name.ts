import { useTranslation } from 'react-i18next';
import type { RecordParty } from '../../contract/record-notes.ts';

/** What somebody is called who wrote or looks after something. */
export function usePartyName(): (party: RecordParty) => string {
  const { t } = useTranslation('records');
  return ({ name }) => name ?? t('gone');
}
