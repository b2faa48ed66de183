import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { download } from '../../../../shared/web/charts/download.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { whatIfCalls } from '../../what-if.contract.ts';

/** The saved result as a PDF, in the reader's language. */
export function PrintButton({ code }: { code: string }) {
  const { t } = useTranslation('simulations');
  const { language } = useFormat();
  const { id_client: company } = useCompany();
  const sentence = useRefusalSentence();
  const [busy, setBusy] = useState(false);
  const print = async () => {
    setBusy(true);
    try {
      const pdf = await send(whatIfCalls.document, { params: { id: code }, query: { language }, company });
      download(pdf, `${t('document.name')}-${code}.pdf`);
    } catch (fault) {
      toast.failed(sentence(fault));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
      onClick={() => void print()}
    >
      {t('document.pdf')}
    </Button>
  );
}
