import { Stack } from '@mantine/core';
import type { Samples } from '../../../shared/web/kit/samples.ts';
import { Page } from '../../../shared/web/page/Page.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';

const files = import.meta.glob<Samples>('../../../shared/web/**/*.kit.tsx', {
  eager: true,
  import: 'samples',
});
const parts = Object.values(files).toSorted((one, other) => one.title.localeCompare(other.title));

/** Every part of the kit in its states, for whoever builds a screen. */
export function KitPage() {
  return (
    <main style={{ padding: 16 }}>
      <Page title="Kit" subtitle="Every part in its states.">
        {parts.map(({ title, states }) => (
          <Section key={title} title={title} look="plain">
            {Object.entries(states).map(([name, State]) => (
              <Stack key={name} gap={4}>
                <Muted>{name}</Muted>
                <div>
                  <State />
                </div>
              </Stack>
            ))}
          </Section>
        ))}
      </Page>
    </main>
  );
}
