import type { VNode } from 'preact';
import { words } from '../words/english.js';
import { ProblemSummary, TextField } from './fields.js';
import { Form } from './form-context.js';
import type { FormState } from './form-state.js';
import { PlainLayout } from './layout.js';

export type SignInNotice = 'ended' | 'signedOut' | 'twoSessions' | 'linkUsed';

interface SignInProps {
  state: FormState;
  notice?: SignInNotice;
  /** Where the person wanted to go. */
  to: string;
}

export function SignInPage({ state, notice, to }: SignInProps): VNode {
  const { signIn } = words;
  return (
    <PlainLayout title={signIn.title}>
      {notice && (
        <p class="notice" role="status">
          {signIn[notice]}
        </p>
      )}
      <Form to={`/sign-in?to=${encodeURIComponent(to)}`} state={state} class="card">
        <div>
          <h1>{signIn.title}</h1>
          <p class="about">{signIn.about}</p>
        </div>
        <ProblemSummary title={signIn.notSignedIn} />
        <TextField
          name="key"
          label={signIn.key}
          hint={signIn.keyHint}
          type="password"
          autocomplete="current-password"
        />
        <TextField
          name="name"
          label={signIn.person}
          hint={signIn.personHint}
          required={false}
          autocomplete="name"
        />
        <div class="actions">
          <button>{signIn.submit}</button>
        </div>
      </Form>
    </PlainLayout>
  );
}

/** Its button signs in, so that a program that opens links in advance uses nothing up. */
export function LinkPage({ path, state }: { path: string; state: FormState }): VNode {
  const { signIn } = words;
  return (
    <PlainLayout title={signIn.linkTitle}>
      <Form to={path} state={state} class="card">
        <div>
          <h1>{signIn.linkTitle}</h1>
          <p class="about">{signIn.linkAbout}</p>
        </div>
        <div class="actions">
          <button>{signIn.submit}</button>
        </div>
      </Form>
    </PlainLayout>
  );
}

/**
 * For somebody who follows a link from another site: the browser keeps the cookie back, until a page of the console itself
 * leads there.
 */
export function ContinuePage({ to }: { to: string }): VNode {
  const { signIn } = words;
  return (
    <PlainLayout title={signIn.continueTitle} refresh>
      <p>
        <a href={to}>{signIn.continueAbout}</a>
      </p>
    </PlainLayout>
  );
}
