import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packageOf, writeNotices } from './third-party-notices.ts';

describe('the notices of third parties', () => {
  it('know whose a module or a font is', () => {
    assert.equal(packageOf('/x/node_modules/react/index.js'), 'node_modules/react');
    assert.equal(packageOf('/x/node_modules/@mantine/core/esm/a/b.mjs'), 'node_modules/@mantine/core');
    assert.equal(
      packageOf('../../../node_modules/@fontsource-variable/inter/files/inter.woff2'),
      'node_modules/@fontsource-variable/inter',
    );
    assert.equal(packageOf('/x/node_modules/a/node_modules/b/i.js'), 'node_modules/a/node_modules/b');
    assert.equal(packageOf('/x/src/apps/web/main.tsx'), undefined);
  });

  it('hold the text of each licence, once', () => {
    const text = writeNotices(['node_modules/react', 'node_modules/echarts', 'node_modules/react']);
    assert.equal(text.match(/^react \d+\.\d+\.\d+ \(MIT\)$/gm)?.length, 1);
    assert.match(text, /Permission is hereby granted, free of charge/);
    assert.match(text, /^echarts \d+\.\d+\.\d+ \(Apache-2\.0\)$/m);
    assert.match(text, /Apache License\s+Version 2\.0/);
  });
});
