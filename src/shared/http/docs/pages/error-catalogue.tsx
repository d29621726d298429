import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { ComponentChildren, VNode } from 'preact';
import type { CodeMeaning, Faults, Problems, Reasons } from '../../../kernel/errors.js';
import { statusesOf } from '../../problems/failure.js';
import { ERROR_CATALOGUE } from '../../problems/problem.js';
import { Frame } from './frame.js';
import type { Guide } from './guide-steps.js';
import { operationsByCode, type LinkedOperation } from './operations-by-code.js';
import { Prose } from './prose.js';

interface Props {
  problems: Problems;
  faults: Faults;
  reasons: Reasons;
  document: OpenAPIObject;
  guides: readonly Guide[];
}

/** Operations that an entry names at most; more say nothing about the code. */
const MAX_NAMED = 12;

/** Every code of the API: what it means, what to do, with which status. */
export function ErrorCatalogue({ problems, faults, reasons, document, guides }: Props): VNode {
  const operations = operationsByCode(document);
  return (
    <Frame title="Errors – Foyer" path={ERROR_CATALOGUE} guides={guides}>
      <main class="docs-text">
        <h1>Errors</h1>
        <Prose text='A failure is a problem as defined by [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457). Its `code` never changes its meaning. New codes are added: handle an unknown code by its status. Each problem links to its entry here, in the header `Link` with `rel="help"`.' />
        <p>
          <a href="#problems">Problems</a> are the codes of answers. <a href="#faults">Faults</a> are the
          codes in their <code>errors</code>, one for each thing that is wrong. <a href="#reasons">Reasons</a>{' '}
          are codes of records: why a version stays a draft, why a delivery has no answer, why a path shows
          nothing, and what a check of a page finds.
        </p>
        <h2 id="problems">Problems</h2>
        {sorted(problems).map(([code, problem]) => (
          <Entry code={code} {...problem} statuses={statusesOf(problem)}>
            <Operations operations={operations.get(code) ?? []} />
          </Entry>
        ))}
        <h2 id="faults">Faults</h2>
        {sorted(faults).map(([code, fault]) => (
          <Entry code={code} {...fault} />
        ))}
        <h2 id="reasons">Reasons</h2>
        {sorted(reasons)
          // Those with the code of a problem mean the same.
          .filter(([code]) => !(code in problems) && !(code in faults))
          .map(([code, reason]) => (
            <Entry code={code} {...reason} />
          ))}
      </main>
    </Frame>
  );
}

interface EntryProps extends CodeMeaning {
  code: string;
  statuses?: readonly number[];
  children?: ComponentChildren;
}

function Entry({ code, meaning, remedy, statuses = [], children }: EntryProps) {
  return (
    <section id={code} class="entry">
      <h3>
        <a href={`#${code}`}>
          <code>{code}</code>
        </a>
        {statuses.map((status) => (
          <span class="status">
            {status} {STATUS_CODES[status]}
          </span>
        ))}
      </h3>
      <Prose text={meaning} />
      <Prose text={`**What to do:** ${remedy}`} />
      {children}
    </section>
  );
}

function Operations({ operations }: { operations: readonly LinkedOperation[] }) {
  if (operations.length === 0) return null;
  if (operations.length > MAX_NAMED) return <p class="operations">In {operations.length} operations.</p>;
  return (
    <p class="operations">
      In{' '}
      {operations.map(({ id, href }, at) => (
        <>
          {at > 0 && ', '}
          <a href={href}>{id}</a>
        </>
      ))}
      .
    </p>
  );
}

function sorted<Meaning>(meanings: Readonly<Record<string, Meaning>>): [string, Meaning][] {
  return Object.entries(meanings).sort(([a], [b]) => (a < b ? -1 : 1));
}
