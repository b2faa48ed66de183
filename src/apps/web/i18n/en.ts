import alarms from '../../../features/alarms/i18n/en.json';
import companies from '../../../features/companies/i18n/en.json';
import identity from '../../../features/identity/i18n/en.json';
import measurements from '../../../features/measurements/i18n/en.json';
import board from '../../../features/measurements/web/board/i18n/en.json';
import overview from '../../../features/overview/i18n/en.json';
import plant from '../../../features/overview/web/plant/i18n/en.json';
import charts from '../../../shared/web/charts/i18n/en.json';
import common from '../../../shared/web/i18n/en.json';
import mail from '../../../shared/web/mail/i18n/en.json';

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
