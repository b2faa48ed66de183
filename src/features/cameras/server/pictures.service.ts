import type pg from 'pg';
import type { NetworkReach, NoteLed } from '../../../shared/server/endpoints/reach.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { pictureUrl } from '../cameras.model.ts';
import { NoPicture, type Taken, takePicture } from './camera-client.ts';
import type { CameraPictures, ShownPicture } from './camera-pictures.ts';
import { findCredentials, findServer, noteLed, type ServerRow } from './camera-servers.repository.ts';
import { type Credentials, openCredentials } from './camera-servers.service.ts';
import { findCamera } from './cameras.repository.ts';
import { cameraOff, noPicture } from './refusals.ts';

export interface PictureDeps {
  readonly pool: pg.Pool;
  readonly log: Logger;
  /** Credentials rest sealed with it. */
  readonly key: Uint8Array;
  /** What a company's cameras may be reached at. */
  readonly reach: (company_id: number, note: NoteLed) => NetworkReach;
  readonly pictures: CameraPictures;
}

interface Found {
  readonly id: number;
  readonly cam_num: number;
  readonly version: number;
  readonly server: ServerRow;
  readonly sealed: Buffer | null;
}

/** A camera that the scope may see, with how it is reached. @throws AppError not_found; conflict while it is off */
async function findWay({ pool }: PictureDeps, scope: Scope, id: number): Promise<Found> {
  return inScope(
    pool,
    scope,
    async (tx) => {
      const { plant_id, cam_num, version, is_active } = (await findCamera(tx, id)) ?? notFound();
      if (!is_active) throw cameraOff();
      const server = await findServer(tx, plant_id);
      if (!server) throw new NoPicture('no_server');
      return { id, cam_num, version, server, sealed: await findCredentials(tx, plant_id) };
    },
    'read only',
  );
}

function credentialsOf({ key, log }: PictureDeps, company_id: number, found: Found): Credentials | null {
  const { server, sealed } = found;
  if (!sealed) return null;
  try {
    return openCredentials(key, { company_id, plant_id: server.plant_id, server }, sealed);
  } catch (err) {
    // After a restore with another key.
    log.warn({ err, company_id, plant_id: server.plant_id }, "a camera's credentials could not be opened");
    throw new NoPicture('secret_lost');
  }
}

/** The picture of a camera that the scope may see. @throws AppError not_found, conflict, unavailable */
export async function showPicture(deps: PictureDeps, scope: Scope, id: number): Promise<ShownPicture> {
  const { company_id, owner_id } = scope;
  try {
    const found = await findWay(deps, scope, id);
    const { server, version, cam_num } = found;
    const take = async (): Promise<Taken> => {
      const credentials = credentialsOf(deps, company_id, found);
      const url = pictureUrl(server, cam_num);
      // What a name leads to is this company's from now on, as an address is.
      const note: NoteLed = (tx, led) => noteLed(tx, server, led);
      return takePicture({ url, credentials }, { reach: deps.reach(company_id, note) });
    };
    // A number of the row alone would be another plant's server's, where one was deleted and made anew.
    const key = [company_id, id, version, server.version, pictureUrl(server, cam_num)].join(' ');
    return await deps.pictures.show(key, { company_id, owner_id }, take);
  } catch (error) {
    if (error instanceof NoPicture) throw noPicture(error.fault);
    throw error;
  }
}
