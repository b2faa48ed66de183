import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useTable } from '@tanstack/react-table';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { foundOptions } from '../ui/found-options.ts';
import {
  arrangedRows,
  columnDefsOf,
  type DataColumn,
  features,
  fold,
  searchRows,
  sortingOf,
} from './data-table.model.ts';

interface Plant {
  name: string;
  town: string | null;
  power: number | null;
  live: boolean;
}
const plants: Plant[] = [
  { name: 'Impianto 10', town: 'Forlì', power: null, live: true },
  { name: 'impianto 9', town: null, power: -2, live: false },
  { name: 'Élite', town: 'Cefalù', power: 30, live: true },
  { name: 'Impianto 2', town: '', power: 4, live: false },
];
const columns: DataColumn<Plant>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name },
  { id: 'town', header: 'Town', value: (row) => row.town },
  { id: 'power', header: 'Power', value: (row) => row.power, numeric: true },
  { id: 'live', header: 'Live', value: (row) => row.live, text: (row) => (row.live ? 'In vita' : 'Muto') },
];

function Probe({ sort }: { sort: string }) {
  const table = useTable({
    features,
    columns: columnDefsOf(columns, false),
    data: plants,
    state: { sorting: sortingOf(sort) },
  });
  const { rows } = table.getRowModel();
  return createElement('p', null, rows.map((row) => row.original.name).join('|'));
}

/** The names in the order in which the table would show them. */
const ordered = (sort: string): string[] =>
  renderToStaticMarkup(createElement(Probe, { sort })).slice('<p>'.length, -'</p>'.length).split('|');

describe('the rows of a table', () => {
  it('stand as they came until an order is asked for', () => {
    assert.deepEqual(ordered(''), ['Impianto 10', 'impianto 9', 'Élite', 'Impianto 2']);
  });

  it('count numbers inside of words, and know neither case nor accent', () => {
    assert.deepEqual(ordered('name'), ['Élite', 'Impianto 2', 'impianto 9', 'Impianto 10']);
    assert.deepEqual(ordered('-name'), ['Impianto 10', 'impianto 9', 'Impianto 2', 'Élite']);
  });

  it('put what is not known last, whichever the direction', () => {
    assert.deepEqual(ordered('power'), ['impianto 9', 'Impianto 2', 'Élite', 'Impianto 10']);
    assert.deepEqual(ordered('-power'), ['Élite', 'Impianto 2', 'impianto 9', 'Impianto 10']);
    assert.deepEqual(ordered('-town'), ['Impianto 10', 'Élite', 'impianto 9', 'Impianto 2']);
  });

  it('ignore an order by a column that is not there', () => {
    assert.deepEqual(ordered('-nothing'), ['Impianto 10', 'impianto 9', 'Élite', 'Impianto 2']);
  });

  it('find their order again in an address', () => {
    const sorts = ['', 'name', '-power'].map(sortingOf);
    assert.deepEqual(sorts, [[], [{ id: 'name', desc: false }], [{ id: 'power', desc: true }]]);
  });
});

describe('the search of a table', () => {
  const found = (q: string) => searchRows(plants, columns, q).map((row) => row.name);

  it('folds accents and case', () => {
    assert.equal(fold('Perché È Già'), 'perche e gia');
    const options = ['Forlì', 'Forlimpopoli', 'Foggia'].map((label) => ({
      value: label,
      label,
      disabled: false,
    }));
    const offered = (search: string, limit = 60) =>
      foundOptions({ options, search, limit }).map((one) => 'value' in one && one.value);
    assert.deepEqual(offered(' FORLI'), ['Forlì', 'Forlimpopoli']);
    assert.deepEqual(offered('forlì', 1), ['Forlì']);
    assert.deepEqual(found('FORLI'), ['Impianto 10']);
    assert.deepEqual(found('cefalù'), ['Élite']);
    assert.deepEqual(found('elite'), ['Élite']);
  });

  it('wants every word, anywhere in the row', () => {
    assert.deepEqual(found('  10 forlì '), ['Impianto 10']);
    assert.deepEqual(found('10 cefalù'), []);
  });

  it('reads the words that are shown instead of their codes, and nothing where nothing is known', () => {
    assert.deepEqual(found('muto'), ['impianto 9', 'Impianto 2']);
    assert.deepEqual(found('true'), []);
    assert.deepEqual(found('null'), []);
  });

  it('leaves everything where nothing is asked for', () => {
    assert.equal(searchRows(plants, columns, '   '), plants);
  });
});

describe('the order of a table that shows a part of its rows', () => {
  it('is by words or by figures, with what is not known at the end either way', () => {
    const rows = [{ n: 2 }, { n: null }, { n: 10 }, { n: -1 }];
    const columns = [{ id: 'n', header: 'n', value: (row: { n: number | null }) => row.n }];
    const ordered = (sort: string) => arrangedRows(rows, columns, { q: '', sort }).map(({ n }) => n);
    assert.deepEqual(ordered('n'), [-1, 2, 10, null]);
    assert.deepEqual(ordered('-n'), [10, 2, -1, null]);
    assert.deepEqual(ordered('nothing'), [2, null, 10, -1]);
  });
});
