import cloudcontrol from '../../../../features/cloudcontrol/i18n/it.json';
import measurements from '../../../../features/measurements/i18n/it.json';
import board from '../../../../features/measurements/web/board/i18n/it.json';
import overview from '../../../../features/overview/i18n/it.json';
import plant from '../../../../features/overview/web/plant/i18n/it.json';
import plants from '../../../../features/plants/i18n/it.json';

export const words = { board, cloudcontrol, measurements, overview, plant, plants };
