import identity from '../../../../features/identity/i18n/en.json';
import common from '../../../../shared/web/i18n/en.json';

export const words = { common, identity };
