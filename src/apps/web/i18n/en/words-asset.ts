import cloudcontrol from '../../../../features/cloudcontrol/i18n/en.json';
import measurements from '../../../../features/measurements/i18n/en.json';
import board from '../../../../features/measurements/web/board/i18n/en.json';
import overview from '../../../../features/overview/i18n/en.json';
import plant from '../../../../features/overview/web/plant/i18n/en.json';
import plants from '../../../../features/plants/i18n/en.json';

export const words = { board, cloudcontrol, measurements, overview, plant, plants };
