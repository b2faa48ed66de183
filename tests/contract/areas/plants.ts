import type { plantsFeature } from '../../../src/features/plants/plants.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { jsonOf } from '../support/ask.ts';
import { NEVER, NOON } from '../support/canary-ground.ts';
import { aDevice, aWord, fresh, made, request } from '../support/making.ts';
import { recordNotesExamples } from '../support/record-notes.ts';
import { device, deviceNumber, NEW, NONE, plant, portNumber, word } from '../support/slot-kinds.ts';
import type { Things, World } from '../support/world.ts';

/** A plant that is archived or restored: none that anything else looks at; whoever asks is named for it. */
async function aPlant(world: World, { mark }: Things, archived = false) {
  const proj_code = `${mark}-${fresh()}`;
  const params = { proj_code };
  await request(world, 'plants.create', { body: { proj_code, name: `Plant ${mark}` } }, world.headers);
  if (archived) await request(world, 'plants.archive', { params, body: {} }, world.headers);
  const handOver = async (user_id: number) => {
    await world.test.arrange(
      `insert into company_user_plant (company_id, user_id, plant_id)
       select company_id, $2, id from plant where company_id = $1 and proj_code = $3`,
      [world.scope.company_id, user_id, proj_code],
    );
  };
  return { params, handOver };
}

/** A section of that plant which nothing else looks at. */
async function aSection(world: World, { proj_code, mark }: Things): Promise<string> {
  const body = { proj_code, name: `${mark} ${fresh()}` };
  return String((await made(world, 'plants.createSection', { body })).id);
}

/** A PDF with the mark in it, as a document of that plant. */
function aPdf({ proj_code, mark }: Things) {
  const body = Buffer.from(`%PDF-1.7\n% ${mark} ${fresh()}\n`);
  const query = { proj_code, title: `${mark} ${fresh()}`, kind: 'scheme' as const, file_name: `${mark}.pdf` };
  return { query: { ...query, size: body.length }, body };
}

/** A document of that plant which nothing else looks at; in the bin where it says so. */
async function aDocument(world: World, things: Things, binned = false): Promise<string> {
  const answer = await request(world, 'plantDocuments.add', aPdf(things), world.headers);
  const { id } = jsonOf(answer) as { id?: number };
  if (id === undefined) throw new Error(`no document was added: ${answer.text}`);
  if (binned) await request(world, 'plantDocuments.remove', { params: { id: String(id) } }, world.headers);
  return String(id);
}

const notes = recordNotesExamples('deviceNotes', device, ({ device_id }) => String(device_id));

/** Examples for the loops: plants and devices. */
export const area: AreaExamples<typeof plantsFeature.calls> = {
  examples: {
    plants: {
      list: () => ({}),
      legacyList: () => ({}),
      listSimplified: () => ({}),
      create: (_, { mark }) => ({ body: { proj_code: `${mark}-${fresh()}`, name: `Plant ${mark}` } }),
      update: (_, { proj_code, mark }) => ({ params: { proj_code }, body: { comune: `Town ${mark}` } }),
      listArchived: async (world, things) => {
        const { handOver } = await aPlant(world, things, true);
        return { handOver };
      },
      archive: async (world, things) => ({ ...(await aPlant(world, things)), body: {} }),
      restore: async (world, things) => ({ ...(await aPlant(world, things, true)), body: {} }),
      listDevices: (_, { proj_code }) => ({ query: { proj_code } }),
      getDevice: (_, { device_id }) => ({ params: { id: String(device_id) } }),
      createDevice: (_, { proj_code, mark }) => ({
        body: {
          proj_code,
          short_name: `${mark}-${fresh()}`,
          unit_id: 1,
          variables: [{ name: 'ac_power_kw' }],
        },
      }),
      addVariables: async (world, things) => ({
        body: { device_id: await aDevice(world, things), variables: [{ name: 'dc_power_kw' }] },
      }),
      devicesName: (_, { proj_code }) => ({ query: { proj_code } }),
      variablesName: () => ({}),
      createVariableName: (_, { mark }) => ({
        body: {
          name: `v_${fresh()}`,
          label_en: mark,
          label_it: mark,
          kind: 'gauge',
          quantity: 'other',
        },
      }),
      updateVariableName: async (world, { mark }) => ({
        params: { id: await aWord(world, 'variable_name') },
        body: { label_en: mark, label_it: `${mark} ${fresh()}`, decimals: 3 },
      }),
      removeVariableName: async (world) => ({ params: { id: await aWord(world, 'variable_name') } }),
      listSections: (_, { proj_code }) => ({ query: { proj_code } }),
      createSection: (_, { proj_code, mark }) => ({ body: { proj_code, name: `${mark} ${fresh()}` } }),
      updateSection: async (world, things) => ({
        params: { id: await aSection(world, things) },
        body: { name: `${things.mark} ${fresh()}`, tilt_deg: 30 },
      }),
      // Of a plant of its own: other examples add sections to the world's.
      orderSections: async (world, things) => {
        const { params, handOver } = await aPlant(world, things);
        const body = { ...params, ids: [Number(await aSection(world, { ...things, ...params }))] };
        return { body, handOver };
      },
      removeSection: async (world, things) => ({ params: { id: await aSection(world, things) } }),
      sectionHistory: async (world, things) => ({ params: { id: await aSection(world, things) } }),
      masterData: (_, { proj_code }) => ({ query: { proj_code } }),
      updateMasterData: (_, { proj_code, mark }) => ({
        params: { proj_code },
        body: {
          owner_name: `${mark} ${fresh()}`,
          contacts: [{ role: '', name: mark, phone: '', email: '' }],
        },
      }),
      masterDataHistory: (_, { proj_code }) => ({ params: { proj_code } }),
      plantTags: () => ({}),
      tags: () => ({}),
      tag: async (world) => ({ params: { id: await aWord(world, 'tag') } }),
    },
    devices: {
      units: (_, { proj_code }) => ({ query: { proj_code } }),
      unitsPlaced: (_, { proj_code }) => ({ query: { proj_code } }),
      unitTree: (_, { proj_code }) => ({ query: { proj_code } }),
      unitsOfPlant: (_, { proj_code }) => ({ query: { proj_code } }),
      sections: (_, { proj_code }) => ({ query: { proj_code } }),
      remove: async (world, things) => ({ params: { id: String(await aDevice(world, things)) } }),
    },
    plantDocuments: {
      list: async (world, things) => {
        await aDocument(world, things);
        return { query: { proj_code: things.proj_code } };
      },
      add: (_, things) => aPdf(things),
      change: async (world, things) => ({
        params: { id: await aDocument(world, things) },
        body: { title: `${things.mark} ${fresh()}`, kind: 'contract' },
      }),
      remove: async (world, things) => ({ params: { id: await aDocument(world, things) } }),
      listBin: async (world, things) => {
        await aDocument(world, things, true);
        return { query: { proj_code: things.proj_code } };
      },
      restore: async (world, things) => ({ params: { id: await aDocument(world, things, true) } }),
      purge: async (world, things) => ({ params: { id: await aDocument(world, things, true) } }),
      fileBucket: async (world, things) => ({
        query: { proj_code: things.proj_code, id: await aDocument(world, things) },
      }),
    },
    ...notes.examples,
  },
  slots: {
    ...notes.slots,
    // Those that may be seen of what is named: a page of an archived plant asks for it too.
    'plants.list codes': { ...plant, status: 200 },
    'plants.create proj_code': NEW,
    // A plant that is archived or restored is made by the example itself.
    'plants.archive proj_code': { made: true, missing: 'NO-SUCH-PLANT' },
    'plants.restore proj_code': { made: true, missing: 'NO-SUCH-PLANT' },
    'plants.getDevice id': device,
    // Numbers in a body, where a query has digits.
    'plants.createDevice port_id': portNumber,
    // Devices that are changed or deleted are made by the example itself.
    'devices.remove id': { made: true },
    'plants.addVariables device_id': deviceNumber,
    'plants.updateVariableName id': word,
    'plants.removeVariableName id': word,
    'plants.tag id': word,
    'plantDocuments.add size': NONE,
    'plantDocuments.add client_key': NONE,
    // Documents that are changed, deleted or read are made by the example itself.
    'plantDocuments.change id': { made: true },
    'plantDocuments.remove id': { made: true },
    'plantDocuments.restore id': { made: true },
    'plantDocuments.purge id': { made: true },
    'plantDocuments.fileBucket id': { made: true },
    // Sections that are changed or deleted are made by the example itself.
    'plants.updateSection id': { made: true },
    'plants.removeSection id': { made: true },
    'plants.sectionHistory id': { made: true },
  },
  rows: {
    plant: ({ company_id, mark }) => ({
      company_id,
      proj_code: `${mark}-C`,
      name: mark,
      comune: mark,
      potenza_nominale: 50,
      snooze_message: mark,
      snooze_date: NEVER,
    }),
    company_user_plant: ({ company_id, user_id, ids }) => ({ company_id, user_id, plant_id: ids.plant }),
    port: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      name: mark,
      host: `${mark}.example`,
    }),
    plant_section: ({ company_id, ids, mark }) => ({ company_id, plant_id: ids.plant, name: mark }),
    plant_master_data: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      pod: mark,
      gaudi_code: mark,
      gse_code: mark,
      owner_name: mark,
      address: mark,
      notes: mark,
      contacts: JSON.stringify([{ role: mark, name: mark, phone: mark, email: '' }]),
    }),
    device_category: ({ company_id, mark }) => ({
      company_id,
      name: `c_${mark}`,
      label_en: mark,
      label_it: mark,
      kind: 'other',
    }),
    variable_group: ({ company_id, mark }) => ({
      company_id,
      name: `g_${mark}`,
      label_en: mark,
      label_it: mark,
    }),
    tag: ({ company_id, mark }) => ({ company_id, name: mark, description: mark }),
    device: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      port_id: ids.port,
      section_id: ids.plant_section,
      category_id: ids.device_category,
      network: mark,
      subnet: mark,
      unit_id: 1,
      short_name: `${mark}-C`,
      description: mark,
      serial_number: `${mark} C`,
      manufacturer: mark,
      model: mark,
      template_key: mark,
      next_slot: 1,
    }),
    variable_name: ({ company_id, mark }) => ({
      company_id,
      name: `v_${mark}`,
      label_en: mark,
      label_it: mark,
      unit: mark,
      group_name: mark,
      kind: 'gauge',
      quantity: 'other',
    }),
    variable: ({ company_id, ids, mark }) => ({
      company_id,
      device_id: ids.device,
      variable_name_id: ids.variable_name,
      slot: 0,
      unit: mark.slice(0, 20),
      group_name: mark,
    }),
    device_tag: ({ company_id, ids }) => ({ company_id, device_id: ids.device, tag_id: ids.tag }),
    device_attribute: ({ company_id, ids, mark }) => ({
      company_id,
      device_id: ids.device,
      name: `a_${mark}`,
      function_code: 3,
      address: 0,
      length: 8,
      value: mark,
      read_at: NOON,
    }),
    configuration_version: ({ company_id, ids, mark }) => ({
      company_id,
      device_id: ids.device,
      number: 1,
      action: mark,
      snapshot: { short_name: mark },
    }),
    invitation_plant: ({ company_id, ids }) => ({
      company_id,
      invitation_id: ids.invitation,
      plant_id: ids.plant,
    }),
  },
  meaningful: {
    'plant.time_zone': 'the name of a time zone, which PostgreSQL counts days with',
    'variable.value_table': 'a list of the program, by its key',
    'variable_name.quantity': 'a word of a closed vocabulary, which answers are checked against',
  },
};
