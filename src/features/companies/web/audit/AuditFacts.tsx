import { IconArrowNarrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './audit.module.css';
import type { FactWords } from './audit-words.ts';

/** What an entry says of its action: a field, what it was, what it is. */
export function AuditFacts({ facts }: { facts: readonly FactWords[] }) {
  const { t } = useTranslation('companies');
  if (facts.length === 0) return '–';
  return (
    <ul className={classes.facts}>
      {facts.map(({ label, before, after }) => (
        <li key={label}>
          <span className="muted">{label}:</span> {before !== null && <s>{before}</s>}
          {before !== null && (
            <>
              <IconArrowNarrowRight size={14} aria-hidden="true" />
              <span className="visually-hidden">{t('audit.page.now')}</span>
            </>
          )}
          {after}
        </li>
      ))}
    </ul>
  );
}
