import type { ComponentChildren } from 'preact';
import { ProblemSummary } from '../../parts/fields.js';
import { Form } from '../../parts/form-context.js';
import type { FormState } from '../../parts/form-state.js';
import type { SectionName } from '../../parts/layout.js';
import { Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import type { Shown } from './screen.js';

interface FormScreen {
  section: SectionName;
  title: string;
  about?: ComponentChildren;
  /** Where the screen was opened, and where it leads back to without a change. */
  back: { href: string; label: string };
  to: string;
  state: FormState;
  /** What the button does, in words. */
  button: string;
  isDestructive?: boolean;
  /** For fields that need the whole width. */
  isWide?: boolean;
  /** The fields; of a confirmation, what the button will destroy. */
  content: ComponentChildren;
}

/** A screen with one form: a new record, or a confirmation. */
export function formScreen({ section, title, about, back, to, state, ...form }: FormScreen): Shown {
  return {
    title,
    section,
    content: (
      <>
        <Heading title={title} about={about} back={back} />
        <Form to={to} state={state} class={form.isWide ? 'card wide' : 'card'}>
          <ProblemSummary />
          {form.content}
          <div class="actions">
            <button class={form.isDestructive ? 'danger' : undefined}>{form.button}</button>
            <a class="button quiet" href={back.href}>
              {form.isDestructive ? words.forms.goBack : words.forms.cancel}
            </a>
          </div>
        </Form>
      </>
    ),
  };
}
