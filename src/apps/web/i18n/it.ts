import alarms from '../../../features/alarms/i18n/it.json';
import detail from '../../../features/alarms/web/detail/i18n/it.json';
import logs from '../../../features/alarms/web/logs/i18n/it.json';
import rules from '../../../features/alarms/web/rules/i18n/it.json';
import snooze from '../../../features/alarms/web/snooze/i18n/it.json';
import told from '../../../features/alarms/web/told/i18n/it.json';
import cloudcontrol from '../../../features/cloudcontrol/i18n/it.json';
import bulk from '../../../features/cloudcontrol/web/bulk/i18n/it.json';
import calc from '../../../features/cloudcontrol/web/calc/i18n/it.json';
import catalogue from '../../../features/cloudcontrol/web/catalogue/i18n/it.json';
import field from '../../../features/cloudcontrol/web/field/i18n/it.json';
import find from '../../../features/cloudcontrol/web/find/i18n/it.json';
import maps from '../../../features/cloudcontrol/web/maps/i18n/it.json';
import registers from '../../../features/cloudcontrol/web/registers/i18n/it.json';
import templates from '../../../features/cloudcontrol/web/templates/i18n/it.json';
import companies from '../../../features/companies/i18n/it.json';
import identity from '../../../features/identity/i18n/it.json';
import measurements from '../../../features/measurements/i18n/it.json';
import board from '../../../features/measurements/web/board/i18n/it.json';
import overview from '../../../features/overview/i18n/it.json';
import plant from '../../../features/overview/web/plant/i18n/it.json';
import plants from '../../../features/plants/i18n/it.json';
import charts from '../../../shared/web/charts/i18n/it.json';
import common from '../../../shared/web/i18n/it.json';
import mail from '../../../shared/web/mail/i18n/it.json';

export const words = {
  common,
  charts,
  identity,
  catalogue,
  field,
  find,
  registers,
  templates,
  companies,
  overview,
  plant,
  plants,
  alarms,
  detail,
  snooze,
  logs,
  told,
  rules,
  cloudcontrol,
  bulk,
  calc,
  maps,
  measurements,
  board,
  mail,
};
