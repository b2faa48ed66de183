import { useTranslation } from 'react-i18next';
import { allowLine } from '../../../../shared/contract/allow-line.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { CodeBlock } from '../../../../shared/web/ui/CodeBlock.tsx';
import type { Reason } from '../../configured.contract.ts';

/** What the administrator would run, where something was refused because the company was not given it. */
export function allowCommand(reason: Reason | null, company_id: number): string | null {
  if (reason?.code === 'refused_tty' && reason.tty !== undefined)
    return allowLine(company_id, { tty: String(reason.tty) });
  if (reason?.code !== 'refused_address' || reason.address === undefined) return null;
  return allowLine(company_id, { host: String(reason.address), port: Number(reason.port) });
}

/** The same on screen, to be copied; nothing for any other reason. */
export function AllowCommand({ reason }: { reason: Reason | null }) {
  const { t } = useTranslation('cloudcontrol');
  const { id_client } = useCompany();
  const command = allowCommand(reason, id_client);
  return command && <CodeBlock title={t('acquisition.allow_command')} text={command} />;
}
