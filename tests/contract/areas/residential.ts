import type { residentialFeature } from '../../../src/features/residential/residential.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { DAY } from '../support/canary-ground.ts';
import { fresh, made } from '../support/making.ts';
import { NEW, NONE } from '../support/slot-kinds.ts';
import type { Things, World } from '../support/world.ts';

/** The plant as a home, with a battery's names among what it may tell. */
async function aHome({ test, scope }: World, { plant_id, mark }: Things): Promise<void> {
  await test.arrange(
    `insert into home (company_id, plant_id, district, owner_name, inverter_model) values ($1, $2, $3, $3, $3)
     on conflict (company_id, plant_id) do nothing`,
    [scope.company_id, plant_id, mark],
  );
}

/** A project of the company, which every colleague may know: its name carries no mark. */
async function aProject({ test, scope }: World, kind = 'other'): Promise<number> {
  const [row] = await test.arrange<{ id: number }>(
    'insert into residential_project (company_id, name, kind) values ($1, $2, $3) returning id',
    [scope.company_id, `w_${fresh()}`, kind],
  );
  return Number(row?.id);
}

const ofHome = async (world: World, things: Things) => {
  await aHome(world, things);
  return { query: { proj_code: things.proj_code } };
};
const atHome = async (world: World, things: Things) => {
  await aHome(world, things);
  return { params: { proj_code: things.proj_code } };
};
const ofProject = async (world: World, things: Things) => {
  await aHome(world, things);
  const project_id = await aProject(world);
  await world.test.arrange('update home set project_id = $3 where company_id = $1 and plant_id = $2', [
    world.scope.company_id,
    things.plant_id,
    project_id,
  ]);
  return { query: { project_id: String(project_id) } };
};
const nothing = async (world: World, things: Things) => {
  await aHome(world, things);
  return {};
};
const project = { made: true, plantless: true } as const;

/** Examples for the loops: homes. */
export const area: AreaExamples<typeof residentialFeature.calls> = {
  examples: {
    residential: {
      projects: nothing,
      hub110Projects: async (world, things) => {
        await aProject(world, 'hub110');
        return nothing(world, things);
      },
      createProject: (_, { mark }) => ({ body: { name: `Project ${mark} ${fresh()}`, description: mark } }),
      changeProject: async (world, { mark }) => ({
        params: { id: String(await aProject(world)) },
        body: { description: mark },
      }),
      removeProject: async (world) => ({ params: { id: String(await aProject(world)) } }),
      plants: ofProject,
      exportHomes: ofProject,
      getHome: atHome,
      createHome: async (world, { mark }) => ({
        body: {
          proj_code: `${mark}-${fresh()}`,
          name: `Home ${mark}`,
          district: mark,
          owner_name: mark,
          project_id: await aProject(world),
        },
      }),
      changeHome: async (world, things) => ({
        ...(await atHome(world, things)),
        body: { district: things.mark, storage_kwh: 10, project_id: await aProject(world) },
      }),
      connectedDevices: ofProject,
      devicesDataSendingStatuses: ofProject,
      devices: ofHome,
      variables: nothing,
      nominalCapacity: ofProject,
      rresData: ofProject,
      groupDays: ofProject,
      ranking: ofProject,
      storage: ofProject,
      exportRanking: ofProject,
      exportStorage: ofProject,
      places: ofProject,
      settings: () => ({}),
      changeSettings: () => ({ body: { readings_kept_months: 12 } }),
      plantData: ofHome,
      plantDataLast: ofHome,
      pdayData: ofHome,
      homePeriods: ofHome,
      computedPower: ofHome,
      chartData: async (world, things) => {
        const { query } = await ofHome(world, things);
        return { query: { ...query, variables: 'ac_power_kw', start: DAY, end: DAY } };
      },
    },
    residentialFamily: {
      createLink: async (world, things) => ({ ...(await atHome(world, things)), body: {} }),
      withdrawLink: atHome,
      // A home of its own: others are still asked about.
      erase: async (world, { mark }) => {
        const proj_code = `${mark}-${fresh()}`;
        await made(world, 'residential.createHome', { body: { proj_code, name: `Home ${mark}` } });
        const handOver = async (user_id: number) => {
          await world.test.arrange(
            `insert into company_user_plant (company_id, user_id, plant_id)
             select company_id, $2, id from plant where company_id = $1 and proj_code = $3`,
            [world.scope.company_id, user_id, proj_code],
          );
        };
        return { params: { proj_code }, body: {}, handOver };
      },
      get: async (world, things) => {
        const { params } = await atHome(world, things);
        const { url } = await made(world, 'residentialFamily.createLink', { params, body: {} });
        return { params: { token: String(url).split('/').at(-1) ?? '' } };
      },
    },
  },
  slots: {
    project_id: project,
    'residential.changeProject id': project,
    'residential.removeProject id': project,
    'residential.createHome proj_code': NEW,
    // Names of what devices tell.
    'residential.chartData variables': NONE,
  },
  rows: {
    residential_project: ({ company_id, mark }) => ({ company_id, name: mark, description: mark }),
    home: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      project_id: ids.residential_project,
      district: mark,
      pod: mark,
      inverter_model: mark,
      owner_name: mark,
      owner_phone: mark,
      owner_email: mark,
    }),
    residential_setting: ({ company_id }) => ({ company_id, readings_kept_months: 24 }),
    cloud_company: ({ company_id }) => ({ company_id, vendor: 'solaredge', day: DAY, asked: 1 }),
    cloud_vendor: () => ({ vendor: 'solaredge', day: DAY, asked: 1 }),
    home_cloud_site: ({ company_id, ids }) => ({
      company_id,
      plant_id: ids.plant,
      vendor: 'solaredge',
      site_id: `S${ids.plant}`,
    }),
    home_day: ({ company_id, ids }) => ({
      company_id,
      plant_id: ids.plant,
      day: DAY,
      produced_kwh: 12.5,
      used_kwh: null,
      fault: 'used_below_zero',
      wrong_meter: 'exchange',
    }),
    home_group_day: ({ company_id, ids }) => ({
      company_id,
      project_id: ids.residential_project,
      day: DAY,
      members: 1,
      homes: 5,
      produced_kwh: 60,
      imported_kwh: 20,
      exported_kwh: 30,
      charged_kwh: 0,
      discharged_kwh: 0,
      used_kwh: 50,
      self_used_kwh: 30,
    }),
  },
  meaningful: {
    'home.former_prices': 'figures and days',
    'cloud_company.vendor': 'a word of the program',
    'cloud_vendor.vendor': 'a word of the program',
    'home_cloud_site.vendor': 'a word of the program',
    'home_cloud_site.site_id': 'a number that the vendor gave',
    'home_cloud_site.fault': 'a code of the program',
    'home_cloud_site.counters': 'figures',
  },
};
