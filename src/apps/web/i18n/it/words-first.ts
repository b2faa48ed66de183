import identity from '../../../../features/identity/i18n/it.json';
import common from '../../../../shared/web/i18n/it.json';

export const words = { common, identity };
