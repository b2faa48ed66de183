import { useTranslation } from 'react-i18next';
import { useBelonging } from '../../../shared/web/company/context.tsx';
import { PersonAvatar } from '../../../shared/web/ui/PersonAvatar.tsx';
import classes from './alarms.module.css';
import { useColleagues } from './use-person-choices.ts';

/** Somebody's picture and name; oneself is "you". */
export function Person({ person }: { person: { id: number; name: string } }) {
  const { t } = useTranslation('alarms');
  const { user_id } = useBelonging();
  const digest = useColleagues().data?.find(({ id }) => id === person.id)?.avatar ?? null;
  return (
    <span className={classes.person}>
      <PersonAvatar name={person.name} digest={digest} size={20} />
      <span>{person.id === user_id ? t('you') : person.name}</span>
    </span>
  );
}
