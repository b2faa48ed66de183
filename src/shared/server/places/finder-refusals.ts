import { AppError } from '../errors.ts';

const SOON_S = 5;

/** Why a company may not ask just now: too much of it waits, of all waits, or it has asked too much in this minute. */
export function tooMany(what: 'party' | 'all' | 'minute'): AppError {
  if (what === 'minute')
    return new AppError('limit', 'Too many address searches of this company; try again in a minute', {
      retryAfter_s: 60,
    });
  return new AppError('limit', 'Too many address searches wait already; try again shortly', {
    retryAfter_s: SOON_S,
  });
}

export const noGeocoder = (): AppError =>
  new AppError(
    'unavailable',
    'This installation does not search for addresses: search for the municipality, or have GEOCODER set by whoever runs it',
  );

const AWAY = 'The address search cannot be reached just now: try again, or set the place on the map';
const SENTENCES: Readonly<Record<string, string>> = {
  too_many:
    'The address search takes no more requests just now: try again later, or set the place on the map',
  status_503: 'The address search is busy just now: try again later, or set the place on the map',
  refused:
    'The address search refuses this installation: whoever runs it must check GEOCODER_KEY and GEOCODER_URL; set the place on the map meanwhile',
  timeout: 'The address search did not answer in time: try again, or set the place on the map',
  no_connection: AWAY,
  name_unknown: AWAY,
  broken: AWAY,
  not_allowed:
    'The address search stands in a network that OUTBOUND_ALLOW does not list: whoever runs this installation must add it; set the place on the map meanwhile',
};
const NO_ANSWER =
  'What stands at GEOCODER_URL gives no answer that can be used: whoever runs this installation must check it; set the place on the map meanwhile';

/** What a person is told of a geocoder's fault; nothing of address, key or answer. */
export function refusalOf(fault: string, pause_ms: number | undefined): AppError {
  const retry = pause_ms === undefined ? {} : { retryAfter_s: pause_ms / 1000 };
  return new AppError('unavailable', SENTENCES[fault] ?? NO_ANSWER, retry);
}
