import { Tabs } from '@mantine/core';

interface Props<V extends string> {
  label: string;
  /** What each view is called, in their order. */
  views: Readonly<Record<V, string>>;
  view: V;
  onChoose: (view: V) => void;
}

/** The views of a page, of which the address holds one. */
export function ViewTabs<V extends string>({ label, views, view, onChoose }: Props<V>) {
  const names = Object.keys(views) as V[];
  return (
    <Tabs
      value={view}
      onChange={(next) => {
        const chosen = names.find((name) => name === next);
        if (chosen !== undefined) onChoose(chosen);
      }}
    >
      <Tabs.List aria-label={label}>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {views[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
