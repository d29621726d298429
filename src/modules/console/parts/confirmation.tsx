import type { ComponentChildren, VNode } from 'preact';
import { words } from '../words/english.js';
import { ProblemSummary } from './fields.js';
import { Form } from './form-context.js';
import type { FormState } from './form-state.js';
import { Heading } from './shown.js';

interface ConfirmationProps {
  title: string;
  /** Where the person came from, and goes back to. */
  back: { href: string; label: string };
  /** Where the form goes. */
  to: string;
  state: FormState;
  /** What the button says. */
  button: string;
  /** What it destroys. */
  children: ComponentChildren;
}

/** Asks once more before something is destroyed. */
export function Confirmation({ title, back, to, state, button, children }: ConfirmationProps): VNode {
  return (
    <>
      <Heading title={title} back={back} />
      <Form to={to} state={state} class="card">
        <ProblemSummary />
        {children}
        <div class="actions">
          <button class="danger">{button}</button>
          <a class="button quiet" href={back.href}>
            {words.forms.cancel}
          </a>
        </div>
      </Form>
    </>
  );
}
