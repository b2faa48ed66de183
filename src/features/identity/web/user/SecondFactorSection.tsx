import { Button } from '@mantine/core';
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { User } from '../../user.model.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { DisableSecondFactor, RenewCodes } from './SecondFactorForms.tsx';
import { SwitchOn } from './SwitchOn.tsx';

/** So few recovery codes left that it is time for new ones. */
const FEW = 3;

type Doing = 'nothing' | 'on' | 'off' | 'codes';

function State({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  if (!user.second_factor)
    return (
      <Buttons>
        <StatePill state="snoozed" icon={IconShieldOff} label={t('factor.is_off')} />
      </Buttons>
    );
  const left = user.recovery_codes_left;
  return (
    <Buttons>
      <StatePill state="success" icon={IconShieldCheck} label={t('factor.is_on')} />
      <Note inline tone={left < FEW ? 'alarm' : 'muted'}>
        {t('factor.codes_left', { count: left })}
      </Note>
    </Buttons>
  );
}

function Choices({ user, onChoose }: { user: User; onChoose: (doing: Doing) => void }) {
  const { t } = useTranslation('identity');
  if (!user.second_factor && !user.confirmed)
    return <p className="muted">{t('factor.unconfirmed', { email: user.email })}</p>;
  if (!user.second_factor)
    return (
      <Buttons>
        <Button onClick={() => onChoose('on')}>{t('factor.switch_on')}</Button>
      </Buttons>
    );
  return (
    <Buttons>
      <Button variant="default" onClick={() => onChoose('codes')}>
        {t('factor.new_codes')}
      </Button>
      <Button variant="default" onClick={() => onChoose('off')}>
        {t('factor.switch_off')}
      </Button>
    </Buttons>
  );
}

/** The second factor: on, off, and its recovery codes, which are shown once. */
export function SecondFactorSection({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  const [doing, setDoing] = useState<Doing>('nothing');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const cancel = () => setDoing('nothing');
  const done = (next: readonly string[] | null) => {
    setDoing('nothing');
    setCodes(next);
  };
  return (
    <Section look="beside" anchor="second-factor" title={t('factor.title')} hint={t('factor.about')}>
      {!codes && doing !== 'on' && <State user={user} />}
      {codes && <RecoveryCodes codes={codes} email={user.email} onKept={() => setCodes(null)} />}
      {!codes && doing === 'nothing' && <Choices user={user} onChoose={setDoing} />}
      {doing === 'on' && <SwitchOn email={user.email} onDone={done} onCancel={cancel} />}
      {doing === 'codes' && <RenewCodes onDone={done} onCancel={cancel} />}
      {doing === 'off' && (
        <DisableSecondFactor
          email={user.email}
          onCancel={cancel}
          onDone={() => {
            done(null);
            toast.done(t('factor.off_done'));
          }}
        />
      )}
    </Section>
  );
}
