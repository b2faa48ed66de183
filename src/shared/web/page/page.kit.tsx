import { Badge, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconDeviceDesktop } from '@tabler/icons-react';
import type { Samples } from '../kit/samples.ts';
import { StatePill } from '../ui/StatePill.tsx';
import { Entries, Entry } from './Entries.tsx';
import { Fact, Facts, Unit } from './Facts.tsx';
import { Figure, Figures, FiguresWaiting, FigureTile } from './Figures.tsx';
import { FoldButton } from './FoldButton.tsx';
import { Waiting } from './Page.tsx';
import { Panel } from './Panel.tsx';
import { PlainTable } from './PlainTable.tsx';
import { Divided, Section } from './Section.tsx';
import { Ellipsis, Labelled, Muted, Note, Nowrap } from './Text.tsx';
import { Buttons, StickyBar, Toolbar } from './Toolbar.tsx';

const LONG = 'A sentence that is much longer than its place, so that it is cut at the end or goes on below';

function AllFacts({ size }: { size?: 'md' | 'lg' | 'xl' }) {
  return (
    <Facts {...(size ? { size } : {})}>
      <Fact label="Serial number">SN-4711</Fact>
      <Fact label="Firmware">{null}</Fact>
      <Fact label="Power">
        12,4 <Unit>kW</Unit>
      </Fact>
    </Facts>
  );
}

export const samples: Samples = {
  title: 'Page',
  states: {
    'section on a surface': () => (
      <Section
        title="Access"
        hint="Who may see what."
        beside={<StatePill state="success" />}
        actions={<Button variant="default">Change</Button>}
        order={3}
      >
        <Muted>What stands in it.</Muted>
        <Divided>After a line.</Divided>
      </Section>
    ),
    'section with its title beside': () => (
      <Section look="beside" title="Password" hint={LONG} order={3}>
        <Labelled label="Language">Italian</Labelled>
      </Section>
    ),
    'section on the page': () => (
      <Section look="plain" title="Templates" order={3}>
        Content
      </Section>
    ),
    panel: () => <Panel pad="sm">A surface without a heading</Panel>,
    'four figures': () => (
      <Figures tile>
        <Figure label="Power now" value="1.234,5" unit="kW" note="12 of 14 plants" />
        <Figure label="Energy today" value={null} unit="kWh" note="unknown" />
        <Figure label="Irradiance" value="812" unit="W/m²" hint="In the plane of the modules" />
        <FigureTile label="By state">
          <Group gap={4}>
            <StatePill state="alarm" />
            <StatePill state="nodata" />
          </Group>
        </FigureTile>
      </Figures>
    ),
    'figures on their way': () => <FiguresWaiting columns={6} />,
    facts: () => <AllFacts />,
    'large facts': () => <AllFacts size="xl" />,
    'facts in rows': () => (
      <Facts look="rows">
        <Fact label="Plants">14</Fact>
        <Fact label="Oldest reading">{undefined}</Fact>
      </Facts>
    ),
    entries: () => (
      <Entries>
        <Entry
          icon={IconDeviceDesktop}
          name="Firefox on Linux"
          beside={<Badge>this one</Badge>}
          details="since yesterday"
          actions={
            <Button size="xs" variant="default">
              End
            </Button>
          }
        />
        <Entry name={LONG} details={LONG} />
      </Entries>
    ),
    toolbar: () => (
      <Toolbar end={<Button>New</Button>}>
        <Button variant="default">Filter</Button>
      </Toolbar>
    ),
    buttons: () => (
      <Buttons>
        <Button>Save</Button>
        <Button variant="default">Cancel</Button>
      </Buttons>
    ),
    'sticky bar': () => (
      <StickyBar note="3 chosen">
        <Button>Switch on</Button>
      </StickyBar>
    ),
    notes: () => (
      <>
        <Note tone="muted">Nothing to say</Note>
        <Note tone="alarm" icon={IconAlertTriangle}>
          It did not work
        </Note>
        <Note tone="success">All is well</Note>
        <Note tone="warning" filled>
          Too many units of measure
        </Note>
        <Note tone="brand" filled small>
          New
        </Note>
      </>
    ),
    text: () => (
      <div style={{ maxWidth: 220 }}>
        <Muted>{LONG}</Muted>
        <Ellipsis>{LONG}</Ellipsis>
        <Nowrap>31/12/2026 23:59</Nowrap>
      </div>
    ),
    table: () => (
      <PlainTable caption="Registers" stacked head={['Register', { text: 'Value', number: true }, 'Quality']}>
        <tr>
          <th scope="row">40001</th>
          <td data-label="Value" data-number>
            1.234
          </td>
          <td data-label="Quality">good</td>
        </tr>
        <tr>
          <th scope="row">40002</th>
          <td data-label="Value" data-number>
            –
          </td>
          <td data-label="Quality">missing</td>
        </tr>
      </PlainTable>
    ),
    'what opens': () => (
      <>
        <FoldButton open={false} onToggle={() => undefined}>
          Closed
        </FoldButton>
        <FoldButton open onToggle={() => undefined}>
          Open
        </FoldButton>
      </>
    ),
    waiting: () => <Waiting heights={[48, 120]} />,
  },
};
