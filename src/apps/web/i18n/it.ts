import alarms from '../../../features/alarms/i18n/it.json';
import companies from '../../../features/companies/i18n/it.json';
import identity from '../../../features/identity/i18n/it.json';
import measurements from '../../../features/measurements/i18n/it.json';
import board from '../../../features/measurements/web/board/i18n/it.json';
import overview from '../../../features/overview/i18n/it.json';
import plant from '../../../features/overview/web/plant/i18n/it.json';
import charts from '../../../shared/web/charts/i18n/it.json';
import common from '../../../shared/web/i18n/it.json';
import mail from '../../../shared/web/mail/i18n/it.json';

export const words = {
  common,
  charts,
  identity,
  companies,
  overview,
  plant,
  alarms,
  measurements,
  board,
  mail,
};
