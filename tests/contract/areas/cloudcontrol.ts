import type { cloudcontrolFeature } from '../../../src/features/cloudcontrol/cloudcontrol.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { DAY, NOON } from '../support/canary-ground.ts';
import {
  aBinned,
  aCalcGroup,
  aNewName,
  aPort,
  aQuestion,
  aTemplate,
  body,
  calculationOf,
  questionOf,
  someParts,
} from '../support/cloudcontrol-things.ts';
import { aDevice, aWord, fresh } from '../support/making.ts';
import { device, deviceNumber, NONE, portNumber, question, word } from '../support/slot-kinds.ts';

/** Examples for the loops: configuration. */
export const area: AreaExamples<typeof cloudcontrolFeature.calls> = {
  examples: {
    catalogue: {
      listNames: () => ({}),
      listCategories: () => ({}),
      createCategory: (_, { mark }) => ({
        body: { name: `c_${fresh()}`, label_en: mark, label_it: mark, kind: 'other' },
      }),
      updateCategory: async (world, { mark }) => ({
        params: { id: await aWord(world, 'device_category') },
        body: { label_en: `${mark} ${fresh()}` },
      }),
      removeCategory: async (world) => ({ params: { id: await aWord(world, 'device_category') } }),
      listGroups: () => ({}),
      createGroup: (_, { mark }) => ({ body: { name: `g_${fresh()}`, label_en: mark, label_it: mark } }),
      updateGroup: async (world, { mark }) => ({
        params: { id: await aWord(world, 'variable_group') },
        body: { name: `g_${fresh()}`, label_en: mark, colour: '#0E8F82' },
      }),
      removeGroup: async (world) => ({ params: { id: await aWord(world, 'variable_group') } }),
      orderGroups: async (world) => {
        const groups = await world.test.arrange<{ id: number; version: number }>(
          'select id::int, version from variable_group where company_id = $1 order by position desc, name',
          [world.scope.company_id],
        );
        return { body: { groups } };
      },
      listTags: () => ({}),
      createTag: (_, { mark }) => ({ body: { name: `${mark} ${fresh()}`, description: mark } }),
      updateTag: async (world, { mark }) => ({
        params: { id: await aWord(world, 'tag') },
        body: { description: `${mark} ${fresh()}` },
      }),
      removeTag: async (world) => ({ params: { id: await aWord(world, 'tag') } }),
      setDeviceTags: async (world, { device_id }) => ({
        params: { id: String(device_id) },
        body: { tag_ids: [Number(await aWord(world, 'tag'))] },
      }),
      createSection: (_, { proj_code, mark }) => ({ body: { proj_code, name: `${mark} ${fresh()}` } }),
    },
    configuration: {
      dashboard: () => ({}),
      deviceData: (_, { proj_code }) => ({ query: { proj_code } }),
      definedParameters: () => ({}),
      loadDevices: (_, { proj_code }) => ({ query: { proj_code } }),
      deviceDetails: (_, { device_id }) => ({ params: { id: String(device_id) } }),
      sleepTest: () => ({ query: { seconds: '0.01' } }),
    },
    configuring: {
      listPorts: (_, { proj_code }) => ({ query: { proj_code } }),
      createPort: (_, { proj_code, mark }) => ({ body: { proj_code, name: mark, host: `${mark}.example` } }),
      copyPort: async (world, things) => ({
        params: { id: await aPort(world, things) },
        body: { name: `${things.mark} copy` },
      }),
      changePort: async (world, things) => ({
        params: { id: await aPort(world, things) },
        body: { timeout_ms: 1500 },
      }),
      removePort: async (world, things) => ({ params: { id: await aPort(world, things) } }),
      changeDevice: async (world, things) => ({
        params: { id: String(await aDevice(world, things)) },
        body: { description: `Changed ${things.mark}` },
      }),
      copyDevice: async (world, things) => ({
        params: { id: String(await aDevice(world, things)) },
        body: { short_name: `${things.mark}-${fresh()}` },
      }),
      traceDevice: async (world, things) => ({
        params: { id: String(await aDevice(world, things)) },
        body: { on: true },
      }),
      deviceLog: (_, { device_id }) => ({ params: { id: String(device_id) } }),
      addVariables: async (world, things) => ({
        body: { device_id: await aDevice(world, things), variables: [aNewName(things)] },
      }),
      changeVariable: async (world, things) => ({
        params: { id: (await someParts(world, things)).variable },
        body: { decimals: 1 },
      }),
      changeVariables: async (world, things) => {
        const { device, variable } = await someParts(world, things);
        return { params: { id: device }, body: { change: [{ id: Number(variable), decimals: 1 }] } };
      },
      copyVariable: async (world, things) => ({
        params: { id: (await someParts(world, things)).variable },
        body: { name: 'dc_power_kw' },
      }),
      removeVariable: async (world, things) => ({
        params: { id: (await someParts(world, things)).variable },
      }),
      addAttribute: async (world, things) => ({
        body: {
          device_id: await aDevice(world, things),
          name: 'serial',
          function_code: 4,
          address: 10,
          length: 4,
        },
      }),
      changeAttribute: async (world, things) => ({
        params: { id: (await someParts(world, things)).attribute },
        body: { length: 6 },
      }),
      removeAttribute: async (world, things) => ({
        params: { id: (await someParts(world, things)).attribute },
      }),
    },
    bulk: {
      addDevices: (_, things) => ({
        body: {
          proj_code: things.proj_code,
          devices: [1, 2].map((unit_id) => ({
            short_name: `${things.mark}-${fresh()}`,
            // Not one gateway for all that the loops add: how many share its numbers is looked up.
            port: { host: `${things.mark}-${fresh()}.example` },
            unit_id,
            variables: [aNewName(things)],
          })),
        },
      }),
    },
    versions: {
      list: (_, { device_id }) => ({ params: { id: String(device_id) } }),
      difference: (_, { device_id }) => ({
        params: { id: String(device_id) },
        query: { from: '1', to: '1' },
      }),
      goBack: async (world, things) => ({
        params: { id: String(await aDevice(world, things)), number: '1' },
        body: { with_port: false },
      }),
    },
    deviceBin: {
      list: async (world, things) => {
        await aBinned(world, things);
        return {};
      },
      restore: async (world, things) => ({ params: { id: await aBinned(world, things) } }),
      remove: async (world, things) => ({ params: { id: await aBinned(world, things) } }),
    },
    calculations: {
      list: () => ({}),
      get: async (world, things) => ({ params: { id: await aCalcGroup(world, things) } }),
      past: async (world, things) => ({ params: { id: await aCalcGroup(world, things) } }),
      create: (_, things) => ({ body: { name: `Calc ${fresh()}`, ...calculationOf(things) } }),
      update: async (world, things) => ({
        params: { id: await aCalcGroup(world, things) },
        body: { name: `Calc ${fresh()}`, description: things.mark, ...calculationOf(things) },
      }),
      remove: async (world, things) => ({ params: { id: await aCalcGroup(world, things) } }),
      preview: (_, things) => ({ body: calculationOf(things) }),
      choices: () => ({}),
    },
    templates: {
      list: () => ({}),
      get: async (world) => ({ params: { key: await aTemplate(world) } }),
      create: (_, { mark }) => ({ body: { ...body, name: `${mark} ${fresh()}`, notes: mark, source: mark } }),
      change: async (world, { device_id }) => ({
        params: { key: await aTemplate(world) },
        body: { notes: fresh(), from_device: { device_id } },
      }),
      remove: async (world) => ({ params: { key: await aTemplate(world) } }),
      difference: async (world, { device_id }) => ({
        params: { key: await aTemplate(world) },
        query: { device_id: String(device_id) },
      }),
      preview: async (world, { device_id }) => ({
        params: { key: await aTemplate(world) },
        body: { device_ids: [device_id], details: true },
      }),
      apply: async (world, things) => ({
        params: { key: await aTemplate(world) },
        body: { version: 1, devices: [{ device_id: await aDevice(world, things), newest_version: 1 }] },
      }),
    },
    newest: {
      deviceHours: (_, { device_id }) => ({ params: { id: String(device_id) } }),
      deviceNewest: (_, { device_id }) => ({ params: { id: String(device_id) } }),
    },
    maps: {
      exportMap: (_, { device_id }) => ({ params: { id: String(device_id) } }),
      importMap: async (world, things) => ({
        params: { id: String(await aDevice(world, things)) },
        query: { dry_run: 'false' },
        body: `name,label_en,address,type\nmap_${fresh()},${things.mark},12,uint16\n`,
      }),
      exportTemplateMap: async (world) => ({ params: { key: await aTemplate(world) } }),
      importTemplateMap: async (world) => ({
        params: { key: await aTemplate(world) },
        query: { dry_run: 'false' },
        body: 'name,address,type\nac_power_kw,12,int32\n',
      }),
    },
    fieldTools: {
      ask: questionOf,
      answers: aQuestion,
      giveUp: aQuestion,
    },
  },
  slots: {
    'fieldTools.ask port_id': portNumber,
    // Of a device that is tried, which the example does not: field-tasks.test.ts asks for what is hidden.
    'fieldTools.ask tests.0.target.port_id': NONE,
    'fieldTools.ask device_id': NONE,
    // A question is its asker's alone.
    'fieldTools.answers id': question,
    'fieldTools.giveUp id': question,
    'configuration.deviceDetails id': device,
    'newest.deviceNewest id': device,
    'newest.deviceHours id': device,
    'configuring.copyPort id': { made: true },
    'configuring.changePort id': { made: true },
    'configuring.removePort id': { made: true },
    'configuring.changeDevice id': { made: true },
    'configuring.copyDevice id': { made: true },
    'configuring.traceDevice id': { made: true },
    'configuring.changeVariable id': { made: true },
    'configuring.changeVariables id': { made: true },
    'configuring.copyVariable id': { made: true },
    'configuring.removeVariable id': { made: true },
    'configuring.changeAttribute id': { made: true },
    'configuring.removeAttribute id': { made: true },
    'versions.goBack id': { made: true },
    'maps.exportMap id': device,
    'maps.importMap id': { made: true },
    'maps.exportTemplateMap key': word,
    'maps.importTemplateMap key': word,
    'deviceBin.restore id': { made: true },
    'deviceBin.remove id': { made: true },
    'configuring.deviceLog id': device,
    'versions.list id': device,
    'versions.difference id': device,
    'configuring.addVariables device_id': deviceNumber,
    'configuring.addAttribute device_id': deviceNumber,
    'configuring.changePort master_id': deviceNumber,
    'configuring.changeDevice port_id': portNumber,
    'configuring.copyDevice port_id': portNumber,
    'bulk.addDevices port_id': portNumber,
    // The list of them; and a key that is not found is refused at its field: bulk.test.ts.
    'bulk.addDevices devices': NONE,
    'bulk.addDevices template_key': NONE,
    'catalogue.updateCategory id': word,
    'catalogue.removeCategory id': word,
    'catalogue.updateGroup id': word,
    'catalogue.removeGroup id': word,
    'catalogue.orderGroups id': word,
    'catalogue.updateTag id': word,
    'catalogue.removeTag id': word,
    'catalogue.setDeviceTags id': device,
    'calculations.get id': { made: true },
    'calculations.past id': { made: true },
    'calculations.update id': { made: true },
    'calculations.remove id': { made: true },
    'calculations.create device_id': deviceNumber,
    'calculations.update device_id': deviceNumber,
    'calculations.preview device_id': deviceNumber,
    'templates.get key': word,
    'templates.change key': word,
    'templates.remove key': word,
    'templates.difference key': word,
    'templates.preview key': word,
    'templates.apply key': word,
    'templates.create device_id': deviceNumber,
    'templates.change device_id': deviceNumber,
    'templates.difference device_id': device,
    'templates.preview device_ids': deviceNumber,
    'templates.apply device_id': deviceNumber,
    // Lists of devices with what was seen of them; their numbers are slots of their own.
    'templates.change from_device': NONE,
    'templates.apply devices': NONE,
    // What a virtual device that is to be made is like; its plant has a slot of its own.
    'calculations.create device': NONE,
    'calculations.update device': NONE,
    'calculations.preview device': NONE,
    'versions.difference from': NONE,
    'versions.difference to': NONE,
    'versions.goBack number': NONE,
    'maps.importMap version': NONE,
    'maps.importTemplateMap version': NONE,
  },
  rows: {
    calc_group: ({ company_id, ids, mark }) => ({
      company_id,
      device_id: ids.device,
      variable_id: ids.variable,
      name: mark,
      operation: 'sum',
      description: mark,
      input_count: 1,
      step_s: 60,
    }),
    calc_group_input: ({ company_id, ids }) => ({
      company_id,
      calc_group_id: ids.calc_group,
      position: 0,
      device_id: ids.device,
      variable_id: ids.variable,
    }),
    calc_due: ({ company_id, ids }) => ({ company_id, device_id: ids.device, day: DAY }),
    field_task: ({ company_id, ids, user_id, mark }) => ({
      company_id,
      question_id: '00000000-0000-4000-8000-000000000001',
      position: 0,
      kind: 'read',
      port_id: ids.port,
      gateway: mark,
      asked: { mark },
      asked_by: user_id,
      holder: mark,
      taken_at: NOON,
      ended_at: NOON,
      answer: { mark },
    }),
    device_template: ({ company_id, user_id, mark }) => ({
      company_id,
      name: mark,
      manufacturer: mark,
      model: mark,
      category: 'inverter',
      notes: mark,
      source: mark,
      content: {
        variables: [{ name: 'ac_power_kw', of_name: { label_en: mark, label_it: mark } }],
        attributes: [],
      },
      changed_by: user_id,
    }),
    field_asked: ({ mark }) => ({ subject: mark, tasks: 1, gateways: [] }),
  },
};
