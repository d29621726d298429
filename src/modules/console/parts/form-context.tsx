import { createContext, type ComponentChildren, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { FormState } from './form-state.js';

/** The token that binds forms to the session. Empty before the sign-in. */
export const FormToken = createContext('');

/** The name of the field with the token. */
export const TOKEN_FIELD = 'form_token';
/** The name of the field that makes a repeated submission have one effect. */
export const ONCE_FIELD = 'once';

/** What a check found at a field. */
export interface FieldNote {
  field: string;
  text: string;
  isSerious: boolean;
}

/** What a check found at the fields of a form. */
export const FieldNotes = createContext<readonly FieldNote[]>([]);

/** What was sent, and what is wrong with it, for the fields of a form. */
export const CurrentForm = createContext<FormState | undefined>(undefined);

interface FormProps {
  to: string;
  state?: FormState;
  class?: string;
  /** Where the script sends what is typed, for the preview beside the form. */
  previewTo?: string;
  /** For a form with files: the size that each can have. */
  maxFileBytes?: number;
  children: ComponentChildren;
}

/** The token comes first: it is checked before the files of the form are read. */
export function Form({ to, state, class: name, previewTo, maxFileBytes, children }: FormProps): VNode {
  const token = useContext(FormToken);
  const forFiles = maxFileBytes !== undefined && {
    ...{ enctype: 'multipart/form-data' as const, 'data-upload': '', 'data-max-bytes': maxFileBytes },
  };
  return (
    <form method="post" action={to} class={name} data-preview-to={previewTo} novalidate {...forFiles}>
      {token !== '' && <input type="hidden" name={TOKEN_FIELD} value={token} />}
      {state && <input type="hidden" name={ONCE_FIELD} value={state.once} />}
      <CurrentForm.Provider value={state}>{children}</CurrentForm.Provider>
    </form>
  );
}
