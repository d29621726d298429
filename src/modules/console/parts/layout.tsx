import type { ComponentChildren, VNode } from 'preact';
import { words } from '../words/english.js';
import { Form } from './form-context.js';
import { SCRIPT_PATH } from './script.js';
import { STYLESHEET_PATH } from './stylesheet.js';

export type SectionName = keyof typeof words.sections;

/** Where each section begins. */
const SECTIONS: Readonly<Record<SectionName, string>> = {
  today: '/today',
  pages: '/pages',
  audiences: '/audiences',
  figures: '/figures',
  questions: '/questions',
  people: '/people',
  library: '/library/assets',
  webhooks: '/webhooks',
  keys: '/settings/keys',
  audit: '/settings/audit',
  domains: '/settings/domains',
  health: '/settings/health',
};

/** The person who is signed in. */
export interface Who {
  tenantName: string;
  keyName: string | null;
}

interface DocumentProps {
  title: string;
  children: ComponentChildren;
  /** For a page that is shown for a moment only. */
  refresh?: boolean;
  states?: ShownStates;
}

/** For a screen whose states are live. */
interface ShownStates {
  /** When its records were read. */
  readAt: Date;
  /** Where they can be read again, if not at the address of the screen. */
  at: string | undefined;
}

function Document({ title, refresh, states, children }: DocumentProps): VNode {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {refresh && <meta http-equiv="refresh" content="0" />}
        <title>{`${title} · ${words.product}`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={STYLESHEET_PATH} />
        <script src={SCRIPT_PATH} defer />
      </head>
      <body data-read-at={states?.readAt.getTime()} data-at={states?.at}>
        {children}
      </body>
    </html>
  );
}

interface LayoutProps {
  title: string;
  section?: SectionName;
  who: Who;
  states: ShownStates;
  children: ComponentChildren;
}

/** A screen of somebody who is signed in. */
export function Layout({ title, section, who, states, children }: LayoutProps): VNode {
  return (
    <Document title={title} states={states}>
      <a class="skip" href="#main">
        {words.layout.skip}
      </a>
      <div class="frame">
        <header class="side">
          <Brand />
          <nav aria-label={words.layout.navigation}>
            <ul>
              {Object.entries(SECTIONS).map(([name, path]) => (
                <li key={name}>
                  <a href={path} aria-current={name === section ? 'true' : undefined}>
                    {words.sections[name as SectionName]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div class="who">
            <p>
              <strong>{who.tenantName}</strong>
              <span>{who.keyName ?? words.layout.unnamedKey}</span>
            </p>
            <Form to="/sign-out">
              <button class="quiet small">{words.layout.signOut}</button>
            </Form>
          </div>
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <p id="announcer" class="unseen" aria-live="polite" />
    </Document>
  );
}

/** A page before the sign-in, or about a failure. */
export function PlainLayout({ title, children, refresh }: DocumentProps): VNode {
  return (
    <Document title={title} refresh={refresh}>
      <main id="main" class="alone">
        <Brand />
        {children}
      </main>
    </Document>
  );
}

function Brand(): VNode {
  return (
    <p class="brand">
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d="M3 21V8.5L12 3l9 5.5V21h-6v-7.2a3 3 0 0 0-6 0V21z" fill="currentColor" />
      </svg>
      {words.product}
    </p>
  );
}
