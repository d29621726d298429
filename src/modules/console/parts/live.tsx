import type { ComponentChildren, VNode } from 'preact';

interface LiveProps {
  /** Distinguishes the elements of a screen that are live. */
  id: string;
  /**
   * Ids of records, beginnings of types of events such as `page.version`, or ANYTHING: their changes change this element.
   */
  of: readonly string[];
  /** What is said aloud when the state has changed. Without it, that something has. */
  says?: string;
  /** Whether the state ends by itself, so that it is looked at again soon, also without an event. */
  isPending?: boolean;
  /** For what changes without an event: seconds between two looks. */
  everySeconds?: number;
  children: ComponentChildren;
}

/** A part of a screen that shows states as they change, as long as the browser runs the script. */
export function Live({ id, of, says, isPending, everySeconds, children }: LiveProps): VNode {
  return (
    <div
      id={id}
      data-live={of.join(' ')}
      data-live-says={says}
      data-live-every={everySeconds}
      data-pending={isPending ? '' : undefined}
    >
      {children}
    </div>
  );
}
