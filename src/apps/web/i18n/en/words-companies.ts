import companies from '../../../../features/companies/i18n/en.json';

export const words = { companies };
