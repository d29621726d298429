import type { ComponentChildren, VNode } from 'preact';

interface ColumnsProps {
  children: ComponentChildren;
  /** Stands beside the rest on a wide screen, and below it on others. */
  aside?: ComponentChildren;
}

/** A text and what belongs to it. A text with nothing beside it is a column in the middle. */
export function Columns({ children, aside }: ColumnsProps): VNode {
  if (!aside) return <section class="wrap narrow">{children}</section>;
  return (
    <section class="wrap columns">
      <div>{children}</div>
      <div class="beside">{aside}</div>
    </section>
  );
}
