import type { FastifyReply } from 'fastify';
import { type Handlers, SENT } from '../../../shared/server/http/mount.ts';
import type { camerasCalls } from '../cameras.contract.ts';
import type { ShownPicture } from './camera-pictures.ts';
import { changeServer, createServer, removeServer } from './camera-servers.service.ts';
import { changeCamera, createCamera, orderCameras, presentCameras, removeCamera } from './cameras.service.ts';
import { type PictureDeps, showPicture } from './pictures.service.ts';

/** A picture with its age; a browser opens it as nothing else, and keeps it nowhere. */
function asPicture(reply: FastifyReply, picture: ShownPicture, now: number): FastifyReply {
  const { media_type, bytes, taken_at, stale } = picture;
  reply.request.headers['x-no-compression'] = '1';
  if (stale) reply.header('x-picture-stale', stale.code);
  return reply
    .type(media_type)
    .header('age', Math.max(0, Math.round((now - taken_at) / 1000)))
    .header('x-picture-taken-at', new Date(taken_at).toISOString())
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(bytes);
}

/** Calls about cameras, how they are reached, and their pictures. */
export function camerasHandlers(deps: PictureDeps): Handlers<typeof camerasCalls> {
  const { key } = deps;
  return {
    list: ({ tx, query }) => presentCameras(tx, query),
    create: ({ tx, body }) => createCamera(tx, body),
    change: ({ tx, params, body }) => changeCamera(tx, params.id, body),
    remove: ({ tx, params }) => removeCamera(tx, params.id),
    createServer: ({ tx, body }) => createServer(tx, key, body),
    changeServer: ({ tx, params, body }) => changeServer(tx, key, { ...params, change: body }),
    removeServer: ({ tx, params }) => removeServer(tx, params.proj_code),
    order: ({ tx, body }) => orderCameras(tx, body.camera_ids),
    async proxyImg({ scope, query, reply, stillAdmitted }) {
      const picture = await showPicture(deps, scope, query.id);
      await stillAdmitted();
      await asPicture(reply, picture, Date.now());
      return SENT;
    },
  };
}
