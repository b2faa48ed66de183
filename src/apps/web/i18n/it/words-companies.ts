import companies from '../../../../features/companies/i18n/it.json';

export const words = { companies };
