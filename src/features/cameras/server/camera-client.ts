import type { SecureContextOptions } from 'node:tls';
import type { NetworkReach } from '../../../shared/server/endpoints/reach.ts';
import { type GuardedAnswer, NotReached, requestGuarded } from '../../../shared/server/guarded-request.ts';
import { type CameraFault, PICTURE_BYTES, PICTURE_WITHIN_MS } from '../cameras.model.ts';
import type { Credentials } from './camera-servers.service.ts';
import { answerChallenge } from './digest-auth.ts';
import { FirstFrame, isStream, type PictureContent, readPicture } from './picture-content.ts';

/** Why a camera gave no picture. */
export class NoPicture extends Error {
  readonly fault: CameraFault;
  constructor(code: CameraFault['code'], params: CameraFault['params'] = {}, cause?: unknown) {
    super(code, { cause });
    this.fault = { code, params };
  }
}

export interface CameraWay {
  readonly url: string;
  readonly credentials: Credentials | null;
}

export interface CameraClientDeps {
  /** What the camera's company may connect to. */
  readonly reach: NetworkReach;
  readonly within_ms?: number;
  readonly tls?: SecureContextOptions;
}

/** A picture and how old it is by the camera's own clock. */
export interface Taken extends PictureContent {
  readonly age_ms: number;
}

/** The head and the dashes around the picture of a stream. */
const AROUND = 16_384;

interface CameraAnswer extends GuardedAnswer {
  /** The first whole picture, where the answer is a stream of them. */
  readonly frame: Buffer | undefined;
}

/**
 * Asks a camera for a picture. Who is there is said only where it asks, and by digest where it can; nothing is followed, and what
 * comes is judged by its bytes.
 * @throws NoPicture
 */
export async function takePicture(way: CameraWay, deps: CameraClientDeps): Promise<Taken> {
  const { within_ms = PICTURE_WITHIN_MS } = deps;
  const until = performance.now() + within_ms;
  const ask = async (headers: Record<string, string>): Promise<CameraAnswer> => {
    let stream: FirstFrame | undefined;
    let frame: Buffer | undefined;
    const answer = await requestGuarded({
      method: 'GET',
      url: way.url,
      headers: { accept: 'image/jpeg, image/png;q=0.9, multipart/x-mixed-replace;q=0.8', ...headers },
      max_bytes: PICTURE_BYTES + AROUND,
      reach: deps.reach,
      within_ms: Math.max(1, Math.round(until - performance.now())),
      own_certificates: true,
      enough: ({ 'content-type': type }, piece) => {
        if (!isStream(type)) return false;
        stream ??= new FirstFrame(type ?? '');
        frame = stream.take(piece);
        return frame !== undefined;
      },
      ...(deps.tls ? { tls: deps.tls } : {}),
    }).catch((error: unknown) => {
      if (!(error instanceof NotReached)) throw error;
      // Where a camera stands is not shown to everybody who may look.
      const { reason } = error.params;
      throw new NoPicture(error.code, reason === undefined ? {} : { reason }, error);
    });
    return { ...answer, frame };
  };
  const first = await ask({});
  const answer = first.status === 401 ? await ask({ authorization: authorizationFor(first, way) }) : first;
  return pictureIn(answer, way);
}

function authorizationFor({ headers }: GuardedAnswer, { url, credentials }: CameraWay): string {
  if (!credentials) throw new NoPicture('no_credentials');
  const { pathname, search } = new URL(url);
  const asked = { method: 'GET', uri: `${pathname}${search}`, credentials };
  const answer = answerChallenge(headers['www-authenticate'] ?? '', asked);
  if (answer === undefined) throw new NoPicture('unauthorized');
  return answer;
}

function pictureIn({ status, headers, body, whole, frame }: CameraAnswer, { credentials }: CameraWay): Taken {
  if (status >= 300 && status < 400) throw new NoPicture('redirect', { status });
  if (status === 401 || status === 403) throw new NoPicture(credentials ? 'unauthorized' : 'no_credentials');
  if (status !== 200) throw new NoPicture('status', { status });
  const type = headers['content-type'];
  const bytes = isStream(type) ? frame : body;
  if (bytes === undefined && whole) throw new NoPicture('no_picture');
  // What is no picture by its beginning is that, however long it goes on.
  const read = readPicture(bytes ?? body);
  if ('fault' in read && read.fault === 'no_picture') throw new NoPicture('no_picture');
  if (bytes === undefined || (!whole && !isStream(type)) || bytes.length > PICTURE_BYTES)
    throw new NoPicture('too_large', { most_mb: PICTURE_BYTES / 1024 / 1024 });
  if ('fault' in read) throw new NoPicture(read.fault);
  return { ...read, age_ms: ageOf(headers) };
}

/** How old the camera says that its picture is, by its own clock at both ends. */
function ageOf({ date, 'last-modified': modified }: GuardedAnswer['headers']): number {
  const age_ms = Date.parse(date ?? '') - Date.parse(modified ?? '');
  return Number.isFinite(age_ms) ? Math.max(0, age_ms) : 0;
}
