import type { VNode } from 'preact';
import type { OpenApiDocument, Operation } from '../browser/openapi-document.js';
import { Prose } from './prose.js';

const SEARCH = 'Find operations, fields and codes';

/**
 * The operations as Swagger UI shows them folded, with its class names. Swagger UI needs most of a second of processor
 * time before it shows anything; until then, readers see these. A link opens its operation as soon as it can.
 */
export function FirstOperations({ document }: { document: OpenApiDocument }): VNode {
  const groups = document.tags.map(({ name, description }) => ({
    ...{ name, description },
    operations: operationsWith(name, document),
  }));
  return (
    <div id="first-operations" class="swagger-ui foyer">
      <div class="toolbar" role="search">
        <div class="search">
          <input type="search" placeholder={SEARCH} aria-label={SEARCH} disabled />
        </div>
      </div>
      <div class="columns">
        <nav class="groups" aria-label="Groups of operations">
          <ul>
            {groups.map(({ name }) => (
              <li>
                <a href={`#/${encodeURIComponent(name)}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
        <main>
          <h1 class="unseen">The API of Foyer</h1>
          <h2 class="unseen">Operations</h2>
          <div class="conventions">
            <span class="conventions-title">Keys, ids, times, failures, lists, rate limits</span>
          </div>
          {groups.map((group) => (
            <Group {...group} />
          ))}
        </main>
      </div>
    </div>
  );
}

interface GroupProps {
  name: string;
  description: string;
  operations: readonly ListedOperation[];
}

function Group({ name, description, operations }: GroupProps) {
  return (
    <div class="opblock-tag-section is-open">
      <h3 class="opblock-tag">
        <span>{name}</span>
        <small>
          <Prose text={description} />
        </small>
      </h3>
      {operations.map(({ method, path, operationId, summary }) => (
        <div class={`opblock opblock-${method}`}>
          <div class={`opblock-summary opblock-summary-${method}`}>
            <a class="opblock-summary-control" href={`#/${encodeURIComponent(name)}/${operationId}`}>
              <span class="opblock-summary-method">{method.toUpperCase()}</span>
              <span class="opblock-summary-path-description-wrapper">
                <span class="opblock-summary-path">{path}</span>
                <span class="opblock-summary-description">{summary}</span>
              </span>
            </a>
          </div>
        </div>
      ))}
    </div>
  );
}

interface ListedOperation extends Operation {
  method: string;
  path: string;
}

function operationsWith(tag: string, { paths }: OpenApiDocument): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { tags }]) => tags[0] === tag)
      .map(([method, operation]) => ({ ...operation, method, path })),
  );
}
