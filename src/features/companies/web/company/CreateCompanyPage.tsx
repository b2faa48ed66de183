import { Alert, Button } from '@mantine/core';
import { IconMailOpened } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import { FormFrame } from '../../../../shared/web/forms/FormFrame.tsx';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { companiesCalls } from '../../companies.contract.ts';
import { CompanyFields } from './CompanyFields.tsx';
import { NO_VALUES, slugBeside } from './company-form.ts';

/** Opens a company that was just made. Failing that, the whole page starts anew in it: making it twice would be worse. */
async function open(enter: (id_client: number) => Promise<void>, id_client: number): Promise<void> {
  try {
    await enter(id_client);
  } catch (fault) {
    console.warn('the new company could not be entered in place', fault);
    location.assign(`/apps/asset?company=${id_client}`);
  }
}

function useNewCompany() {
  const { enter } = useBelonging();
  const [ownSlug, setOwnSlug] = useState(false);
  const form = useRecordForm({
    call: companiesCalls.create,
    record: NO_VALUES,
    // Without one of its own the server makes it from the name.
    toBody: ({ company_slug: slug, ...rest }) =>
      slug.trim() === '' ? rest : { ...rest, company_slug: slug },
    words: 'companies',
    quiet: true,
    onSaved: ({ id_client }) => open(enter, id_client),
  });
  const follow = (name: string) => {
    if (ownSlug) return;
    const { company_slug: shown } = form.form.formState.errors;
    form.form.setValue('company_slug', slugBeside(name), { shouldValidate: shown !== undefined });
  };
  return { form, follow, onSlug: (slug: string) => setOwnSlug(slug.trim() !== '') };
}

/** Who has no company may be waiting for one that is not theirs to make. */
function FirstSteps() {
  const { t } = useTranslation('companies');
  return (
    <Alert role="note" variant="light" icon={<IconMailOpened size={18} />} title={t('create.invited_title')}>
      {t('create.invited')}
    </Alert>
  );
}

/** Makes a company; whoever makes it becomes its owner, and goes on to its dashboard. // spec §2, §4 */
export function CreateCompanyPage() {
  const { t } = useTranslation('companies');
  const { t: tc } = useTranslation();
  const { companies } = useBelonging();
  const { form, follow, onSlug } = useNewCompany();
  const first = companies.length === 0;
  return (
    <Page
      title={t('create.title')}
      subtitle={t(first ? 'create.first' : 'create.another')}
      width={560}
      centred
      short
    >
      {first && <FirstSteps />}
      <Panel>
        <FormFrame form={form}>
          <CompanyFields autoFocus onName={follow} onSlug={onSlug} />
          <Buttons>
            <Button type="submit" loading={form.busy}>
              {t('create.submit')}
            </Button>
            {!first && (
              <Button variant="default" renderRoot={(root) => <Link to="/" {...root} />}>
                {tc('cancel')}
              </Button>
            )}
          </Buttons>
        </FormFrame>
      </Panel>
    </Page>
  );
}
