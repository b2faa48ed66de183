import { abbB23B24 } from './abb-b23-b24.ts';
import { carloGavazziEm340 } from './carlo-gavazzi-em340.ts';
import { eastronSdm630 } from './eastron-sdm630.ts';
import { huaweiSun2000 } from './huawei-sun2000.ts';
import { janitzaUmg96 } from './janitza-umg-96.ts';
import type { KnownDevice } from './known-device.ts';
import { moxaIologikE1210 } from './moxa-iologik-e1210.ts';
import { moxaIologikE1240 } from './moxa-iologik-e1240.ts';
import { schneiderIem3000 } from './schneider-iem3000.ts';
import { smaSunnyTripower } from './sma-sunny-tripower.ts';
import { sungrowSg } from './sungrow-sg.ts';
import { weidmuellerTransclinic16i } from './weidmueller-transclinic-16i.ts';

/** Makers' devices that come with the program, by their keys. The demonstration's own are no one's and stand apart. */
export const knownDevices: readonly KnownDevice[] = [
  abbB23B24,
  carloGavazziEm340,
  eastronSdm630,
  huaweiSun2000,
  janitzaUmg96,
  moxaIologikE1210,
  moxaIologikE1240,
  schneiderIem3000,
  smaSunnyTripower,
  sungrowSg,
  weidmuellerTransclinic16i,
];
