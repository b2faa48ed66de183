import alarms from '../../features/alarms/server/refusals.it.json' with { type: 'json' };
import cloudcontrol from '../../features/cloudcontrol/server/refusals.it.json' with { type: 'json' };
import companies from '../../features/companies/server/refusals.it.json' with { type: 'json' };
import identity from '../../features/identity/server/refusals.it.json' with { type: 'json' };
import measurements from '../../features/measurements/server/refusals.it.json' with { type: 'json' };
import plants from '../../features/plants/server/refusals.it.json' with { type: 'json' };
import { Translator } from '../../shared/server/http/translator.ts';
import shared from '../../shared/server/refusals.it.json' with { type: 'json' };

/** What every room's refusals are called in Italian. */
export const refusalWords = new Translator(
  shared,
  identity,
  companies,
  plants,
  measurements,
  cloudcontrol,
  alarms,
);
