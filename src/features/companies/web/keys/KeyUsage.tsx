import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { CodeBlock } from '../../../../shared/web/ui/CodeBlock.tsx';
import { cardsExample, type Installation, readingsExample, sendExample } from './keys.model.ts';
import classes from './keys.module.css';
import type { MadeKey } from './NewKeyDialog.tsx';
import { useExample } from './use-example.ts';

interface Props {
  made: MadeKey | null;
  /** The table's own answer: asked for here as well, it could come a frame before the table has it. */
  tablePending: boolean;
}

/** Commands that work as they are pasted, with this installation's address, the company and, while it is shown, the key. */
export function KeyUsage({ made, tablePending }: Props) {
  const { t } = useTranslation('companies');
  const { id_client: company } = useCompany();
  const { plant, device, waiting } = useExample(made?.proj_code ?? null);
  // Below a table of unknown height, with words that are not known either, it would jump.
  if (tablePending || waiting) return null;
  const given: Installation = {
    origin: location.origin,
    company,
    key: made?.key,
    plant,
    device,
    wholeCompany: !made || made.proj_code === null,
    now: new Date(),
  };
  const may = (scope: 'ingest' | 'read') => made === null || made.scopes.includes(scope);
  return (
    <section className={classes.usage} aria-labelledby="key-usage">
      <h2 id="key-usage" className={classes.usageTitle}>
        {t('keys.usage.title')}
      </h2>
      <p className="muted">{made ? t('keys.usage.filled') : t('keys.usage.not_filled')}</p>
      <div className={classes.examples}>
        {may('ingest') && (
          <div className={classes.group}>
            <CodeBlock title={t('keys.usage.send')} text={sendExample(given)} />
            <p className={classes.note}>{t('keys.usage.send_note')}</p>
          </div>
        )}
        {may('read') && (
          <div className={classes.group}>
            <CodeBlock title={t('keys.usage.cards')} text={cardsExample(given)} />
            <CodeBlock title={t('keys.usage.readings')} text={readingsExample(given)} />
            <p className={classes.note}>{t('keys.usage.read_note', { company })}</p>
          </div>
        )}
      </div>
      <p>
        <a className={classes.link} href="/openapi" target="_blank" rel="noreferrer">
          {t('keys.usage.all_calls')}
        </a>
      </p>
    </section>
  );
}
