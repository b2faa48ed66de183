import type { Page } from 'playwright-core';
import { drawScene } from '../../simulators/camera-scene.ts';
import { noonOfJune, SHOWN_PLANT } from './noon.ts';
import { heading, press, type Screen } from './screen.ts';

const PATH = '/apps/asset/security';
const LIST = '**/api/v1/security_camera/';
const plant = { proj_code: SHOWN_PLANT, plant_name: 'Parco Solare Capitanata' };
const camera = (cam_num: number, cam_name: string, more: object = {}) => ({
  id: cam_num,
  cam_name,
  cam_num,
  is_thermal_camera: false,
  is_active: true,
  ...plant,
  version: 1,
  ...more,
});
const CAMERAS = [
  camera(1, 'Ingresso nord'),
  camera(2, 'Viale centrale'),
  camera(3, 'Cabina di consegna'),
  camera(4, 'Termica campo A', { is_thermal_camera: true }),
  camera(5, 'Termica campo B', { is_thermal_camera: true }),
  camera(6, 'Perimetro sud', { is_active: false }),
];
const SERVER = {
  ...plant,
  url_plant: 'https://cameras.example.com/nvr',
  port: 8443,
  is_https: true,
  picture_path: '/snapshot/{cam_num}',
  has_credentials: true,
  version: 1,
};
const answer = (cameras: readonly object[], plants: readonly object[]) => ({
  success: true,
  error: null,
  cameras,
  plants,
});

/** Live, live, an old one with the reason, thermal, and one that gives none. */
async function prepare(page: Page): Promise<void> {
  await page.route(LIST, (route) => route.fulfill({ json: answer(CAMERAS, [SERVER]) }));
  await page.route('**/api/v1/proxy_img/**', async (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get('id'));
    if (number === 5) {
      const errors = [{ path: '', message: 'timeout', code: 'timeout' }];
      return route.fulfill({ status: 502, json: { status: 502, code: 'unavailable', errors } });
    }
    const body = await drawScene({ number, is_thermal: number === 4 }, noonOfJune());
    const old = number === 3 ? { age: '840', 'x-picture-stale': 'no_connection' } : { age: '2' };
    return route.fulfill({ contentType: 'image/jpeg', body, headers: old });
  });
}

const full = { path: PATH, signedIn: true, prepare };
const drawn = (page: Page) => page.locator('[aria-busy=false] img').first().waitFor();
const dialog = (name: RegExp) => async (page: Page) => {
  await press(page, name);
  await page.getByRole('dialog').waitFor();
};
const SERVERS = /^(Server telecamere|Camera servers)$/;
const one = { path: `${PATH}/detail?camera=1`, signedIn: true, prepare, ready: drawn };

/** The wall of cameras and one of them. */
export const CAMERA_SCREENS: readonly Screen[] = [
  {
    ...full,
    name: 'security',
    ready: drawn,
    keyboard: { reaches: [SERVERS, /^(Riordina|Arrange)$/, /^Ingresso nord$/], stops: 40 },
  },
  {
    name: 'security-states',
    path: PATH,
    signedIn: true,
    ready: heading,
    stub: { call: LIST, empty: answer([], []) },
  },
  { ...full, name: 'security-arranging', ready: drawn, act: (page) => press(page, /^(Riordina|Arrange)$/) },
  { ...full, name: 'security-none-left', path: `${PATH}?plant=NONE`, ready: heading },
  { ...full, name: 'security-new', ready: drawn, act: dialog(/^(Aggiungi una telecamera|Add a camera)$/) },
  { ...full, name: 'security-servers', ready: drawn, act: dialog(SERVERS) },
  {
    ...full,
    name: 'security-server',
    ready: drawn,
    act: async (page) => {
      await dialog(SERVERS)(page);
      await press(page, /^(Server telecamere di|Camera server of) /);
      await page.getByRole('textbox', { name: /^(Utente|User)$/ }).waitFor();
    },
  },
  { ...one, name: 'camera' },
  { ...one, name: 'camera-old', path: `${PATH}/detail?camera=3` },
  { ...one, name: 'camera-edit', act: dialog(/^(Modifica|Edit)$/) },
  { ...one, name: 'camera-remove', act: dialog(/^(Elimina|Delete)$/) },
];
