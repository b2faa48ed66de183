import { Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { KeptMail } from '../../contract/mail.contract.ts';
import { HERE } from '../format/dates.ts';
import { useFormat } from '../format/use-format.ts';
import { Muted } from '../page/Text.tsx';
import classes from './mail.module.css';
import { type Paragraph, paragraphsOf } from './mail-text.model.ts';

function Lines({ pieces, standing }: Paragraph) {
  return (
    <Muted
      size={standing ? 'sm' : 'md'}
      className={classes.paragraph ?? ''}
      data-standing={standing || undefined}
    >
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
    </Muted>
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
        <Muted as="span">
          <time dateTime={mail.created_at}>{dateTime(mail.created_at, HERE)}</time>
        </Muted>
        <IconChevronDown size={16} aria-hidden="true" />
        <Muted as="span" size="md">
          {t('to', { address: mail.to_address })}
        </Muted>
      </summary>
      <Stack gap={12} p={16} lang={mail.language}>
        {paragraphs.map((paragraph) => (
          <Lines key={paragraph.pieces.map(({ text }) => text).join('')} {...paragraph} />
        ))}
      </Stack>
    </details>
  );
}
