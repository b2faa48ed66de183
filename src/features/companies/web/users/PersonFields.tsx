import { useTranslation } from 'react-i18next';
import type { Role } from '../../../../shared/contract/capabilities.ts';
import { FieldGrid } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { PlantsField } from './PlantsField.tsx';
import { RolesField } from './RolesField.tsx';

interface Props {
  /** As they are chosen now. */
  roles: readonly Role[];
  /** The only owner: that role cannot be taken away. */
  lastOwner?: boolean;
}

/** What is typed and chosen of a person in a company: name, roles, plants. // spec §3: Company user */
export function PersonFields({ roles, lastOwner = false }: Props) {
  const { t } = useTranslation('companies');
  return (
    <>
      <FieldGrid>
        <TextField name="first_name" label={t('users.first_name')} />
        <TextField name="last_name" label={t('users.last_name')} />
      </FieldGrid>
      <RolesField lastOwner={lastOwner} />
      <PlantsField roles={roles} />
    </>
  );
}
