import mail from '../../../../shared/web/mail/i18n/it.json';

export const words = { mail };
