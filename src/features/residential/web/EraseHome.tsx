import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Out } from '../../../shared/contract/call.ts';
import { send } from '../../../shared/web/api/send.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Fact, Facts } from '../../../shared/web/page/Facts.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { ConfirmAction } from '../../../shared/web/ui/ConfirmAction.tsx';
import { CopyButton } from '../../../shared/web/ui/CopyButton.tsx';
import { Dialog } from '../../../shared/web/ui/Dialog.tsx';
import { DialogFooter } from '../../../shared/web/ui/DialogFooter.tsx';
import { toast } from '../../../shared/web/ui/toast.ts';
import { familyCalls } from '../family.contract.ts';
import type { HomeDetail } from '../homes.contract.ts';

type Proof = Out<(typeof familyCalls)['erase']['ok']>;

/** What was deleted, for whoever asked for it; the audit says the same. */
function ErasedHome({ home, proof, onClose }: { home: HomeDetail; proof: Proof; onClose: () => void }) {
  const { t } = useTranslation('residential');
  const { number, dateTime } = useFormat();
  const facts: [label: string, value: string][] = [
    [t('erase.proof.home'), home.name],
    [t('erase.proof.code'), home.proj_code],
    [t('erase.proof.erased_at'), dateTime(proof.erased_at)],
    [t('erase.proof.devices'), number(proof.devices, 0)],
    [t('erase.proof.days'), number(proof.days, 0)],
    [t('erase.proof.pseudonym'), proof.pseudonym],
    [t('erase.proof.members'), number(proof.members, 0)],
    [t('erase.proof.statements'), number(proof.statements, 0)],
  ];
  const kept = proof.statements > 0 ? [t('erase.proof.kept')] : [];
  const text = [t('erase.proof.title'), ...facts.map((fact) => fact.join(': ')), ...kept].join('\n');
  return (
    <Dialog title={t('erase.proof.title')} size={520} onClose={onClose}>
      <Facts look="rows">
        {facts.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </Facts>
      {kept.map((sentence) => (
        <Text key={sentence} component="p" size="sm" mt="md">
          {sentence}
        </Text>
      ))}
      <DialogFooter text={<Muted>{t('erase.proof.hint')}</Muted>}>
        <CopyButton text={text} label={t('erase.proof.what')} />
        <Button onClick={onClose}>{t('erase.proof.done')}</Button>
      </DialogFooter>
    </Dialog>
  );
}

/** Asks before a home's data are deleted for good, shows the proof, and leads back to the others. */
export function EraseHome({ home, onClose }: { home: HomeDetail; onClose: () => void }) {
  const { t } = useTranslation('residential');
  const { id_client: company } = useCompany();
  const navigate = useNavigate();
  const [proof, setProof] = useState<Proof>();
  const erased = useRef(false);
  const { name, proj_code } = home;
  if (proof)
    return (
      <ErasedHome
        home={home}
        proof={proof}
        onClose={() => void navigate({ to: '/apps/cerresid/residenziale' })}
      />
    );
  return (
    <ConfirmAction
      title={t('erase.title', { name })}
      confirm={t('erase.confirm')}
      words="residential"
      act={async () => {
        const done = await send(familyCalls.erase, { params: { proj_code }, body: {}, company });
        erased.current = true;
        setProof(done);
      }}
      onDone={() => toast.deleted(name)}
      // The proof takes its place.
      onClose={() => erased.current || onClose()}
    >
      <p>{t('erase.text')}</p>
    </ConfirmAction>
  );
}
