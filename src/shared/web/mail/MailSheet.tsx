import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { KeptMail } from '../../contract/mail.contract.ts';
import { HERE } from '../format/dates.ts';
import { useFormat } from '../format/use-format.ts';
import classes from './mail.module.css';
import { type Paragraph, paragraphsOf } from './mail-text.model.ts';

function Lines({ pieces, standing }: Paragraph) {
  return (
    <p className={classes.paragraph} data-standing={standing || undefined}>
      {pieces.map(({ text, to }) =>
        to === undefined ? (
          text
        ) : (
          // Loaded anew, as from a mail: whoever is signed in here may not be whom it is for.
          <a key={to} href={to} className={classes.link}>
            {text}
          </a>
        ),
      )}
    </p>
  );
}

/** One mail; its head folds it. */
export function MailSheet({ mail, open }: { mail: KeptMail; open: boolean }) {
  const { t } = useTranslation('mail');
  const { dateTime } = useFormat();
  const paragraphs = paragraphsOf(mail.body_text, new URL(location.href));
  return (
    <details className={classes.mail} open={open}>
      <summary className={classes.summary}>
        <h2 className={classes.subject} lang={mail.language}>
          {mail.subject}
        </h2>
        <span className={classes.to}>{t('to', { address: mail.to_address })}</span>
        <time className={classes.when} dateTime={mail.created_at}>
          {dateTime(mail.created_at, HERE)}
        </time>
        <IconChevronDown size={16} aria-hidden="true" className={classes.chevron} />
      </summary>
      <div className={classes.body} lang={mail.language}>
        {paragraphs.map((paragraph) => (
          <Lines key={paragraph.pieces.map(({ text }) => text).join('')} {...paragraph} />
        ))}
      </div>
    </details>
  );
}
