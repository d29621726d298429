import type { ComponentChildren, VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { words } from '../words/english.js';
import { CurrentForm } from './form-context.js';
import { ROW_COMMAND, rowCommand, rowField } from './form-rows.js';

interface RowsProps {
  list: string;
  /** The address that buttons of rows send the form to. It shows the form again, with the rows changed. */
  to: string;
  /** What one row is called; for its buttons. */
  nameOf: (kind: string) => string;
  /** The fields of a row. */
  children: (row: { path: string; kind: string }) => ComponentChildren;
}

/** A list of rows in a form, with buttons that remove and move them. */
export function Rows({ list, to, nameOf, children }: RowsProps): VNode | null {
  const rows = useContext(CurrentForm)?.rows(list) ?? [];
  if (rows.length === 0) return null;
  return (
    <ol class="form-rows">
      {rows.map(({ path, kind }, at) => {
        const name = `${nameOf(kind)} ${at + 1}`;
        // The next screen begins at the row that was changed.
        const goTo = (next: number) => `${to}#${rowId(`${list}.${next}`)}`;
        return (
          <li key={path} id={rowId(path)}>
            <input type="hidden" name={rowField(path)} value={kind} />
            <div class="top">
              <strong>{name}</strong>
              <span class="actions">
                {at > 0 && (
                  <RowButton
                    to={goTo(at - 1)}
                    command={rowCommand.up(path)}
                    label={words.rows.up}
                    of={name}
                  />
                )}
                {at < rows.length - 1 && (
                  <RowButton
                    to={goTo(at + 1)}
                    command={rowCommand.down(path)}
                    label={words.rows.down}
                    of={name}
                  />
                )}
                <RowButton
                  to={rows.length === 1 ? to : goTo(Math.min(at, rows.length - 2))}
                  command={rowCommand.remove(path)}
                  label={words.rows.remove}
                  of={name}
                  danger
                />
              </span>
            </div>
            {children({ path, kind })}
          </li>
        );
      })}
    </ol>
  );
}

export const rowId = (path: string): string => `row-${path.replaceAll('.', '-')}`;

interface RowButtonProps {
  to: string;
  command: string;
  label: string;
  of?: string;
  danger?: boolean;
}

export function RowButton({ to, command, label, of, danger }: RowButtonProps): VNode {
  return (
    <button
      class={danger ? 'quiet small danger' : 'quiet small'}
      formaction={to}
      name={ROW_COMMAND}
      value={command}
    >
      {label}
      {of && <span class="unseen">: {of}</span>}
    </button>
  );
}

/** The first button of a form is the one that Enter presses. */
export function DefaultButton(): VNode {
  return <button class="unseen" tabIndex={-1} aria-hidden="true" />;
}
