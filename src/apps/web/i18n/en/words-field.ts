import bulk from '../../../../features/cloudcontrol/web/bulk/i18n/en.json';
import calc from '../../../../features/cloudcontrol/web/calc/i18n/en.json';
import catalogue from '../../../../features/cloudcontrol/web/catalogue/i18n/en.json';
import field from '../../../../features/cloudcontrol/web/field/i18n/en.json';
import find from '../../../../features/cloudcontrol/web/find/i18n/en.json';
import maps from '../../../../features/cloudcontrol/web/maps/i18n/en.json';
import registers from '../../../../features/cloudcontrol/web/registers/i18n/en.json';
import templates from '../../../../features/cloudcontrol/web/templates/i18n/en.json';

export const words = { bulk, calc, catalogue, field, find, maps, registers, templates };
