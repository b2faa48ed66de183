import { after, before, describe, it } from 'node:test';
import { inTodaysLook } from './support/eyes.ts';
import { serveKit } from './support/kit.ts';
import { type Stage, startStage } from './support/portal.ts';

describe('every part of the kit in its states', () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.close());

  inTodaysLook(10, ({ open, enter, look, verdict }) => {
    it('can be read, by whoever looks and by whoever listens', async () => {
      const page = await open(stage);
      await serveKit(page);
      await enter('/kit/');
      await look('kit');
      verdict();
    });
  });
});
