import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, IdNumber, INT_MAX, lineOf, nameOf, ProjCode, Version } from '../../shared/contract/fields.ts';
import { hidesSomething } from '../../shared/units/unseen.ts';
import { MAX_CAMERAS } from './cameras.model.ts';

/** What each call says when it is refused: its problem document holds it as `error`, and `success` (false). // spec §7, §8 */
const FAILED = {
  list: 'Error loading cameras',
  create: 'Error creating a new camera',
  change: 'Error updating camera',
  remove: 'Error on camera delete',
  server: 'Error updating plant',
};

const Done = z.object({ success: z.literal(true), error: z.null() });

const StreamNumber = z.int().min(1).max(INT_MAX);

// spec §3: Security camera
export const Camera = z.object({
  id: z.int(),
  cam_name: z.string(),
  /** The same, as the body that adds a camera calls it. */
  name: z.string(),
  cam_num: z.int().describe('the number of its stream'),
  /** The same, as the body that adds a camera calls it. */
  stream: z.int(),
  is_thermal_camera: z.boolean(),
  is_active: z.boolean(),
  proj_code: z.string(),
  plant_name: z.string(),
  version: z.int(),
});
export type Camera = z.infer<typeof Camera>;

const Secret = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !hidesSomething(text), {
      error: 'must be one line without characters that nobody sees',
      params: { code: 'unseen_characters' },
    });

// spec §3: Camera plant
const ServerFields = z.object({
  url_plant: nameOf(500).describe(
    'base URL, without a user or password; its scheme counts where is_https is left out',
  ),
  port: z.int().min(1).max(65_535),
  is_https: z.boolean(),
  picture_path: lineOf(300)
    .optional()
    .describe('where below the base URL a picture stands; {cam_num} is the number of the stream'),
  username: Secret(100)
    .optional()
    .describe('left out: what is stored stays, unless the server stands elsewhere now; empty: is forgotten'),
  password: Secret(200).optional(),
});

export const CameraServer = z.object({
  proj_code: z.string(),
  plant_name: z.string(),
  url_plant: z.string(),
  port: z.int(),
  is_https: z.boolean(),
  picture_path: z.string(),
  /** Whether a user and password are stored; they are shown to nobody. */
  has_credentials: z.boolean(),
  version: z.int(),
});
export type CameraServer = z.infer<typeof CameraServer>;

const SavedCamera = Done.extend({ camera: Camera });
const SavedServer = Done.extend({ plant: CameraServer });
const CameraPath = z.object({ id: Id });
const PlantPath = z.object({ proj_code: ProjCode });

export const camerasCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/security_camera/',
    list: 'cameras',
    summary: "Cameras in the person's order, and, for who may change them, how each plant's are reached",
    topics: ['cameras', 'plants'],
    failed: FAILED.list,
    access: 'asset.read',
    query: z.object({
      proj_code: ProjCode.optional(),
      is_thermal_camera: z
        .enum(['true', 'false'])
        .optional()
        .describe('only thermal cameras, or only the others'),
    }),
    ok: Done.extend({ cameras: z.array(Camera), plants: z.array(CameraServer) }),
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/security_camera/',
    summary: 'Adds a camera of a plant; stream is its cam_num',
    topics: ['cameras'],
    failed: FAILED.create,
    access: 'plants.write',
    body: z.object({
      proj_code: ProjCode,
      name: nameOf(80),
      stream: StreamNumber,
      is_thermal_camera: z.boolean().default(false),
    }),
    ok: SavedCamera,
    status: 201,
  }),
  change: call({
    method: 'PUT',
    path: '/api/v1/security_camera/{id}/',
    summary: 'Changes a camera; a stale version is a conflict',
    topics: ['cameras'],
    failed: FAILED.change,
    access: 'plants.write',
    params: CameraPath,
    body: z.object({
      id: IdNumber.optional().describe('the same as in the path'),
      cam_name: nameOf(80).optional(),
      cam_num: StreamNumber.optional(),
      is_thermal_camera: z.boolean().optional(),
      is_active: z.boolean().optional(),
      version: Version.optional(),
    }),
    ok: SavedCamera,
    conflict: Camera,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/security_camera/{id}/',
    summary: 'Deletes a camera',
    topics: ['cameras'],
    failed: FAILED.remove,
    access: 'plants.write',
    params: CameraPath,
    ok: Done,
  }),
  createServer: call({
    method: 'POST',
    path: '/api/v1/security_camera_plant/',
    confirmed: 'always',
    reaches: 'camera',
    summary: "Says how a plant's cameras are reached",
    topics: ['cameras'],
    failed: FAILED.server,
    access: 'plants.write',
    body: ServerFields.extend({ proj_code: ProjCode }),
    ok: SavedServer,
    status: 201,
  }),
  changeServer: call({
    method: 'PUT',
    path: '/api/v1/security_camera_plant/{proj_code}/',
    confirmed: 'always',
    reaches: 'camera',
    summary: "Changes how a plant's cameras are reached; a stale version is a conflict",
    topics: ['cameras'],
    failed: FAILED.server,
    access: 'plants.write',
    params: PlantPath,
    body: ServerFields.partial().extend({
      proj_code: ProjCode.optional().describe('the same as in the path'),
      version: Version.optional(),
    }),
    ok: SavedServer,
    conflict: CameraServer,
  }),
  removeServer: call({
    method: 'DELETE',
    path: '/api/v1/security_camera_plant/{proj_code}/',
    summary: "Forgets how a plant's cameras are reached; the cameras stay, without pictures",
    topics: ['cameras'],
    failed: FAILED.server,
    access: 'plants.write',
    params: PlantPath,
    ok: Done,
  }),
  order: call({
    method: 'PUT',
    path: '/api/v1/camera-order/',
    summary: 'The order in which the person looks at cameras; those that are left out come after',
    topics: ['cameras'],
    access: 'asset.read',
    body: z.object({ camera_ids: z.array(IdNumber).max(MAX_CAMERAS.company) }),
    ok: z.undefined(),
    status: 204,
  }),
  proxyImg: call({
    method: 'GET',
    path: '/api/v1/proxy_img/',
    summary:
      "A camera's picture. `age` is how many seconds ago it was taken, x-picture-taken-at when; x-picture-stale says why it is not a live one",
    topics: ['cameras'],
    access: 'asset.read',
    // The camera is waited for, up to ten seconds, and the picture is no JSON.
    tx: 'none',
    query: z.object({ id: Id.describe('the number of the camera') }),
    ok: z.instanceof(Blob),
    produces: 'image/jpeg',
    produces_also: ['image/png'],
    refuses: [409, 502],
  }),
});
