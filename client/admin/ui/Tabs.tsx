import { type KeyboardEvent, type ReactNode, useRef } from 'react';

interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: T; readonly name: string }[];
  readonly selected: T;
  readonly onSelect: (tab: T) => void;
  readonly children: ReactNode;
}

/**
 * Tabs after the ARIA Authoring Practices. The Tab key reaches only the selected tab; the left and right arrows, Home
 * and End select another tab.
 */
export function Tabs<T extends string>({ label, tabs, selected, onSelect, children }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const index = neighbour(
      event.key,
      tabs.findIndex(({ id }) => id === selected),
      tabs.length,
    );
    const tab = index === null ? undefined : tabs[index];
    if (tab === undefined) return;
    event.preventDefault();
    onSelect(tab.id);
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="tabs" onKeyDown={onKeyDown}>
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-controls={`panel-${id}`}
            aria-selected={id === selected}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ id }) => (
        <section
          key={id}
          role="tabpanel"
          id={`panel-${id}`}
          aria-labelledby={`tab-${id}`}
          hidden={id !== selected}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: as the practices ask of panels that begin with text
          tabIndex={0}
          className="tabpanel"
        >
          {id === selected && children}
        </section>
      ))}
    </>
  );
}

/** The index of the tab to which a key leads from the tab at `index`; null for a key that leads to no tab. */
export function neighbour(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
