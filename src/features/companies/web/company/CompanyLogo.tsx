import { Button } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../shared/web/api/call-query.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { ConfirmAction } from '../../../../shared/web/ui/ConfirmAction.tsx';
import { FileDrop } from '../../../../shared/web/ui/FileDrop.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { companiesCalls } from '../../companies.contract.ts';
import type { CompanyDetails } from '../../companies.model.ts';
import { LOGO_MB } from '../../company-logo.contract.ts';
import { useErrorMessages } from '../refusal-words.ts';
import classes from './company-logo.module.css';
import { useShowCompany } from './use-company-change.ts';

interface Props {
  company: CompanyDetails;
}

const paramsOf = ({ id_client }: CompanyDetails) => ({ id_client: String(id_client) });

/** The logo on white, as it is printed. */
function Shown({ company }: Props) {
  const { t } = useTranslation('companies');
  const params = paramsOf(company);
  const picture = useQuery(callQuery(company.id_client, companiesCalls.getLogo, { params }));
  const [url, setUrl] = useState<string>();
  const { data } = picture;
  useEffect(() => {
    if (!data) return;
    // The server has looked at the bytes; whatever an answer says, the browser takes them for nothing else.
    const made = URL.createObjectURL(data.slice(0, data.size, 'image/png'));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return (
    <Known query={picture} height={80}>
      {() => url && <img className={classes.logo} src={url} alt={t('logo.shown', { name: company.name })} />}
    </Known>
  );
}

function Choose({ company }: Props) {
  const { t } = useTranslation('companies');
  const { formMessage } = useErrorMessages();
  const show = useShowCompany();
  const saving = useSend(companiesCalls.putLogo, {
    onDone: (next) => {
      show(next);
      toast.saved();
    },
  });
  return (
    <FileDrop
      label={t(company.logo === null ? 'logo.choose' : 'logo.replace')}
      hint={t('logo.drop_hint')}
      reading={t('logo.reading')}
      refused={t('faults.logo_file')}
      icon={IconPhotoUp}
      accept={{ 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg'] }}
      mostBytes={LOGO_MB * 1024 * 1024}
      busy={saving.isPending}
      fault={saving.error && formMessage(saving.error)}
      onFiles={([file]) => file && saving.mutate({ params: paramsOf(company), body: file })}
      single
    />
  );
}

function Remove({ company }: Props) {
  const { t } = useTranslation('companies');
  const show = useShowCompany();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Buttons>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('logo.remove')}
        </Button>
      </Buttons>
      {asking && (
        <ConfirmAction
          title={t('logo.remove_title')}
          confirm={t('logo.remove')}
          words="companies"
          act={() =>
            send(companiesCalls.removeLogo, { params: paramsOf(company), company: company.id_client })
          }
          onDone={() => {
            show({ ...company, logo: null });
            toast.deleted();
          }}
          onClose={() => setAsking(false)}
        >
          {t('logo.removed')}
        </ConfirmAction>
      )}
    </>
  );
}

/** The company's logo: shown, chosen, replaced, removed. */
export function CompanyLogo({ company }: Props) {
  const { t } = useTranslation('companies');
  const has = company.logo !== null;
  return (
    <Section title={t('logo.title')} hint={t('logo.hint')}>
      <div className={classes.stack}>
        {has && <Shown company={company} />}
        <Choose company={company} />
        {has && <Remove company={company} />}
      </div>
    </Section>
  );
}
