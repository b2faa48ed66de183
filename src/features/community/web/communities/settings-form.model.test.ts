import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CommunityChange } from '../../community.contract.ts';
import {
  blankMember,
  bodyOf,
  fieldOf,
  type MemberValues,
  type SettingsValues,
} from './settings-form.model.ts';

const row = (member_id: number | null, name: string, pod: string): MemberValues => ({
  ...blankMember('2026-01-01'),
  member_id,
  name,
  pod,
});
const sent = (...members: MemberValues[]) => {
  const { members: made = [] } = bodyOf(
    { members, plants: [] } as never as SettingsValues,
    false,
  ) as CommunityChange;
  return made.map(({ name, pods = [] }) => [name, pods.map(({ pod }) => pod).join(' ')]);
};

it('two members who are called alike stay two, and a further POD is a row of the same member', () => {
  const annas = [row(1, 'Anna', 'A'), row(2, 'Anna', 'B')];
  assert.deepEqual(sent(...annas, row(3, 'Carla', 'C'), row(3, 'Carla', 'D')), [
    ['Anna', 'A'],
    ['Anna', 'B'],
    ['Carla', 'C D'],
  ]);
  // An added row belongs to whoever alone has its name; between two of them it is somebody new.
  assert.deepEqual(sent(...annas, row(3, 'Carla', 'C'), row(null, ' Carla', 'D'), row(null, 'Anna', 'E')), [
    ['Anna', 'A'],
    ['Anna', 'B'],
    ['Carla', 'C D'],
    ['Anna', 'E'],
  ]);
  assert.deepEqual(sent(row(3, 'Carla', 'C'), row(3, 'Dario', 'D')), [
    ['Carla', 'C'],
    ['Dario', 'D'],
  ]);
});

it('a fault is said in the row of its member and POD, however many PODs those before have', () => {
  // Members in the order of the body: Carla with C and D, Dario without a POD of his first row.
  const members = [row(3, 'Carla', 'C'), row(4, 'Dario', ''), row(3, 'Carla', 'D'), row(4, 'Dario', 'E')];
  const fields = [
    'members.0.pods.1.pod',
    'members.1.email',
    'members.1.pods.0.from_on',
    'plants.0.grant_share',
  ];
  assert.deepEqual(
    fields.map((path) => fieldOf(path, { members })),
    ['members.2.pod', 'members.1.email', 'members.3.from_on', 'plants.0.grant_percent'],
  );
});
