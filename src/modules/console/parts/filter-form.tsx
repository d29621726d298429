import type { ComponentChildren, VNode } from 'preact';
import { words } from '../words/english.js';
import { CurrentForm } from './form-context.js';
import type { FormState } from './form-state.js';

interface FilterFormProps {
  /** The address that gets the fields. */
  to: string;
  state: FormState;
  /** What the button does, if not to filter. */
  button?: string;
  /** The address without filters; undefined while there are none. */
  clearTo?: string;
  /** What the link there does, if not to show all. */
  clear?: string;
  /** Whether it finds records, as nearly all do. */
  isSearch?: boolean;
  /** The fields, and what the address keeps besides them. */
  children: ComponentChildren;
}

/** Fields that decide what a screen shows. They are in its address. */
export function FilterForm({ to, state, isSearch = true, children, ...form }: FilterFormProps): VNode {
  const { button = words.lists.filter, clearTo, clear = words.lists.clear } = form;
  return (
    <form class="filters" action={to} role={isSearch ? 'search' : undefined}>
      <CurrentForm.Provider value={state}>{children}</CurrentForm.Provider>
      <div class="actions">
        <button class="quiet">{button}</button>
        {clearTo !== undefined && <a href={clearTo}>{clear}</a>}
      </div>
    </form>
  );
}
