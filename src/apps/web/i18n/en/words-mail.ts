import mail from '../../../../shared/web/mail/i18n/en.json';

export const words = { mail };
