import { AppError, type AppErrorOptions } from '../../../shared/server/errors.ts';
import type { AddressFault, CameraFault } from '../cameras.model.ts';

const FIELDS = {
  address: { path: 'url_plant', message: 'must be an address such as https://cameras.example.com' },
  scheme: {
    path: 'url_plant',
    message: 'must begin with https:// or http://',
  },
  credentials: {
    path: 'url_plant',
    message: 'must not hold a user or password: they have fields of their own',
  },
  port: { path: 'url_plant', message: 'must not name another port than the field beside it' },
  query: {
    path: 'url_plant',
    message: 'must not hold a question mark or #: say where the picture stands in its own field',
  },
  path: { path: 'picture_path', message: 'must begin with / and hold neither blanks nor #' },
  path_credentials: {
    path: 'picture_path',
    message: 'must not hold a user or password: they have fields of their own',
  },
  no_username: { path: 'username', message: 'needed with a password' },
} as const satisfies Record<AddressFault | string, { path: string; message: string }>;

/** A field that nothing can be done with. */
export function addressFault(fault: keyof typeof FIELDS): AppError {
  const { path, message } = FIELDS[fault];
  return new AppError('invalid', 'Data is not valid', {
    errors: [{ path, message, code: `${path}_${fault}` }],
  });
}

const conflict = (message: string, error: { path: string; code: string; params?: Record<string, number> }) =>
  new AppError('conflict', message, { errors: [{ message, ...error }] });

export const numberTaken = (path: 'stream' | 'cam_num'): AppError =>
  conflict('Another camera of this plant has this stream number', { path, code: 'number_taken' });

export const serverThere = (): AppError =>
  conflict('This plant has a camera server already: change that one', { path: '', code: 'server_there' });

export const tooManyCameras = (most: number, of: 'plant' | 'company'): AppError =>
  conflict(of === 'plant' ? `A plant has ${most} cameras at most` : `A company has ${most} cameras at most`, {
    path: '',
    code: `too_many_of_${of}`,
    params: { most },
  });

export const cameraOff = (): AppError =>
  conflict('This camera is switched off', { path: '', code: 'camera_off' });

const GATEWAY: AppErrorOptions = { status: 502, retryAfter_s: 5 };

/** There is no picture to show, not even an old one. */
export function noPicture({ code, params }: CameraFault): AppError {
  const message = 'The camera gave no picture';
  return new AppError('unavailable', message, { ...GATEWAY, errors: [{ path: '', message, code, params }] });
}
