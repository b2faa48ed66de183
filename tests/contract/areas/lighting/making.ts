import { SIX_LINES } from '../../../../src/features/lighting/io-profile.model.ts';
import { aDevice, fresh } from '../../support/making.ts';
import { NOWHERE } from '../../support/slot-kinds.ts';
import type { Things, World } from '../../support/world.ts';

/** A municipality of the company, each with a code of its own. */
export async function aMunicipality({ test, scope }: World): Promise<number> {
  const code = String(Number.parseInt(fresh().slice(0, 8), 16) % 1_000_000).padStart(6, '0');
  const [row] = await test.arrange<{ id: number }>(
    `with m as (insert into municipality (company_id, istat_code, name, latitude, longitude) values ($1, $2, 'Town', 45, 9)
       on conflict (company_id, istat_code) do update set version = municipality.version returning id)
     , s as (insert into municipality_settings (company_id, municipality_id) select $1, id from m on conflict do nothing)
     select id from m`,
    [scope.company_id, code],
  );
  return Number(row?.id);
}

export interface Made {
  readonly id: number;
  readonly serial: string;
  readonly reg_number: string;
  readonly municipality_id: number;
}

/** A box with its lines. */
export async function aBox(world: World): Promise<Made> {
  const municipality_id = await aMunicipality(world);
  const [serial, reg_number] = [`S${fresh()}`, `R${fresh()}`];
  const [row] = await world.test.arrange<{ id: number }>(
    `with b as (insert into lighting_box (company_id, municipality_id, serial, reg_number, latitude, longitude)
       values ($1, $2, $3, $4, 45, 9) returning id)
     , l as (insert into power_line (company_id, box_id, line) select $1, id, n from b, generate_series(1, 6) n)
     select id from b`,
    [world.scope.company_id, municipality_id, serial, reg_number],
  );
  return { id: Number(row?.id), serial, reg_number, municipality_id };
}

/** A device of the company behind a port of its own, on which a controller may stand: no other answers there. */
export async function aController(world: World, things: Things): Promise<number> {
  const device_id = await aDevice(world, things);
  await world.test.arrange(
    `with p as (insert into port (company_id, plant_id, name, host) values ($1, $2, $3, $3) returning id)
     update device set port_id = (select id from p), unit_id = 1, category = 'other' where company_id = $1 and id = $4`,
    [world.scope.company_id, things.plant_id, `cabinet-${fresh()}`, device_id],
  );
  return device_id;
}

/** The same, whose pairing code somebody has typed. */
export async function aClaimedDevice(world: World, things: Things): Promise<number> {
  const device_id = await aController(world, things);
  await world.test.arrange(
    `insert into box_claim (company_id, device_id, user_id, serial, reg_number, code, profile, state, place)
     select $1, d.id, $3, $4, $4, '123456', $5, 'matched', p.host || ':' || p.port || '/' || d.unit_id
     from device d join port p on p.company_id = $1 and p.id = d.port_id where d.company_id = $1 and d.id = $2`,
    [world.scope.company_id, device_id, NOWHERE, fresh(), JSON.stringify(SIX_LINES)],
  );
  return device_id;
}

/** The same with a controller that switches it, by a device of the things' plant. */
export async function aControlledBox(world: World, things: Things): Promise<Made & { device_id: number }> {
  const box = await aBox(world);
  const device_id = await aController(world, things);
  await world.test.arrange(
    `insert into io_controller (company_id, box_id, device_id, profile, place)
     select $1, $2, d.id, $4, p.host || ':' || p.port || '/' || d.unit_id
     from device d join port p on p.company_id = $1 and p.id = d.port_id where d.company_id = $1 and d.id = $3`,
    [world.scope.company_id, box.id, device_id, JSON.stringify(SIX_LINES)],
  );
  return { ...box, device_id };
}

export async function aLight(world: World): Promise<Made & { light_id: number }> {
  const box = await aBox(world);
  const [row] = await world.test.arrange<{ id: number }>(
    `insert into light_point (company_id, box_id, line, code, power_w) values ($1, $2, 1, $3, 60) returning id`,
    [world.scope.company_id, box.id, `L${fresh()}`],
  );
  return { ...box, light_id: Number(row?.id) };
}
