import { Alert, Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../format/numbers.ts';
import { PlainTable } from '../page/PlainTable.tsx';
import { Buttons } from '../page/Toolbar.tsx';

/** One field in which the two versions differ, as a person reads them. */
export interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

interface Props {
  differences: readonly Difference[];
  busy: boolean;
  onMine: () => void;
  onTheirs: () => void;
}

/** Somebody else saved the same in the meantime: both versions side by side, and the choice between them. */
export function ConflictNotice({ differences, busy, onMine, onTheirs }: Props) {
  const { t } = useTranslation();
  return (
    <Alert
      role="alert"
      color="orange"
      variant="light"
      icon={<IconUsersGroup size={18} />}
      title={t('conflict.title')}
    >
      <p>{t(differences.length > 0 ? 'conflict.text' : 'conflict.same')}</p>
      {differences.length > 0 && (
        <PlainTable stacked head={[t('conflict.field'), t('conflict.mine'), t('conflict.theirs')]}>
          {differences.map(({ label, mine, theirs }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td data-label={t('conflict.mine')}>{mine || UNKNOWN}</td>
              <td data-label={t('conflict.theirs')}>{theirs || UNKNOWN}</td>
            </tr>
          ))}
        </PlainTable>
      )}
      <Buttons spaced>
        <Button loading={busy} onClick={onMine}>
          {t('conflict.keep_mine')}
        </Button>
        <Button variant="default" disabled={busy} onClick={onTheirs}>
          {t('conflict.take_theirs')}
        </Button>
      </Buttons>
    </Alert>
  );
}
